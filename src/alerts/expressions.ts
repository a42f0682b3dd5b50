/** Expressions, templates and labels shared by several rules. */
import type { StateText } from "../engine/states.ts";
import { percent } from "../lib/text.ts";
import { defaultQuorum, signingQuorum } from "../protocol/consensus.ts";
import { thresholds } from "./thresholds.ts";

/** Labels that change with each Pod: without them an alert stays pending when a Pod is replaced. */
export const podLabels = "instance, pod";
/** Labels of the exporters that a job has, and of the networks of their nodes. */
export const perJob = "job, cluster, namespace";
/** Labels of one validator, L1 and L1 validator, whichever nodes observe it. */
export const perValidator = "network, subnet_id, node_id";
export const perL1 = "network, subnet_id";
export const perL1Validator = "network, subnet_id, validation_id, node_id";

/** A metric of the exporter. */
export type Source = { readonly name: string };
type StateField<S extends string> = { readonly series: { readonly metric: string }; of(record: never): S | undefined };
/** An entity with the states `S`. */
type Stated<S extends string> = { readonly fields: { readonly state: StateField<S> } };
type OneOrMore<T> = T | readonly T[];

/** Returns the series of an entity that are 1 in one of some states. `more`: further matchers. */
export const stateSeries = <S extends string>({ fields }: Stated<S>, states: OneOrMore<NoInfer<S>>, more = "") =>
  `${fields.state.series.metric}{state${typeof states === "string" ? `="${states}"` : `=~"${states.join("|")}"`}${more}}`;
/** Returns the share of a window for which a series was 1, and 0 if it is not 1 now: an alert does not outlive its cause. A sample of up to
 *  5 minutes ago replaces a missed one. */
export const shareWhileTrue = (series: string, window: string) =>
  `avg_over_time(${series}[${window}]) * last_over_time(${series}[5m])`;
/** Returns the same for an entity in one of several states. */
const shareInStates = (series: string, window: string) =>
  `sum without (state) (avg_over_time(${series}[${window}])) * sum without (state) (last_over_time(${series}[5m]))`;

/** Returns the votes of the observers that an entity is in one of some states, for most of a window and now. An observer that cannot know
 *  a state has no series of it, and does not vote. */
const votes =
  (aggregation: "avg" | "min" | "max") =>
  <S extends string>(entity: Stated<S>, labels: string, states: OneOrMore<NoInfer<S>>, window: string) => {
    const share = typeof states === "string" ? shareWhileTrue : shareInStates;
    return `${aggregation} by (${labels}) (
  ${share(stateSeries(entity, states), window)}
) > ${thresholds.majorityOfWindow}`;
  };
/** Votes of which a majority decides: connections, and all that follows from them, can differ from observer to observer. */
export const mostSee = votes("avg");
/** One vote is enough: the observer knows it. */
export const oneSees = votes("max");
/** Votes that have to agree: one node that accepts blocks refutes that a network or a chain has halted, and one that is connected to enough
 *  stake refutes that too little is online. */
export const allSee = votes("min");
/** Returns the median of the observers. A value of up to 10 minutes ago replaces a missed one. */
export const median = ({ name }: Source, labels: string, matchers = "") =>
  `quantile by (${labels}) (0.5, last_over_time(${name}${matchers}[10m]))`;
/** Returns the condition that a digest had another value within a window. */
export const hasChanged = ({ name }: Source, labels: string, window: string) =>
  `max by (${labels}) (max_over_time(${name}[${window}])) - min by (${labels}) (min_over_time(${name}[${window}])) > 0`;

type Label = "address" | "chain" | "id" | "instance" | "network" | "node_id" | "subnet_id" | "validation_id";
/** Returns the query of a template. Each %q stands for the value of a label. */
export const query = (text: string, ...labels: readonly Label[]) =>
  `query (printf "${text}" ${labels.map((label) => `$labels.${label}`).join(" ")})`;
/** Template of a shortened ID. */
export const short = (label: string) =>
  `(reReplaceAll "^(${label === "node_id" ? "NodeID-.{8}" : ".{12}"}).*$" "$1" $labels.${label})`;
/** Template of the network in parentheses, if it is known. */
export const inNetwork = "{{ with $labels.network }} ({{ . }}){{ end }}";
/** Returns the query for the alias of an entity, which the rules drop: observers can have different ones. `range`: also an earlier alias. */
const aliasQuery = ({ name }: Source, label: Label, range = "") => {
  const series = `${name}{${label}=%q,network=%q,alias!=''}`;
  return query(`group by (alias) (${range ? `last_over_time(${series}[${range}])` : series})`, label, "network");
};
/** Returns the template of the name of an entity: its alias, otherwise the beginning of its ID. */
export const named = (metric: Source, label: Label, otherwise = short(label), range = "") =>
  `{{ with ${aliasQuery(metric, label, range)} }}{{ (first .).Labels.alias }}{{ else }}{{ ${otherwise} }}{{ end }}`;
/** Returns the template of an ID with the alias in parentheses, if there is one. */
export const longName = (metric: Source, label: Label) =>
  `{{ $labels.${label} }}{{ with ${aliasQuery(metric, label)} }} ({{ (first .).Labels.alias }}){{ end }}`;
/** Returns the template of the smallest finite value above 0 of a metric for the labels of the alert, after a text, in a format; empty if there is
 *  none. */
export const valueAs = (text: string, { name }: Source, format: string, labels: readonly Label[], more = "") =>
  `{{ with ${query(`min(${name}{${[...labels, "network"].map((label) => `${label}=%q`).join(",")}${more}} > 0 < +Inf)`, ...labels, "network")} }} ${text} {{ (first .).Value | ${format} }}.{{ end }}`;
/** Returns the template of a text about the state that a label has. */
export const ofState = <S extends string>(
  table: Readonly<Record<S, StateText>>,
  states: readonly NoInfer<S>[],
  part: "fix" | "meaning",
  label = "$labels.state",
) =>
  `${states.map((state, i) => `{{ ${i === 0 ? "if" : "else if"} eq ${label} "${state}" }}${table[state][part]}`).join("")}{{ end }}`;

/** Sentence about the active weight that an L1 needs. */
export const quorumNote = `By default an L1 needs ${percent(defaultQuorum.acceptance)} of its weight online to accept blocks, and signatures from ${percent(signingQuorum)} of it for messages.`;
