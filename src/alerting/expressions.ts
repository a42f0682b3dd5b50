/** Expressions, templates and labels shared by several rules. */

import type { StateTable } from "../engine/states.ts";
import { defaultQuorum, signingQuorum } from "../entities/protocol/consensus.ts";
import { percent } from "../lib/text.ts";
import { thresholds } from "./thresholds.ts";

/** Labels that change with each Pod: without them an alert stays pending when a Pod is replaced. */
export const podLabels = "instance, pod";
/** Labels of the exporters that a job has, and of the networks of their nodes. */
export const perJob = "job, cluster, namespace";
/** Names of networks: a series with another value of this label, or none, is of a node whose network is unknown. */
export const networkNames = "mainnet|fuji|local|simulated|network-.+";
/** Labels of one validator, L1 and L1 validator, whichever nodes observe it. */
export const perValidator = "network, subnet_id, node_id";
export const perL1 = "network, subnet_id";
export const perL1Validator = "network, subnet_id, validation_id, node_id";

/** Returns the share of a window for which a series was 1, and 0 if it is not 1 now: an alert does not outlive its cause. A sample of up to
 *  5 minutes ago replaces a missed one. */
export const shareWhileTrue = (series: string, window: string, sum?: string) => {
  const of = (range: string) => (sum === undefined ? range : `${sum}(${range})`);
  return `${of(`avg_over_time(${series}[${window}])`)} * ${of(`last_over_time(${series}[5m])`)}`;
};
function vote(aggregation: string, metric: string, states: string, window: string): string {
  const share = states.includes("|")
    ? shareWhileTrue(`${metric}{state=~"${states}"}`, window, "sum without (state) ")
    : shareWhileTrue(`${metric}{state="${states}"}`, window);
  return `${aggregation} (\n  ${share}\n) > ${thresholds.majorityOfWindow}`;
}
/** Votes of the observers that an entity is in one of some states, for most of a window and now. An observer that cannot know a state has no
 *  series of it, and does not vote. `mostSee`: connections, and all that follows from them, can differ from observer to observer.
 *  `allSee`: one node that accepts blocks refutes that a network or a chain has halted, and one that is connected to enough stake refutes
 *  that too little is online. */
export const mostSee = (metric: string, labels: string, states: string, window: string) =>
  vote(`avg by (${labels})`, metric, states, window);
export const allSee = (metric: string, labels: string, states: string, window: string) =>
  vote(`min by (${labels})`, metric, states, window);
/** Returns the value of the own exporter of a validator, which knows more than others; without one, the median of the observers. */
export const ownOrMedian = (metric: string, labels: string) =>
  `(max by (${labels}) (last_over_time(${metric}{own="true"}[10m])) or ${median(metric, labels)})`;
/** Returns the median of the observers. A value of up to 10 minutes ago replaces a missed one. */
export const median = (metric: string, labels: string) =>
  `quantile by (${labels}) (0.5, last_over_time(${metric}[10m]))`;

type Label = "address" | "chain" | "instance" | "network" | "node_id" | "subnet_id" | "validation_id";
/** Returns the query of a template. Each %q stands for the value of a label. */
const query = (text: string, ...labels: readonly Label[]) =>
  `query (printf "${text}" ${labels.map((label) => `$labels.${label}`).join(" ")})`;
/** Template of a shortened ID. */
export const short = (label: string) =>
  `(reReplaceAll "^(${label === "node_id" ? "NodeID-.{8}" : ".{12}"}).*$" "$1" $labels.${label})`;
/** Template of the network in parentheses, if it is known. */
export const inNetwork = "{{ with $labels.network }} ({{ . }}){{ end }}";
/** Returns the query for the alias of an entity, which the rules drop: observers can have different ones. `range`: also an earlier alias. */
const aliasQuery = (metric: string, label: Label, range = "") => {
  const series = `${metric}{${label}=%q,network=%q,alias!=''}`;
  return query(`group by (alias) (${range ? `last_over_time(${series}[${range}])` : series})`, label, "network");
};
/** Returns the template of the name of an entity: its alias, otherwise the beginning of its ID. */
export const named = (metric: string, label: Label, otherwise: string = label, range = "") =>
  `{{ with ${aliasQuery(metric, label, range)} }}{{ (first .).Labels.alias }}{{ else }}{{ ${short(otherwise)} }}{{ end }}`;
/** Template of the node's name: that in the exporter's configuration, the alias of its validator, its ID, or the exporter's address. */
export const nodeName = `{{ if $labels.node }}{{ $labels.node }}{{ else if $labels.node_id }}${named("avax_validator_present", "node_id", "node_id", "1d")}{{ else }}{{ or $labels.instance $labels.job }}{{ end }}${inNetwork}`;
/** The same for an alert about an exporter: its own metrics have neither the ID of the node nor its network. */
export const nodeOfTarget = `{{ if $labels.node }}{{ $labels.node }}{{ else }}{{ with ${query("group by (alias) (avax_validator_present{alias!=''} and on (network, node_id) avax_node_validates{instance=%q})", "instance")} }}{{ (first .).Labels.alias }}{{ else }}{{ $labels.instance }}{{ end }}{{ end }}`;
export const validatorName = `${named("avax_validator_present", "node_id")}${inNetwork}`;
export const l1Name = `${named("avax_subnet_info", "subnet_id")}${inNetwork}`;
/** Returns the template of the values of a label in the result of a query about the node, if its ID is known. */
const listOf = (label: string, text: string) =>
  `{{ if $labels.node_id }}{{ range ${query(text, "node_id", "network")} }} {{ .Labels.${label} }}{{ end }}{{ end }}`;
/** Template of the addresses of the exporters that monitor the node: the rules drop them. */
const monitoredBy = listOf("instance", "group by (instance) (avax_node_state{node_id=%q,network=%q})");
/** Template of the health checks of the node that fail. */
export const failingChecks = listOf(
  "check",
  "group by (check) (avax_node_health_check_passing{node_id=%q,network=%q} == 0)",
);
/** Template of the node's ID, with the addresses of its exporters. */
export const longNodeName = `{{ or $labels.node_id $labels.node $labels.instance $labels.job }}{{ with $labels.cluster }} in {{ . }}{{ end }}{{ with $labels.node_id }} (exporter:${monitoredBy}){{ end }}`;
/** Template of the smallest value of a metric for the labels of the alert, after a text, in a format; empty if there is none. */
export const valueAs = (text: string, metric: string, format: string, labels: readonly Label[], more = "") =>
  `{{ with ${query(`min(${metric}{${[...labels, "network"].map((label) => `${label}=%q`).join(",")}${more}})`, ...labels, "network")} }} ${text} {{ (first .).Value | ${format} }}.{{ end }}`;
/** Template of an ID with the alias in parentheses, if there is one. */
const long = (metric: string, label: Label) =>
  `{{ $labels.${label} }}{{ with ${aliasQuery(metric, label)} }} ({{ (first .).Labels.alias }}){{ end }}`;
export const longValidatorName = long("avax_validator_present", "node_id");
export const longL1Name = long("avax_subnet_info", "subnet_id");
/** Returns the template of a text about the state that a label has. */
export const ofState = <S extends string>(
  table: StateTable,
  states: readonly S[],
  part: "fix" | "meaning",
  label = "$labels.state",
) =>
  `${states.map((state, i) => `{{ ${i === 0 ? "if" : "else if"} eq ${label} "${state}" }}${table[state]?.[part]}`).join("")}{{ end }}`;

/** Sentence about the active weight that an L1 needs. */
export const quorumNote = `By default an L1 needs ${percent(defaultQuorum.acceptance)} of its weight online to accept blocks, and signatures from ${percent(signingQuorum)} of it for messages.`;
