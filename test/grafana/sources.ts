/** All series that can be queried, with their labels. */

import {
  bucketsOf,
  countOf,
  externalMetrics,
  nativeMetrics,
  type Source,
  sumOf,
  targetLabels,
} from "../../grafana/src/promql.ts";
import { collectors } from "../../src/collectors/all.ts";
import { familiesOf } from "../../src/exporter/layout.ts";
import type { AnyMetric } from "../../src/exposition/metric.ts";
import * as self from "../../src/metrics/exporter.ts";

export const metrics: readonly AnyMetric[] = [
  ...new Set([...familiesOf(collectors), ...(Object.values(self) as unknown as AnyMetric[])]),
];
const seriesOf = (metric: AnyMetric): Source[] =>
  metric.type === "histogram"
    ? [countOf(metric), sumOf(metric), bucketsOf(metric)]
    : metric.type === "summary"
      ? [countOf(metric), sumOf(metric)]
      : [metric];

/** Metric of each series. */
export const metricOf = new Map(metrics.flatMap((metric) => seriesOf(metric).map(({ name }) => [name, metric.name])));

const garbage: Source = externalMetrics.garbageCollection;
const sources: readonly Source[] = [
  ...metrics.flatMap(seriesOf),
  ...Object.values(externalMetrics),
  ...Object.values(nativeMetrics),
  ...[countOf(garbage), sumOf(garbage)],
];
const labels = new Map(
  sources.map((source) => [source.name, [...targetLabels, "network", "cluster", ...source.labels]] as const),
);
export const labelsOf = (name: string): readonly string[] | undefined => labels.get(name);

const parts = metrics.filter(({ type }) => type === "histogram" || type === "summary").flatMap(seriesOf);
const { pollsFailed, pollsSuccessful, timesDisconnected, blocksFetched, blocksExecuted } = nativeMetrics;
const counting = new Set(
  [
    ...parts,
    ...[countOf(garbage), sumOf(garbage)],
    ...[pollsFailed, pollsSuccessful, timesDisconnected, blocksFetched, blocksExecuted],
  ].map(({ name }) => name),
);
export const isCounter = (name: string): boolean => name.endsWith("_total") || counting.has(name);
