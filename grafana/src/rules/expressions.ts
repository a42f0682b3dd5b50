/** What several rules are put together from. */
import type { Collector } from "../../../src/collectors/collector.ts";
import { interval, lastSuccess, nodeReachable } from "../../../src/metrics/exporter.ts";
import { nodeInfo } from "../../../src/metrics/node.ts";
import { createSelect, type Matcher, matches, targetLabels } from "../promql.ts";
import { thresholds } from "../thresholds.ts";

export const select = createSelect();

/** One exporter tells of many nodes under one instance: only with `node` is it one target. */
export const target = targetLabels.join(", ");

type NamedCollector = Pick<Collector, "name">;

/** A part of an expression on lines of its own. */
const block = (expr: string) => `(\n${expr.replace(/^/gm, "  ")}\n)`;

type CollectorMatcher = { readonly collector?: string | Matcher };
/** Seconds since the last good round: by the time of the scrape, so that rare scrapes make nothing old. */
export const age = (of: CollectorMatcher = {}) => `timestamp(${select(lastSuccess, of)}) - ${select(lastSuccess, of)}`;
/** Beyond which that is old. Two minutes at least: quick collectors wait for longer than their interval after a failure. */
export const maxAge = (rounds: number | string, of: CollectorMatcher = {}) =>
  `clamp_min(${rounds} * ${select(interval, of)}, 120)`;
const isFresh = (collector: string | Matcher) =>
  `${age({ collector })}\n<= ${maxAge(thresholds.staleRounds, { collector })}`;

/** Only while the collector reads all of it: what is old makes no alert, and has one of its own. A round that fails now and
 *  then does not matter. */
export const whileFresh = (expr: string, { name }: NamedCollector) =>
  `${block(expr)}\nand on (${target})\n${block(isFresh(name))}`;

/** The same where things are asked for one by one. Of these one may fail for ever, and must not silence the others: while the
 *  node can be reached the exporter itself drops what it could not read. */
export const whileFreshOrReachable = (expr: string, ...collectors: readonly [NamedCollector, ...NamedCollector[]]) => {
  const [{ name }, ...others] = collectors;
  const any = others.length === 0 ? name : matches(collectors.map((one) => one.name).join("|"));
  return `${block(expr)}\nand on (${target})\n${block(`${isFresh(any)}\nor\n${select(nodeReachable)} == 1`)}`;
};

/** Not where no block need come for days. */
export const unlessIdle = (expr: string, networks: string) =>
  `${expr}\nunless on (${target})\n${select(nodeInfo, { network: matches(networks) })}`;

type LabelSource = {
  /** The info metric, and the label that is taken from it. */
  readonly info: string;
  readonly label: string;
  readonly on: string;
  /** Series of all that may have no such info: they keep their place without the label. */
  readonly or: string;
};
/** Adds a label where it is known. */
export const withLabel = (expr: string, { info, label, on, or }: LabelSource) =>
  `${block(expr)}\n* on (${on}) group_left (${label})\n${block(`${info}\nor on (${on})\ngroup by (${on}) (${or})`)}`;

/** In templates: the node by its name in the exporter's configuration, where it has one. */
export const nodeName = "{{ or $labels.node $labels.instance }}";
