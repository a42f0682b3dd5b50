/** Matchers of the variables of the dashboards, and the parts of queries that many panels share. */
import { primaryNetwork } from "../../../node-api/ids.ts";

/** Series about a network, whichever node reports them. */
export const ofNetwork = 'network=~"$network"';
/** The values of these variables are those of the chosen networks. */
export const ofValidators = 'node_id=~"$node_id"';
export const ofL1s = 'subnet_id=~"$l1"';
/** A node that was never identified has no ID. */
export const ofNodes = 'node_id=~"$node|"';
export const ofExporters = 'job=~"$job",instance=~"$instance"';
export const primary = `subnet_id="${primaryNetwork}"`;

/** Labels that identify an item in a table. */
export const keys = {
  validator: "network, subnet_id, node_id",
  l1: "network, subnet_id",
  l1Validator: "network, subnet_id, validation_id",
  node: "network, node_id, instance, node",
  chain: "network, node_id, instance, node, chain",
} as const;

/** Returns a function that queries a metric with one value per item; `more` are further matchers. */
export const per =
  (labels: string, matchers: string) =>
  (metric: string, how: "max" | "min" | "avg" = "max", more = "") =>
    `${how} by (${labels}) (${metric}{${more}${matchers}})`;
/** Exporters that Prometheus cannot scrape: targets of a job that had one within a day. */
export const down = 'up == 0 and on (job) last_over_time({__name__=~"avax_up|avax_exporter_build_info"}[1d])';
export const perNode = per(keys.node, ofNodes);
export const perChain = per(keys.chain, ofNodes);
/** Lines of graphs about nodes. */
export const nodeLine = "{{node}} {{instance}}";

/** States without a problem; the second one is that of an observer without a chain of the item, which does not vote on others. */
const fine = "ok|registered";
/** Selects series of a metric, or of a pattern `__name__=~"…"`. */
const select = (metric: string, matchers: string) =>
  metric.startsWith("__name__") ? `{${metric},${matchers}}` : `${metric}{${matchers}}`;
/** Returns the items that at most half of their observers see without a problem, with the problem that most see: with two observers that
 *  disagree it is the problem. */
export const problems = (labels: string, metric: string, matchers: string) =>
  `topk by (${labels}) (1, avg by (${labels}, state) (${select(metric, `${matchers},state!~"${fine}"`)}) > 0) unless ignoring (state) avg by (${labels}) (${select(metric, 'state="ok"')}) > 0.5`;
/** Returns the items that most of their observers see without a problem. */
export const withoutProblem = (labels: string, metric: string, matchers: string) =>
  `avg by (${labels}, state) (${select(metric, `${matchers},state="ok"`)}) > 0.5`;
/** Returns the items of which no observer runs a chain. */
export const registered = (labels: string, metric: string, matchers: string) =>
  `max by (${labels}, state) (${select(metric, `${matchers},state="registered"`)}) unless on (${labels}) ${select(metric, 'state="ok"')}`;
/** Returns the rows of a table by state: those with a problem first. */
export const stateRows = (...of: Parameters<typeof problems>) =>
  [problems, withoutProblem, registered].map((rows) => rows(...of));
/** Returns the rows of nodes or chains, which have one observer, by state: those with a problem first. */
export const ownStateRows = (labels: string, metric: string, matchers: string) =>
  ['state!="ok"', 'state="ok"'].map((state) => `max by (${labels}, state) (${metric}{${matchers},${state}}) == 1`);
/** Returns the states of items with a problem that at least half of their observers see, for the lines of a timeline. */
export const problemLines = (labels: string, metric: string, matchers: string) =>
  `avg by (${labels}, state) (${select(metric, `${matchers},state!~"${fine}"`)}) >= 0.5`;
/** Returns the seconds since any observer last saw an item without a problem, within a day; only for items of which `now` has series. */
export const lastOk = (
  labels: string,
  metric: string,
  matchers: string,
  now = `and on (${labels}) ${select(metric, matchers)}`,
) =>
  `time() - max by (${labels}) (max_over_time(timestamp(${select(metric, `${matchers},state="ok"`)} == 1)[1d:1m])) ${now}`;
/** Nodes without a state: each target has avax_up. */
export const unknownNodes = "max by (instance, node) (avax_up) unless on (instance, node) avax_node_state";
/** Labels that identify a watched item. A validation that no node knows has no L1. */
const watched = { validator: "subnet_id, id", subnet: "id", l1_validator: "id" } as const;
/** Returns the watched items whose state no node knows. A node that was never identified has no network. */
export const unknown = (entity: keyof typeof watched, matchers: string, labels = "network, subnet_id, id") =>
  `max by (${labels}) (avax_watched_observed{entity="${entity}",${matchers.replace("node_id", "id")}}) < 1 unless on (${watched[entity]}) avax_watched_observed > 0`;
/** Returns their rows: with the ID as the label `id`, and the alias or the ID. */
export const unknownRows = (entity: keyof typeof watched, id: string, matchers: string) => {
  const rows = unknown(entity, matchers, "network, subnet_id, id, alias");
  return aliased(id === "subnet_id" ? rows : `label_replace(${rows}, "${id}", "$0", "id", ".+")`, "id");
};
/** Takes away the networks that have such an item. */
export const ifKnown = (entity = ".+") =>
  `unless on (network) (max by (network, subnet_id, id) (avax_watched_observed{entity=~"${entity}"}) == 0)`;

/** Returns one alias per item, for the column of the label `alias`; without one, the label `id`. Observers can have other aliases, or none. */
export const names = (labels: string, id: string, metric: string, matchers: string) => [
  `topk by (${labels}) (1, max by (${labels}, alias) (${select(metric, `${matchers},alias!=""`)}))`,
  `label_replace(max by (${labels}) (${select(metric, matchers)} unless on (${labels}) ${select(metric, 'alias!=""')}), "alias", "$1", "${id}", "(.+)")`,
];
/** Returns series with the label `id` as `alias` if they have no alias. */
export const aliased = (expr: string, id: string) =>
  `label_replace(label_join(${expr}, "alias", "|", "alias", "${id}"), "alias", "$1", "alias", "[|]*([^|]+).*")`;
/** Returns the rows of a table, and the queries of their names. */
export const namedRows = (labels: string, id: string, metric: string, matchers: string) => [
  `max by (${labels}) (${select(metric, matchers)})`,
  ...names(labels, id, metric, matchers),
];
/** Returns queries with a line per item, which has the name `legend`: {} stands for its alias, or for its label `id` without one. */
export const named = (expr: string, labels: string, id: string, metric: string, legend: string) => ({
  [legend.replace("{}", "{{alias}}")]:
    `(${expr}) * on (${labels}) group_left (alias) topk by (${labels}) (1, ${metric}{alias!=""} > bool -1)`,
  [legend.replace("{}", `{{${id}}}`)]: `${expr} unless on (${labels}) ${metric}{alias!=""}`,
});
