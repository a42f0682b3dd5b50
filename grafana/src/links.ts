/** URLs of runbooks and dashboards. */
import { hasOwner, repositoryUrl } from "../../docs/src/repository.ts";

/** Returns the URL of the runbook of an alert, or its path in the repository while the repository has no owner. */
export const runbookUrl = (alert: string) =>
  `${hasOwner ? `${repositoryUrl}/blob/main/` : ""}grafana/runbooks/${alert}.md`;

const dashboards = ["overview", "validators", "l1", "economics", "sync", "exporter"] as const;
export type DashboardFile = (typeof dashboards)[number];
/** Returns the path of a dashboard in Grafana. */
export const dashboardUrl = (file: DashboardFile) => `/d/avax-${file}`;
