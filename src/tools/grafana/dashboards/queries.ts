/** Selectors for the dashboard variables, and helpers for queries with them. */
import { entities } from "../../../entities/all.ts";
import {
  type Aggregation,
  type CounterSource,
  createSelect,
  externalMetrics,
  type Matcher,
  type Matchers,
  matches,
  notEqual,
  type Select,
  type Source,
} from "../promql.ts";

const ofNetwork = { network: matches("$network"), cluster: matches("$cluster") };
const ofTarget = { job: matches("$job"), instance: matches("$instance"), node: matches("$node") };

/** Selects series of the chosen nodes. */
export const select = createSelect({ ...ofNetwork, ...ofTarget });
/** Selects series about a network, its validators and L1s, whichever node reports them. */
export const selectShared = createSelect(ofNetwork);
/** Selects series without a network: those of Prometheus about a target, and of the exporter about itself. */
export const selectProcess = createSelect({ cluster: ofNetwork.cluster, ...ofTarget });
export const primary = "11111111111111111111111111111111LpoYY";

type Matching<S extends Source> = Matchers<NoInfer<S>>;
/** Labels that identify a target. */
export const targetKeys = ["cluster", "job", "instance", "node"] as const;
const onTarget = `on (${targetKeys.join(", ")})`;
/** Selects the nodes of the chosen networks, and those that were never identified: they have no network. */
const ofChosenNetworks = createSelect({ ...ofNetwork, network: matches("$network|") })(entities.node.metric("state"));
/** Restricts an expression about targets to those of the chosen networks. */
export const inNetwork = (expr: string) => `(${expr}) and ${onTarget} ${ofChosenNetworks}`;
/** Adds the label `network` to an expression about targets, and restricts it to the chosen networks. */
const withNetwork = (expr: string) =>
  `${expr} * ${onTarget} group_left (network) group by (${targetKeys.join(", ")}, network) (${ofChosenNetworks})`;
/** Selects own metrics of the exporter about the chosen nodes. */
export const selectOwn: Select = (source, matchers) => withNetwork(selectProcess(source, matchers));

/** Firing alerts of the chosen networks. Some have no network. */
export const firing = (
  severity: "critical" | "warning" | "critical|warning",
  alertname = "Avax.+",
  which: Matchers<typeof externalMetrics.alerts> = {},
) =>
  createSelect()(externalMetrics.alerts, {
    ...which,
    alertname: matches(alertname),
    network: matches("$network|"),
    severity: severity.includes("|") ? matches(severity) : severity,
    alertstate: "firing",
  });

type AnyMatchers = Readonly<Record<string, string | Matcher>>;
const listOf = (labels: readonly string[]) => ["network", ...labels].join(", ");

/** Adds an alias to each item of an expression: that of most observers. `keys` identify an item, an alias does not: observers can have
 *  different ones, or none. */
export function addAlias(expr: string, source: Source, keys: readonly string[], which: AnyMatchers): string {
  const items = listOf(keys);
  const names = `topk by (${items}) (1, count by (${items}, alias) (${selectShared(source, which as never)}))`;
  return `${expr} * on (${items}) group_left (alias) group by (${items}, alias) (${names})`;
}

/** Aggregates by network and the given labels of `source`: each item once, even if several nodes report it. With the label `alias` it has
 *  one of its aliases. */
export function perItem<const S extends Source>(
  how: Aggregation | "avg",
  source: S,
  all: readonly S["labels"][number][] = [],
  matchers: Matching<S> = {},
): string {
  const labels = all.filter((label) => label !== "alias");
  const by = (some: readonly string[]) => `${how} by (${listOf(some)}) (${selectShared(source, matchers)})`;
  if (labels.length === all.length) return by(labels);
  if (how === "max" || how === "min")
    return `${how === "max" ? "topk" : "bottomk"} by (${listOf(labels)}) (1, ${by(all)})`;
  return addAlias(by(labels), source, labels, matchers as AnyMatchers);
}
/** Aggregates by network. */
export const perNetwork = (how: "sum" | "min" | "max", expr: string) => `${how} by (network) (${expr})`;
/** Returns the median of the observers of each item; of a monitored node the value of its own exporter, as alerts do. */
export function median<const S extends Source>(
  source: S,
  all: readonly S["labels"][number][],
  which: Matching<S>,
): string {
  const labels = all.filter((label) => label !== "alias");
  const median = `quantile by (${listOf(labels)}) (0.5, ${selectShared(source, which)})`;
  const own = `max by (${listOf(labels)}) (${selectShared(source, { ...which, own: "true" } as never)})`;
  const each = source.labels.includes("own") ? `(${own} or ${median})` : median;
  return labels.length === all.length ? each : addAlias(each, source, labels, which as AnyMatchers);
}

/** Returns the rate of a counter without a network. */
export const processRate = <const S extends CounterSource>(source: S, matchers: Matching<S> = {}) =>
  `rate(${selectProcess(source, matchers)}[$__rate_interval])`;
/** Growth of own metrics of the exporter. */
export const rate = <const S extends CounterSource>(source: S, matchers: Matching<S> = {}) =>
  withNetwork(processRate(source, matchers));
export const increase = <const S extends CounterSource>(source: S) =>
  withNetwork(`increase(${selectProcess(source)}[$__rate_interval])`);
/** Returns the change of a gauge per minute, at least 0. */
export const perMinute = <const S extends Source>(source: S, matchers: Matching<S> = {}, range = "$__rate_interval") =>
  `clamp_min(60 * deriv(${select(source, matchers)}[${range}]), 0)`;

/** Returns the seconds since a timestamp, at least 0: chain time can be some seconds ahead of the clock. */
export const age = (timestamp: string) => `clamp_min(time() - ${timestamp}, 0)`;
/** Returns the growth of a value within a period; absent until the data covers the period. */
export const growth = (value: string, period: string) => `${value} - ${value} offset ${period}`;

/** Adds a label `target`: the node's name, or the exporter's address if it has none. */
export const withTarget = (expr: string) =>
  `label_replace(label_replace(${expr}, "target", "$1", "instance", "(.*)"), "target", "$1", "node", "(.+)")`;
/** Name of the target in legends. */
export const targetName = "{{target}}";
/** The same with its network, which decides about the color of a line. */
export const targetLine = `${targetName} ({{network}})`;
/** Returns a query with a line for each target; `of` begins the name of the line. */
export const queryPerTarget = (expr: string, of = "") => ({
  expr: withTarget(expr),
  legend: `${of} ${targetLine}`.trimStart(),
});
/** Returns a query with a value for each network. */
export const queryPerNetwork = (expr: string) => ({ expr, legend: "{{network}}" });

const replaced = (expr: string, label: string, from: string, pattern = "(.+)", text = "$1") =>
  `label_replace(${expr}, "${label}", "${text}", "${from}", "${pattern}")`;
/** Sets the label `name` to the beginning of an ID. */
const withId = (expr: string, id: string) => replaced(expr, "name", id, "(?:NodeID-)?(.{8}).+", "$1…");
/** Sets the label `name` to the name of a chain, which can be one letter, or to the beginning of its ID. */
const withChain = (expr: string) => withId(replaced(expr, "name", "chain"), "chain");
const withAlias = (expr: string) => replaced(expr, "name", "alias");
/** Adds a label `name`: the alias, or the beginning of the ID. */
export const named = (expr: string, id: string) => withAlias(id === "chain" ? withChain(expr) : withId(expr, id));
/** Adds the aliases that the series of `source` have to alerts: the rules drop them, because observers can have different ones. */
export function withAliasOf<const S extends Source>(alerts: string, source: S, id: S["labels"][number]): string {
  const own = selectShared(source, { alias: notEqual("") } as never);
  const aliases = `topk by (network, ${id}) (1, group by (network, ${id}, alias) (${own}))`;
  return `(${alerts} * on (network, ${id}) group_left (alias) ${aliases} or ignoring (alias) ${alerts})`;
}
/** What an alert can be about: the first label that it has is its name. */
const subjects = [
  "alias",
  "node_id",
  "subnet_id",
  "validation_id",
  "chain",
  "address",
  "node",
  "instance",
  "job",
  "network",
];
/** Adds a label `name` to alerts: never empty, the beginning of an ID. */
export const namedAlerts = (expr: string) => {
  const all = `label_join(${expr}, "name", "|", ${subjects.map((label) => `"${label}"`).join(", ")})`;
  return replaced(
    replaced(all, "name", "name", "[|]*([^|]+).*"),
    "name",
    "name",
    "(?:NodeID-)?(\\\\w{8})\\\\w{20,}",
    "$1…",
  );
};
