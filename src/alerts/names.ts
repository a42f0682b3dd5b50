/** Names of validators, L1s and nodes in the texts of alerts, as templates. */
import { nodeHealthCheck } from "../collectors/health.ts";
import { l1Weight } from "../collectors/kinds/l1-validators.ts";
import { subnetInfo } from "../collectors/subnets.ts";
import { node } from "../entities/node/fields.ts";
import { validator } from "../entities/validator/fields.ts";
import { inNetwork, longName, named, query, short } from "./expressions.ts";

const present = validator.metric("present");
export const validatorName = `${named(present, "node_id")}${inNetwork}`;
export const longValidatorName = longName(present, "node_id");
export const l1Name = `${named(subnetInfo, "subnet_id")}${inNetwork}`;
export const longL1Name = longName(subnetInfo, "subnet_id");
export const l1ValidatorName = `${named(l1Weight, "validation_id", short("node_id"))} of ${l1Name}`;
export const longL1ValidatorName =
  "{{ $labels.node_id }} (validation {{ $labels.validation_id }}) of the L1 {{ $labels.subnet_id }}";

/** The alias of a node's validator, also an earlier one, or the node's ID. */
export const nodeById = named(present, "node_id", short("node_id"), "1d");
/** The node's name: that in the exporter's configuration, the alias of its validator, its ID, or the exporter's address. */
export const nodeName = `{{ if $labels.node }}{{ $labels.node }}{{ else if $labels.node_id }}${nodeById}{{ else }}{{ or $labels.instance $labels.job }}{{ end }}${inNetwork}`;
const validatorOfTarget = `group by (alias) (${present.name}{alias!=''} and on (network, node_id) ${node.metric("validates").name}{instance=%q})`;
/** The same for an alert about an exporter: its own metrics have neither the ID of the node nor its network. */
export const nodeOfTarget = `{{ if $labels.node }}{{ $labels.node }}{{ else }}{{ with ${query(validatorOfTarget, "instance")} }}{{ (first .).Labels.alias }}{{ else }}{{ $labels.instance }}{{ end }}{{ end }}`;
/** Returns the values of a label of a metric of the node, if its ID is known. */
const valuesOf = (label: string, { name }: { readonly name: string }, condition = "") =>
  `{{ if $labels.node_id }}{{ range ${query(`group by (${label}) (${name}{node_id=%q,network=%q}${condition})`, "node_id", "network")} }} {{ .Labels.${label} }}{{ end }}{{ end }}`;
/** The node's ID, with the addresses of the exporters that monitor it: the rules drop them. */
export const longNodeName = `{{ or $labels.node_id $labels.node $labels.instance $labels.job }}{{ with $labels.cluster }} in {{ . }}{{ end }}{{ with $labels.node_id }} (exporter:${valuesOf("instance", node.metric("state"))}){{ end }}`;
/** The health checks of the node that fail. */
export const failingChecks = valuesOf("check", nodeHealthCheck, " == 0");
