/** URLs of runbooks and dashboards. */
import { hasOwner, repositoryUrl } from "../repository.ts";

/** Where the links of alerts lead. */
export type Addresses = {
  /** Address of Grafana; undefined for alerts without a link to a dashboard. */
  readonly grafana: string | undefined;
  /** Address of the folder of the runbooks; undefined for alerts without a link to a runbook. */
  readonly runbooks: string | undefined;
};

/** The Grafana of grafana/compose.yaml, and the runbooks of the project: their path in the repository while it has no owner. */
export const defaultAddresses = {
  grafana: "http://127.0.0.1:3000",
  runbooks: `${hasOwner ? `${repositoryUrl}/blob/main/` : ""}grafana/runbooks`,
} as const satisfies Addresses;

const withoutSlash = (address: string) => address.replace(/\/$/, "");
/** Returns the URL of the runbook of an alert. */
export const runbookUrl = (alert: string, runbooks: string = defaultAddresses.runbooks) =>
  `${withoutSlash(runbooks)}/${alert}.md`;

export type DashboardFile = "overview" | "validators" | "l1" | "economics" | "sync" | "exporter";
/** A dashboard, and its variables by the label of the alert that has their value. */
export type DashboardLink = { readonly file: DashboardFile; readonly variables: Readonly<Record<string, string>> };

const variableText = ([variable, label]: [string, string]) =>
  `{{ with $labels.${label} }}&var-${variable}={{ . | urlquery }}{{ end }}`;
/** Returns the URL of a dashboard, as a template that fills in the variables from the labels of the alert. */
export const dashboardUrl = ({ file, variables }: DashboardLink, grafana: string) =>
  `${withoutSlash(grafana)}/d/avax-${file}?from=now-24h${Object.entries(variables).map(variableText).join("")}`;

const network = { network: "network" };
const target = { ...network, job: "job", instance: "instance", node: "node" };
/** Link of alerts about a target. */
export const toTarget = (file: "sync" | "exporter"): DashboardLink => ({ file, variables: target });
/** Link of alerts about a node: by its ID, or by the name of its target if they are about the node's own metrics. */
export const toNode: DashboardLink = {
  file: "sync",
  variables: { ...network, node: "node", monitored_id: "node_id" },
};
export const toNetwork = (file: "overview" | "sync" | "economics"): DashboardLink => ({ file, variables: network });
export const toValidator: DashboardLink = { file: "validators", variables: { ...network, node_id: "node_id" } };
export const toL1: DashboardLink = { file: "l1", variables: { ...network, subnet_id: "subnet_id" } };
export const toL1Validator: DashboardLink = {
  file: "l1",
  variables: { ...toL1.variables, validation_id: "validation_id" },
};
