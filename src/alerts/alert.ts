/** Alerts as plain data: source of the rule files for Prometheus, of the chart, and of the command `rules`. URLs of runbooks and dashboards. */
import { hasOwner, repositoryUrl } from "../repository.ts";

/** Severities, the most severe first. A severity `none` is for an alert that always fires: stacks of others suppress `info`. */
export const severities = ["critical", "warning", "info", "none"] as const;
export type Severity = (typeof severities)[number];
export type Parameters = Readonly<Record<string, number | string>>;
/** Parameters that are durations, and numbers of seconds in expressions. Ranges such as `window` are durations there, too. */
export const durations: readonly string[] = ["duration", "lag"];

/** A rule of an alert. Several tiers can fire together: the inhibition rules of Alertmanager leave the most severe one. */
export type Tier<P extends Parameters> = {
  readonly for: string;
  /** In place of that of the alert. */
  readonly keepFiringFor?: string;
  readonly parameters: P;
};
/** A template of Prometheus, or one per severity: a template does not know the severity of its rule. */
type Text = string | ((severity: Severity) => string);
export type Alert<P extends Parameters = Parameters> = {
  readonly name: string;
  readonly tiers: { readonly [S in Severity]?: Tier<P> };
  /** Keeps the alert firing while its condition alternates or its data is absent for a while. */
  readonly keepFiringFor?: string;
  /** The condition in one sentence: the first line of the expression, as its comment. */
  readonly sentence: string;
  /** Returns the condition of a tier: a fact compared with a threshold. The parameters are texts: numbers, or placeholders of the chart. */
  readonly expr: (parameters: { readonly [N in keyof P]: string }, severity: Severity) => string;
  readonly summary: Text;
  readonly description: Text;
  /** In place of that of its group. */
  readonly dashboard?: DashboardLink;
};

/** Checks the parameters of an alert, and returns it without their type, so that a list of alerts needs no `any`. */
export const alert = <const P extends Parameters>(definition: Alert<P>): Alert => definition as unknown as Alert;

/** Group of alerts. The optional groups have a file and a switch of their own. */
export type AlertGroup = {
  readonly name: string;
  readonly dashboard: DashboardLink;
  readonly alerts: readonly Alert[];
};

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

type DashboardFile = "overview" | "validators" | "l1" | "economics" | "sync" | "exporter";
/** A dashboard, and its variables by the label of the alert that has their value. */
export type DashboardLink = { readonly file: DashboardFile; readonly variables: Readonly<Record<string, string>> };

const variableText = ([variable, label]: [string, string]) =>
  `{{ with $labels.${label} }}&var-${variable}={{ . | urlquery }}{{ end }}`;
/** Returns the URL of a dashboard, as a template that fills in the variables from the labels of the alert. */
export const dashboardUrl = ({ file, variables }: DashboardLink, grafana: string) =>
  `${withoutSlash(grafana)}/d/avax-${file}?from=now-24h${Object.entries(variables).map(variableText).join("")}`;

const network = { network: "network" };
/** Link of alerts about an exporter. */
export const toExporter: DashboardLink = { file: "exporter", variables: { job: "job", instance: "instance" } };
/** Link of alerts about a node, by its ID. Those about the node's own metrics have none. */
export const toNode: DashboardLink = { file: "sync", variables: { ...network, node: "node_id" } };
export const toNetwork = (file: "overview" | "sync" | "economics"): DashboardLink => ({ file, variables: network });
export const toValidator: DashboardLink = { file: "validators", variables: { ...network, node_id: "node_id" } };
export const toL1: DashboardLink = { file: "l1", variables: { ...network, l1: "subnet_id" } };
