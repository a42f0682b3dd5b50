/** URLs of runbooks and dashboards. */

/** URL of the project. */
const repository = "https://github.com/OWNER/avalanche-exporter";

export const runbookUrl = (alert: string) => `${repository}/blob/main/grafana/runbooks/${alert}.md`;

const dashboards = ["overview", "validators", "l1", "economics", "sync", "exporter"] as const;
export type DashboardFile = (typeof dashboards)[number];
/** Returns the path of a dashboard in Grafana. */
export const dashboardUrl = (file: DashboardFile) => `/d/avax-${file}`;
