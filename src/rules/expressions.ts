/** Expressions, templates and labels shared by several rules. */
import { thresholds } from "./thresholds.ts";

/** Labels that change with each Pod: without them an alert stays pending when a Pod is replaced. */
export const podLabels = "instance, pod";
/** Labels of one validator, L1 and L1 validator, whichever nodes observe it. */
export const perValidator = "network, subnet_id, node_id";
export const perL1 = "network, subnet_id";
export const perL1Validator = "network, subnet_id, validation_id, node_id";

/** Returns the condition that most observers report a state for most of a window: short gaps and restarts do not end it. */
export const mostSee = (metric: string, labels: string, state: string, window: string) =>
  `avg by (${labels}) (avg_over_time(${metric}{state="${state}"}[${window}])) > ${thresholds.majorityOfWindow}`;
/** Returns the value of the own exporter of a validator, which knows more than others; without one, the median of the observers. */
export const ownOrMedian = (metric: string, labels: string) =>
  `(max by (${labels}) (last_over_time(${metric}{own="true"}[10m])) or ${median(metric, labels)})`;
/** Returns the median of the observers. A value of up to 10 minutes ago replaces a missed one. */
export const median = (metric: string, labels: string) =>
  `quantile by (${labels}) (0.5, last_over_time(${metric}[10m]))`;

/** Template of a shortened ID. */
export const short = (label: string) =>
  `(reReplaceAll "^(${label === "node_id" ? "NodeID-.{8}" : ".{12}"}).*$" "$1" $labels.${label})`;
/** Template of the network in parentheses, if it is known. */
export const inNetwork = "{{ with $labels.network }} ({{ . }}){{ end }}";
type Named = "address" | "chain" | "node_id" | "subnet_id" | "validation_id";
/** Returns the query for the alias of an entity, which the rules drop: observers can have different ones. */
const aliasQuery = (metric: string, label: Named) =>
  `query (printf "group by (alias) (${metric}{${label}=%q,alias!=''})" $labels.${label})`;
/** Returns the template of the name of an entity: its alias, otherwise the beginning of its ID. */
export const named = (metric: string, label: Named, otherwise: string = label) =>
  `{{ with ${aliasQuery(metric, label)} }}{{ (first .).Labels.alias }}{{ else }}{{ ${short(otherwise)} }}{{ end }}`;
/** Template of the node's name: that in the exporter's configuration, the alias of its validator, its ID, or the exporter's address. */
export const nodeName = `{{ if $labels.node }}{{ $labels.node }}{{ else if $labels.node_id }}${named("avax_validator_present", "node_id")}{{ else }}{{ or $labels.instance $labels.job }}{{ end }}${inNetwork}`;
export const validatorName = `${named("avax_validator_present", "node_id")}${inNetwork}`;
export const l1Name = `${named("avax_subnet_info", "subnet_id")}${inNetwork}`;
/** Template that lists a label of the result of a query about the node of the alert, each value after a space. */
const ofNode = (query: string, label: string) =>
  `{{ with $labels.node_id }}{{ range query (printf "${query}" .) }} {{ .Labels.${label} }}{{ end }}{{ end }}`;
/** Template of the addresses of the exporters that monitor the node: the rules drop them. */
const monitoredBy = ofNode("group by (instance) (avax_node_state{node_id=%q})", "instance");
/** Template of the health checks of the node that fail. */
export const failingChecks = ofNode("group by (check) (avax_node_health_check_passing{node_id=%q} == 0)", "check");
/** The same with full IDs. */
export const longNodeName = `{{ or $labels.node_id $labels.node $labels.instance $labels.job }}{{ with $labels.cluster }} in {{ . }}{{ end }}{{ with $labels.node_id }} (exporter:${monitoredBy}){{ end }}`;
/** Template of a value of the node of the alert, after a text, in a format; empty if there is none. `more`: further matchers. */
export const valueOfNode = (text: string, metric: string, format: string, more = "") =>
  `{{ with $labels.node_id }}{{ with query (printf "min(${metric}{node_id=%q${more}})" .) }} ${text} {{ (first .).Value | ${format} }}.{{ end }}{{ end }}`;
/** Template of an ID with the alias in parentheses, if there is one. */
const long = (metric: string, label: Named) =>
  `{{ $labels.${label} }}{{ with ${aliasQuery(metric, label)} }} ({{ (first .).Labels.alias }}){{ end }}`;
export const longValidatorName = long("avax_validator_present", "node_id");
export const longL1Name = long("avax_subnet_info", "subnet_id");
