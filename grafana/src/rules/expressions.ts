/** Expressions and templates shared by several rules. */
import { connectedShare } from "../formulas.ts";
import { createSelect, notMatches, targetLabels } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { aliasOfSubnet, aliasOfValidator, nodeOfTarget } from "./recording.ts";

export const select = createSelect();
/** Labels that identify a target: with `/sd` many nodes share one instance, so `node` is needed. */
export const target = targetLabels.join(", ");

/** Puts an expression in parentheses on separate lines. */
export const block = (expr: string) => `(\n${expr.replace(/^/gm, "  ")}\n)`;

const join = (expr: string, on: string, labels: string, from: string) =>
  `${block(expr)}\n* on (${on}) group_left (${labels})\n${from}`;

/** Adds the node ID and the network of a target, if they are known. */
export const ofNode = (expr: string) => join(expr, target, "node_id, network", select(nodeOfTarget));
/** The same for networks that always advance. Nodes that report no network are included. */
export const ofBusyNode = (expr: string, idleNetworks: string) =>
  join(expr, target, "node_id, network", select(nodeOfTarget, { network: notMatches(idleNetworks) }));
/** Adds the network of the observing node, if it is known. */
const withNetwork = (expr: string) => join(expr, target, "network", select(nodeOfTarget));

/** Aggregates over the observers of a validator or an L1. */
export const overObservers = (how: string, labels: readonly string[], expr: string, parameter = "") =>
  `${how} by (${[...labels, "network"].join(", ")}) (${parameter}\n${withNetwork(expr).replace(/^/gm, "  ")}\n)`;

/** Adds the alias of a validator or of a subnet, if it has one. */
export const withValidatorAlias = (expr: string) => join(expr, "subnet_id, node_id", "alias", select(aliasOfValidator));
export const withSubnetAlias = (expr: string) => join(expr, "subnet_id", "alias", select(aliasOfSubnet));

/** Returns one alert per network, and per value of `labels`, if all nodes of the network have the condition, otherwise one per
 *  node. `how` is the aggregation of the best value, so that it meets the condition only if all do. */
export function oncePerNetwork(how: "min" | "max", value: string, condition: string, labels: readonly string[] = []) {
  const by = [...labels, "network"].join(", ");
  const all = `${how} by (${by}) (\n${value.replace(/^/gm, "  ")}\n) ${condition}`;
  return `${all}\nor\n${block(value)} ${condition}\nunless on (${by})\n${all}`;
}

/** Observers that are themselves connected to too little stake: their view of other validators is not evidence. */
export const isIsolated = `(${connectedShare(select)} < ${thresholds.connectedWeightCritical})`;

/** Template of a shortened ID. */
export const short = (label: "node_id" | "subnet_id") =>
  `(reReplaceAll "^(${label === "node_id" ? "NodeID-.{8}" : ".{12}"}).*$" "$1" $labels.${label})`;
/** Template of the network in parentheses, if it is known. */
export const inNetwork = "{{ with $labels.network }} ({{ . }}){{ end }}";
/** Template of the node's name: its name in the exporter's configuration, its ID, or the exporter's address. */
export const nodeName = `{{ or $labels.node ${short("node_id")} $labels.instance }}${inNetwork}`;
export const validatorName = `{{ or $labels.alias ${short("node_id")} }}${inNetwork}`;
export const l1Name = `{{ or $labels.alias ${short("subnet_id")} }}${inNetwork}`;
/** The same with full IDs. */
export const longNodeName = `{{ with $labels.node_id }}{{ . }} at {{ end }}{{ or $labels.node $labels.instance }}`;
export const longValidatorName = "{{ $labels.node_id }}{{ with $labels.alias }} ({{ . }}){{ end }}";
export const longL1Name = "{{ with $labels.alias }}{{ . }}, {{ end }}{{ $labels.subnet_id }}";
/** Name of a node, or of all nodes of a network in alerts that are about all of them. */
export const nodeOrAll = `{{ if $labels.instance }}${nodeName}{{ else }}all nodes{{ with $labels.network }} ({{ . }}){{ end }}{{ end }}`;
export const longNodeOrAll = `{{ if $labels.instance }}${longNodeName}{{ else }}all monitored nodes of the network{{ end }}`;
