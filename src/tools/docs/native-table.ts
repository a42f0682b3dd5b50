/** The table of the metrics of AvalancheGo itself that the optional rules and the dashboards use. */
import { optional, optionalGroup } from "../../app/alerts/groups.ts";
import { cChainFeeRow, nativeRow } from "../grafana/dashboards/native-panels.ts";
import { heliconMetrics, nativeMetrics, type Source } from "../grafana/promql.ts";
import { code, table } from "./markdown.ts";

const { rules } = optionalGroup("native");
const panels = [...nativeRow.panels, ...cChainFeeRow.panels].map(({ panel }) => panel);
/** Returns whether a query has the series of a metric, also those of a histogram. */
const has = (query: string, { name }: Source) => query.includes(name);

const alertsOf = (metric: Source) =>
  optional.native.alerts
    .filter(({ name }) => rules.some(({ alert, expr }) => alert === name && has(expr, metric)))
    .map(({ name }) => `[${name}](../grafana/runbooks/${name}.md)`);
const panelsOf = (metric: Source) =>
  panels.filter(({ targets }) => has(JSON.stringify(targets), metric)).map(({ title = "" }) => title);

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
