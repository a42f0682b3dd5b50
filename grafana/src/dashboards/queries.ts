/** The series that a dashboard's variables choose, and what is put around them. */
import { available, buildInfo, interval, lastSuccess, success, up } from "../../../src/metrics/exporter.ts";
import * as l1 from "../../../src/metrics/l1.ts";
import { nodeInfo } from "../../../src/metrics/node.ts";
import { subnetInfo } from "../../../src/metrics/subnets.ts";
import * as validators from "../../../src/metrics/validators.ts";
import { on } from "../formulas.ts";
import {
  type Aggregation,
  type Counted,
  createSelect,
  external,
  like,
  type Matchers,
  type Source,
  targetLabels,
  unlike,
} from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import type { State } from "./verdicts.ts";

export const select = createSelect({ job: like("$job"), instance: like("$instance"), node: like("$node") });
export const primary = "11111111111111111111111111111111LpoYY";

/** Without the targets whose node is known to be of another network than the chosen ones. */
export const inNetwork = (expr: string) =>
  `${/ or /.test(expr) ? `(${expr})` : expr} unless ${on()} ${select(nodeInfo, { network: unlike("$network") })}`;

/** The labels of `source` that are named, and those of the target, remain. */
export const aggregate = <const S extends Source>(
  how: Aggregation,
  _source: S,
  labels: readonly S["labels"][number][],
  expr: string,
) => `${how} by (${[...targetLabels, ...labels].join(", ")}) (${inNetwork(expr)})`;
/** The same over all targets: each thing once, however many nodes tell of it. */
export const once = <const S extends Source>(
  how: Aggregation,
  _source: S,
  labels: readonly S["labels"][number][],
  expr: string,
) => `${how} by (${labels.join(", ")}) (${inNetwork(expr)})`;
/** A number for each network; nodes that do not tell theirs are one. */
export const perNetwork = (how: Aggregation, expr: string) => {
  const told = `(${expr}) * ${on()} group_left (network) ${select(nodeInfo)}`;
  const others = `(${expr}) unless ${on()} ${select(nodeInfo)}`;
  return `${how} by (network) (${inNetwork(`${told} or ${others}`)})`;
};
/** One number over all targets. */
export const overall = (how: Aggregation, expr: string) => `${how}(${inNetwork(expr)})`;
/** An aggregation that is over all targets has seen to the network itself. */
const ofTargets = (expr: string) => (/^(min|max|sum|avg|count) by /.test(expr) ? expr : inNetwork(expr));
export const most = (n: number, expr: string) => `topk(${n}, ${ofTargets(expr)})`;
export const least = (n: number, expr: string) => `bottomk(${n}, ${ofTargets(expr)})`;

export const rate = <const S extends Counted>(source: S, matchers: Matchers<NoInfer<S>> = {}) =>
  `rate(${select(source, matchers)}[$__rate_interval])`;
export const increase = <const S extends Counted>(source: S, matchers: Matchers<NoInfer<S>> = {}) =>
  `increase(${select(source, matchers)}[$__rate_interval])`;
/** By how much a gauge moves in a second. */
export const slope = <const S extends Source>(
  source: S,
  matchers: Matchers<NoInfer<S>> = {},
  range = "$__rate_interval",
) => `deriv(${select(source, matchers)}[${range}])`;

/** A state for each series of the first condition that holds for it. */
export const firstOf = (...states: readonly (readonly [state: State, when: string])[]) =>
  states.map(([{ code }, when]) => `0 * (${when}) + ${code}`).join(" or ");

/** Targets of this exporter: Prometheus's own series tell of all that it scrapes. */
export const ours = (expr: string) => `${expr} and ${on()} (${select(up)} or ${select(buildInfo)})`;
/** Processes of this exporter: they tell of themselves on /metrics alone. */
export const process = (expr: string) => `${expr} and ${on()} ${select(buildInfo)}`;
/** Targets that do not answer Prometheus, of those that told of a node within a day. */
export const downTargets = `${select(external.up)} == 0 and ${on()} last_over_time(${select(up)}[1d])`;

/** Targets of which a collector knows nothing new: its last round failed, the node does not offer it, or nobody answers. */
export const withoutData = (collector: string) => {
  const one = { collector: like(collector) };
  const failing = `${select(success, one)} == 0 unless ${on("collector")} (time() - ${select(lastSuccess, one)} < ${thresholds.lateRounds} * ${select(interval, one)})`;
  const notOffered = `${select(available, one)} == 0`;
  const down = `${downTargets} and ${on()} last_over_time(${select(success, one)}[1d])`;
  return `(${failing}) or (${notOffered}) or (${down})`;
};

/** Rounds that are missing, for each collector that has something to tell. */
export const roundsMissing = (collectors: string) => {
  const those = { collector: like(collectors) };
  return `(time() - ${select(lastSuccess, those)}) / ${select(interval, those)} and ${on("collector")} ${select(available, those)} == 1`;
};

/** A label `target`: the node's name, or the exporter's address where nodes have none. */
export const withTarget = (expr: string) =>
  `label_replace(label_replace(${expr}, "target", "$1", "instance", "(.*)"), "target", "$1", "node", "(.+)")`;

/** A label `into` with the beginning of an ID. */
export const shortened = (expr: string, id: string, into: string) =>
  `label_replace(${expr}, "${into}", "$1…", "${id}", "(?:NodeID-)?(.{8}).*")`;
const named = (expr: string, id: string, into: string) =>
  `label_replace(${shortened(expr, id, into)}, "${into}", "$1", "alias", "(.+)")`;

/** 1 for each validator, with its alias, else its shortened ID, as `name`. Who is gone has no other facts. */
export const validatorNames = (which: Matchers<typeof validators.validatorPresent> = {}) => {
  const known = `${select(validators.validatorInfo, which)} or ${on("subnet_id", "node_id")} ${select(validators.validatorPresent, which)}`;
  return named(`0 * (${known}) + 1`, "node_id", "name");
};
export const withValidatorName = (expr: string, which: Matchers<typeof validators.validatorPresent> = {}) =>
  `(${expr}) * ${on("subnet_id", "node_id")} group_left (name) ${validatorNames(which)}`;

/** 1 for each subnet, with its alias, else its shortened ID, as `l1`. */
export const subnetNames = (which: Matchers<typeof subnetInfo> = {}) =>
  named(select(subnetInfo, which), "subnet_id", "l1");
export const withSubnetName = (expr: string, which: Matchers<typeof subnetInfo> = {}) =>
  `(${expr}) * ${on("subnet_id")} group_left (l1) ${subnetNames(which)}`;

export const l1Names = (which: Matchers<typeof l1.l1Weight> = {}) =>
  shortened(`0 * ${select(l1.l1Weight, which)} + 1`, "node_id", "name");
