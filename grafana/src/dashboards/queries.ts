/** Selectors for the dashboard variables, and helpers for queries with them. */
import {
  type Aggregation,
  type CounterSource,
  createSelect,
  externalMetrics,
  type Matchers,
  matches,
  type Source,
} from "../promql.ts";

const ofNetwork = { network: matches("$network"), cluster: matches("$cluster") };
const ofTarget = { job: matches("$job"), instance: matches("$instance"), node: matches("$node") };

/** Selects series of the chosen nodes. */
export const select = createSelect({ ...ofNetwork, ...ofTarget });
/** Selects series about a network, its validators and L1s, whichever node reports them. */
export const selectShared = createSelect(ofNetwork);
/** Selects series without a network: those of Prometheus about a target, and of the process of an exporter. */
export const selectProcess = createSelect({ cluster: ofNetwork.cluster, ...ofTarget });
export const primary = "11111111111111111111111111111111LpoYY";

type Matching<S extends Source> = Matchers<NoInfer<S>>;
/** Labels that identify a target. */
export const targetKeys = ["cluster", "job", "instance", "node"] as const;

/** Firing alerts of the chosen networks. Some have no network. */
export const firing = (severity: "critical" | "warning" | "critical|warning", alertname = "Avax.+") =>
  createSelect()(externalMetrics.alerts, {
    alertname: matches(alertname),
    network: matches("$network|"),
    severity: severity.includes("|") ? matches(severity) : severity,
    alertstate: "firing",
  });

/** Aggregates by network and the given labels of `source`: each item once, even if several nodes report it. */
export const perItem = <const S extends Source>(
  how: Aggregation | "avg",
  source: S,
  labels: readonly S["labels"][number][] = [],
  matchers: Matching<S> = {},
) => `${how} by (${["network", ...labels].join(", ")}) (${selectShared(source, matchers)})`;
/** Aggregates by network. */
export const perNetwork = (how: "sum" | "min" | "max", expr: string) => `${how} by (network) (${expr})`;
/** Returns the median of the observers of each item. */
export const median = <const S extends Source>(source: S, labels: readonly S["labels"][number][], which: Matching<S>) =>
  `quantile by (${["network", ...labels].join(", ")}) (0.5, ${selectShared(source, which)})`;

export const rate = <const S extends CounterSource>(source: S, matchers: Matching<S> = {}, choose = select) =>
  `rate(${choose(source, matchers)}[$__rate_interval])`;
export const increase = <const S extends CounterSource>(source: S, matchers: Matching<S> = {}) =>
  `increase(${select(source, matchers)}[$__rate_interval])`;
/** Returns the change of a gauge per minute, at least 0. */
export const perMinute = <const S extends Source>(source: S, matchers: Matching<S> = {}, range = "$__rate_interval") =>
  `clamp_min(60 * deriv(${select(source, matchers)}[${range}]), 0)`;

/** Adds a label `target`: the node's name, or the exporter's address if it has none. */
export const withTarget = (expr: string) =>
  `label_replace(label_replace(${expr}, "target", "$1", "instance", "(.*)"), "target", "$1", "node", "(.+)")`;
/** Adds a label `name`: the alias, or the beginning of the ID. */
export const named = (expr: string, id: string) =>
  `label_replace(label_replace(${expr}, "name", "$1…", "${id}", "(?:NodeID-)?(.{8}).*"), "name", "$1", "alias", "(.+)")`;
