/** Expressions shared by several rules. */
import type { Collector } from "../../../src/collectors/collector.ts";
import { interval, lastSuccess, nodeReachable } from "../../../src/metrics/exporter.ts";
import { nodeInfo } from "../../../src/metrics/node.ts";
import { createSelect, type Matcher, matches, targetLabels } from "../promql.ts";
import { thresholds } from "../thresholds.ts";

export const select = createSelect();

/** Labels that identify a target: with `/sd` many nodes share one instance, so `node` is needed. */
export const target = targetLabels.join(", ");

type NamedCollector = Pick<Collector, "name">;

/** Puts an expression in parentheses on separate lines. */
const block = (expr: string) => `(\n${expr.replace(/^/gm, "  ")}\n)`;

type CollectorMatcher = { readonly collector?: string | Matcher };
/** Returns the seconds from the last successful run to the scrape, so that a long scrape interval does not make data stale. */
export const age = (of: CollectorMatcher = {}) => `timestamp(${select(lastSuccess, of)}) - ${select(lastSuccess, of)}`;
/** Returns the age from which data is stale: at least two minutes, because short intervals are exceeded after a failure. */
export const maxAge = (rounds: number | string, of: CollectorMatcher = {}) =>
  `clamp_min(${rounds} * ${select(interval, of)}, 120)`;
const isFresh = (collector: string | Matcher) =>
  `${age({ collector })}\n<= ${maxAge(thresholds.staleRounds, { collector })}`;

/** Restricts an expression to targets with fresh data of the collector. Stale data has an alert of its own; a single failed
 *  run does not make data stale. */
export const whileFresh = (expr: string, { name }: NamedCollector) =>
  `${block(expr)}\nand on (${target})\n${block(isFresh(name))}`;

/** The same for collectors with separate calls per item. A permanently failing item must not suppress alerts on the others:
 *  while the node is reachable, the exporter itself drops series that it could not refresh. */
export const whileFreshOrReachable = (expr: string, ...collectors: readonly [NamedCollector, ...NamedCollector[]]) => {
  const [{ name }, ...others] = collectors;
  const any = others.length === 0 ? name : matches(collectors.map((one) => one.name).join("|"));
  return `${block(expr)}\nand on (${target})\n${block(`${isFresh(any)}\nor\n${select(nodeReachable)} == 1`)}`;
};

/** Excludes networks that can be idle for days. */
export const unlessIdle = (expr: string, networks: string) =>
  `${expr}\nunless on (${target})\n${select(nodeInfo, { network: matches(networks) })}`;

type LabelSource = {
  /** Info metric that has the label. */
  readonly info: string;
  readonly label: string;
  readonly on: string;
  /** Series of all items: those without an info series keep their value without the label. */
  readonly or: string;
};
/** Adds a label of an info metric, if it is known. */
export const withLabel = (expr: string, { info, label, on, or }: LabelSource) =>
  `${block(expr)}\n* on (${on}) group_left (${label})\n${block(`${info}\nor on (${on})\ngroup by (${on}) (${or})`)}`;

/** Template of the node's name in the exporter's configuration, or of the exporter's address. */
export const nodeName = "{{ or $labels.node $labels.instance }}";
