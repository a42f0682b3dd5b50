/** Where people are sent. */
/** The project's own address: here alone. */
const repository = "https://github.com/OWNER/avalanche-exporter";

export const runbookUrl = (alert: string) => `${repository}/blob/main/grafana/runbooks/${alert}.md`;

const dashboards = ["overview", "validators", "l1", "economics", "sync", "exporter"] as const;
export type DashboardFile = (typeof dashboards)[number];
/** A path of Grafana's. */
export const dashboardUrl = (file: DashboardFile) => `/d/avax-${file}`;
