/** Tables of metrics and collectors. */
import * as self from "../../app/metrics.ts";
import type { Collector } from "../../engine/collector.ts";
import type { AnyMetric, Definition } from "../../engine/metric.ts";
import { familiesOf } from "../../entities/all.ts";
import { lockOf, methodOf } from "../../node-api/contract.ts";
import { code, table } from "./markdown.ts";

/** Returns the table of the metrics that collectors expose, in the order of `/metrics`. */
export function metricTable(collectors: readonly Collector[]): string {
  const writers = (metric: AnyMetric) => collectors.filter((collector) => collector.metrics.includes(metric));
  const rows = [...familiesOf(collectors)].map((metric) => [
    code(metric.name),
    metric.labels.join(", "),
    metric.help,
    metric.from ?? "",
    writers(metric)
      .map(({ name }) => name)
      .join(", "),
  ]);
  return table(["Metric", "Labels", "Meaning", "Source", "Collector"], rows);
}

/** Returns the table of the exporter's own metrics. */
export const ownMetricTable = (): string =>
  table(
    ["Metric", "Type", "Labels", "Meaning"],
    Object.values(self).map(({ name, type, labels, help }) => [code(name), type, labels.join(", "), help]),
  );

/** Returns the labels of all metrics, and `network`, which every series of a node's data has. */
export function labelList(collectors: readonly Collector[]): string {
  const metrics: readonly Definition[] = [...familiesOf(collectors), ...Object.values(self)];
  const labels = new Set(["network", ...metrics.flatMap((metric) => metric.labels)]);
  return `${[...labels].toSorted().map(code).join(", ")}\n`;
}

/** Returns the table of collectors with their calls, intervals and locks. */
export function collectorTable(collectors: readonly Collector[]): string {
  const rows = collectors.map(({ name, summary, interval, timeout, required, disabledByDefault, reads }) => [
    code(name),
    summary,
    reads.map(code).join(", "),
    interval,
    timeout ?? "",
    [...new Set(reads.map((method) => lockOf(methodOf(method))).filter((lock) => lock !== undefined))].join(", "),
    required ? "yes" : "",
    disabledByDefault ? "disabled" : "enabled",
  ]);
  return table(["Collector", "Exports", "Calls", "Interval", "Timeout", "Chain lock", "Required", "Default"], rows);
}
