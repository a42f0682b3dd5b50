/** All series that can be queried, with their labels, and the rules that query them. */
import { optionalGroups, ruleGroups } from "../../../src/app/alerts/groups.ts";
import type { Overrides } from "../../../src/app/alerts/settings.ts";
import * as self from "../../../src/app/metrics.ts";
import { collectors } from "../../../src/collectors/all.ts";
import type { AnyMetric } from "../../../src/engine/metric.ts";
import { familiesOf } from "../../../src/entities/all.ts";
import {
  bucketsOf,
  countOf,
  externalMetrics,
  heliconMetrics,
  isPattern,
  nativeMetrics,
  type Source,
  sumOf,
  targetLabels,
} from "../../../src/tools/grafana/promql.ts";

export const metrics: readonly AnyMetric[] = [
  ...new Set([...familiesOf(collectors), ...(Object.values(self) as unknown as AnyMetric[])]),
];
/** Metrics of AvalancheGo itself. */
export const native = [...Object.values(nativeMetrics), ...Object.values(heliconMetrics)];

type Typed = Source & { readonly type: AnyMetric["type"] };
/** Returns the series of a metric. */
export const seriesOf = (metric: Typed): Source[] =>
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
  ...native.flatMap(seriesOf),
  ...[countOf(garbage), sumOf(garbage)],
];
/** Series of the exporter's own metrics, which have no network. */
const own = new Set(Object.values(self).flatMap((one) => seriesOf(one).map(({ name }) => name)));
const labels = new Map(
  sources.map(
    ({ name, labels }) =>
      [name, [...targetLabels, ...(own.has(name) ? [] : ["network"]), "cluster", "namespace", ...labels]] as const,
  ),
);
export const sourceNames: readonly string[] = [...labels.keys()];
export const allLabels: ReadonlySet<string> = new Set([...labels.values()].flat());
const patterns = sourceNames.filter(isPattern);
/** Returns the name of the source that has a name: the pattern of the name, if there is one. */
export const sourceOf = (name: string): string =>
  patterns.find((pattern) => new RegExp(`^${pattern}$`).test(name)) ?? name;
export const labelsOf = (name: string): readonly string[] | undefined => labels.get(name) ?? labels.get(sourceOf(name));

const parts = [...metrics, ...native].filter(({ type }) => type === "histogram" || type === "summary");
const counting = new Set(
  [
    ...parts.flatMap(seriesOf),
    ...[countOf(garbage), sumOf(garbage)],
    ...native.filter(({ type }) => type === "counter"),
  ].map(({ name }) => name),
);
export const isCounter = (name: string): boolean => name.endsWith("_total") || counting.has(name);

/** Returns all rules, the optional ones too. */
export const alertRules = (overrides: Overrides = {}) =>
  ruleGroups({ overrides }, optionalGroups).flatMap(({ rules }) => rules);
