/** The metrics as tables of the README. Pure. */
import type { Collector } from "../../src/collectors/collector.ts";
import { laneOf, methodOf } from "../../src/contract/contract.ts";
import * as own from "../../src/metrics/exporter.ts";
import type { AnyMetric } from "../../src/prometheus/metric.ts";
import { code, table } from "./markdown.ts";

/** What the node is asked for, in the order of the page. */
export function metricTable(collectors: readonly Collector[]): string {
  const metrics = new Set(collectors.flatMap((collector) => collector.metrics));
  const writers = (metric: AnyMetric) => collectors.filter((collector) => collector.metrics.includes(metric));
  const rows = [...metrics].map((metric) => [
    code(metric.name),
    metric.labels.join(", "),
    metric.help,
    metric.from ?? "",
    writers(metric)
      .map(({ name }) => name)
      .join(", "),
  ]);
  return table(["Metric", "Labels", "Meaning", "From", "Collector"], rows);
}

/** What the exporter says of itself. */
export const ownMetricTable = (): string =>
  table(
    ["Metric", "Type", "Labels", "Meaning"],
    Object.values(own).map(({ name, type, labels, help }) => [code(name), type, labels.join(", "), help]),
  );

/** Which collector asks the node for what, how often, and what that costs. */
export function collectorTable(collectors: readonly Collector[]): string {
  const rows = collectors.map(({ name, summary, interval, timeout, required, disabledByDefault, reads }) => [
    code(name),
    summary,
    reads.map(code).join(", "),
    interval,
    timeout ?? "",
    [...new Set(reads.map((method) => laneOf(methodOf(method))).filter((lane) => lane !== undefined))].join(", "),
    required ? "yes" : "",
    disabledByDefault ? "off" : "on",
  ]);
  return table(
    ["Collector", "For", "Calls", "Every", "Time-out, where not the node's", "Lock", "Required", "Default"],
    rows,
  );
}
