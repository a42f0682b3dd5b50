/** Tables of alerts, and of the metrics of AvalancheGo itself that the optional rules and the dashboards use. */
import type { Alert } from "../../alerting/alert.ts";
import { alertSources, defaultAlerts, groupOf, optional } from "../../app/alerts/groups.ts";
import { nativeRow } from "../grafana/dashboards/native.ts";
import { heliconMetrics, nativeMetrics, type Source } from "../grafana/native-metrics.ts";
import { code, table } from "./markdown.ts";

const linkOf = ({ name }: Alert) => `[${name}](../grafana/runbooks/${name}.md)`;

/** Returns the table of all groups, with the sums of the default ones and of the optional ones. */
export function alertTable(): string {
  const optionalGroups = Object.values(optional);
  const isOptional = new Set<unknown>(optionalGroups);
  const rows = alertSources.map((group) => [
    code(group.name),
    isOptional.has(group) ? "optional" : "default",
    String(group.alerts.length),
    group.alerts.map(linkOf).join(", "),
  ]);
  const sumOf = (of: string, alerts: readonly Alert[]) => ["all", of, String(alerts.length), ""];
  const optionalAlerts = optionalGroups.flatMap(({ alerts }) => alerts);
  return table(
    ["Group in the rules", "Loaded", "Alerts", "Names"],
    [...rows, sumOf("default", defaultAlerts), sumOf("optional", optionalAlerts)],
  );
}

const { rules } = groupOf(optional.native);
const panels = nativeRow.panels.map(({ panel }) => panel);
/** Returns whether a query has the series of a metric, also those of a histogram. */
const has = (query: string, { name }: Source) => query.includes(name);

const alertsOf = (metric: Source) =>
  optional.native.alerts
    .filter(({ name }) => rules.some(({ alert, expr }) => alert === name && has(expr, metric)))
    .map(linkOf);
const panelsOf = (metric: Source) =>
  panels.filter(({ targets }) => has(JSON.stringify(targets), metric)).map(({ title }) => title);

const rowsOf = (metrics: Readonly<Record<string, Source>>, releases: string) =>
  Object.values(metrics).map((metric) => [
    code(metric.name),
    alertsOf(metric).join(", "),
    panelsOf(metric).join(", "),
    releases,
  ]);

export const nativeTable = (): string =>
  table(
    ["Metric of the node", "Alerts", "Panels", "AvalancheGo"],
    [...rowsOf(nativeMetrics, "1.14.0 to 1.15.0"), ...rowsOf(heliconMetrics, "1.15.0, since Helicon")],
  );
