/** Selectors for the dashboard variables, and helpers for queries with them. */
import { buildInfo, interval, lastSuccess, success, unavailable, up } from "../../../src/metrics/exporter.ts";
import { nodeInfo } from "../../../src/metrics/node.ts";
import { subnetInfo } from "../../../src/metrics/subnets.ts";
import * as validators from "../../../src/metrics/validators.ts";
import { on } from "../formulas.ts";
import {
  type Aggregation,
  type CounterSource,
  createSelect,
  externalMetrics,
  type Matchers,
  matches,
  notMatches,
  type Source,
  targetLabels,
} from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import type { State } from "./state-codes.ts";

export const select = createSelect({ job: matches("$job"), instance: matches("$instance"), node: matches("$node") });
export const primary = "11111111111111111111111111111111LpoYY";

/** Alerts about a validator, an L1 or a network have no target. */
const selectAlsoWithout = createSelect({
  job: matches("$job|"),
  instance: matches("$instance|"),
  node: matches("$node|"),
});
const ofAlerts = { alertname: matches("Avax.+"), network: matches("$network|") };
const firing = (severity: string) =>
  selectAlsoWithout(externalMetrics.alerts, { ...ofAlerts, severity, alertstate: "firing" });
/** Alerts of the chosen networks and targets that need action; an alert of two severities once, as critical. */
export const firingAlerts = `${firing("critical")} or ignoring (severity) ${firing("warning")}`;
/** The alert that always fires; absent if the rules are not loaded. */
export const watchdog = selectAlsoWithout(externalMetrics.alerts, { alertname: "AvaxWatchdog", alertstate: "firing" });
export const alertsSince = selectAlsoWithout(externalMetrics.alertsSince, {
  ...ofAlerts,
  severity: matches("critical|warning"),
});

/** Excludes targets whose node reports a network that is not chosen. */
export const inNetwork = (expr: string) =>
  `${/ or /.test(expr) ? `(${expr})` : expr} unless ${on()} ${select(nodeInfo, { network: notMatches("$network") })}`;

/** Aggregates by the target labels and the given labels of `source`. */
export const aggregate = <const S extends Source>(
  how: Aggregation,
  _source: S,
  labels: readonly S["labels"][number][],
  expr: string,
) => `${how} by (${[...targetLabels, ...labels].join(", ")}) (${inNetwork(expr)})`;
/** Aggregates over targets by the given labels only: each item once, even if several nodes report it. */
export const dedupeTargets = <const S extends Source>(
  how: Aggregation,
  _source: S,
  labels: readonly S["labels"][number][],
  expr: string,
) => `${how} by (${labels.join(", ")}) (${inNetwork(expr)})`;
/** Aggregates over all targets. */
export const overall = (how: Aggregation, expr: string) => `${how}(${inNetwork(expr)})`;
/** Restricts an expression to the chosen networks, unless it is an aggregation that already is. */
const ofTargets = (expr: string) => (/^(min|max|sum|avg|count) by /.test(expr) ? expr : inNetwork(expr));
export const topk = (n: number, expr: string) => `topk(${n}, ${ofTargets(expr)})`;
export const bottomk = (n: number, expr: string) => `bottomk(${n}, ${ofTargets(expr)})`;

export const rate = <const S extends CounterSource>(source: S, matchers: Matchers<NoInfer<S>> = {}) =>
  `rate(${select(source, matchers)}[$__rate_interval])`;
export const increase = <const S extends CounterSource>(source: S, matchers: Matchers<NoInfer<S>> = {}) =>
  `increase(${select(source, matchers)}[$__rate_interval])`;
/** Returns the change of a gauge per second. */
export const slope = <const S extends Source>(
  source: S,
  matchers: Matchers<NoInfer<S>> = {},
  range = "$__rate_interval",
) => `deriv(${select(source, matchers)}[${range}])`;

/** Returns for each series the code of the first state whose condition matches. */
export const firstOf = (...states: readonly (readonly [state: State, when: string])[]) =>
  states.map(([{ code }, when]) => `0 * (${when}) + ${code}`).join(" or ");

/** Restricts one of Prometheus's own series to targets of this exporter. */
export const ofThisExporter = (expr: string) => `${expr} and ${on()} (${select(up)} or ${select(buildInfo)})`;
/** Restricts process metrics to this exporter. Only /metrics has them, /probe does not. */
export const ofExporterProcess = (expr: string) => `${expr} and ${on()} ${select(buildInfo)}`;
/** Targets that are down, but reported a node within the last day. */
export const downTargets = `${select(externalMetrics.up)} == 0 and ${on()} last_over_time(${select(up)}[1d])`;

/** Targets without current data of a collector: its last runs failed, its API is unavailable, or the target is down. */
export const withoutData = (collector: string) => {
  const one = { collector: matches(collector) };
  const failing = `${select(success, one)} == 0 unless ${on("collector")} (time() - ${select(lastSuccess, one)} < ${thresholds.lateRuns} * ${select(interval, one)})`;
  const down = `${downTargets} and ${on()} last_over_time(${select(success, one)}[1d])`;
  return `(${failing}) or ${select(unavailable, one)} or (${down})`;
};

/** Returns the missed intervals of each collector whose API is available. */
export const missedIntervals = (collectors: string) => {
  const those = { collector: matches(collectors) };
  return `(time() - ${select(lastSuccess, those)}) / ${select(interval, those)} unless ${on("collector")} ${select(unavailable, those)}`;
};

/** Adds a label `target`: the node's name, or the exporter's address if it has none. */
export const withTarget = (expr: string) =>
  `label_replace(label_replace(${expr}, "target", "$1", "instance", "(.*)"), "target", "$1", "node", "(.+)")`;

/** Adds a label `into` with the beginning of an ID. */
export const shortened = (expr: string, id: string, into: string) =>
  `label_replace(${expr}, "${into}", "$1…", "${id}", "(?:NodeID-)?(.{8}).*")`;
export const named = (expr: string, id: string, into: string) =>
  `label_replace(${shortened(expr, id, into)}, "${into}", "$1", "alias", "(.+)")`;

/** Adds a label `name`: the alias, or else the ID of the validator or L1, the chain, or the target of an alert. */
export const withAlertName = (expr: string) => {
  const ofTarget = `label_replace(label_replace(${expr}, "name", "$1", "instance", "(.+)"), "name", "$1", "node", "(.+)")`;
  const ofChain = `label_replace(${ofTarget}, "name", "$1", "chain", "(.+)")`;
  return named(shortened(shortened(ofChain, "subnet_id", "name"), "validation_id", "name"), "node_id", "name");
};

/** Returns 1 per validator, with its alias or shortened ID as `name`. A validator that has left the set has no other labels. */
export const validatorNames = (which: Matchers<typeof validators.validatorPresent> = {}) => {
  const known = `${select(validators.validatorInfo, which)} or ${on("subnet_id", "node_id")} ${select(validators.validatorPresent, which)}`;
  return named(`0 * (${known}) + 1`, "node_id", "name");
};
/** Returns 1 per subnet, with its alias or shortened ID as `l1`. */
export const subnetNames = (which: Matchers<typeof subnetInfo> = {}) =>
  named(select(subnetInfo, which), "subnet_id", "l1");
export const withSubnetName = (expr: string, which: Matchers<typeof subnetInfo> = {}) =>
  `(${expr}) * ${on("subnet_id")} group_left (l1) ${subnetNames(which)}`;
