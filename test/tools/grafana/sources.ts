/** All series that can be queried, with their labels, and the rules that query them. */
import { optionalGroups, ruleGroups } from "../../../src/alerts/groups.ts";
import type { Overrides } from "../../../src/alerts/settings.ts";
import { collectors } from "../../../src/collectors/all.ts";
import type { AnyMetric } from "../../../src/engine/metric.ts";
import * as self from "../../../src/engine/own-metrics.ts";
import { familiesOf } from "../../../src/entities/all.ts";
import { heliconMetrics, nativeMetrics, type Source } from "../../../src/tools/grafana/native-metrics.ts";

/** Labels that Prometheus adds to scraped series; `node` comes from the exporter's `/sd`. */
const targetLabels = ["job", "instance", "node"];
const ofAlerts = ["network", "subnet_id", "node_id", "validation_id", "alias", "chain", "address", "id", "collector"];
const alertLabels = ["alertname", "severity", ...ofAlerts];
/** Series of Prometheus itself, and the default process metrics of the exporter. */
const externalMetrics: readonly Source[] = [
  ...["up", "scrape_samples_scraped", "process_start_time_seconds", "process_cpu_seconds_total"],
  ...["process_resident_memory_bytes", "nodejs_heap_size_used_bytes", "nodejs_eventloop_lag_p99_seconds"],
  ...["nodejs_eventloop_lag_max_seconds", "nodejs_gc_duration_seconds_sum", "nodejs_gc_duration_seconds_count"],
]
  .map((name): Source => ({ name, labels: [] }))
  .concat(
    { name: "ALERTS", labels: ["alertstate", ...alertLabels] },
    { name: "ALERTS_FOR_STATE", labels: alertLabels },
  );
const part =
  (suffix: string, ...more: readonly string[]) =>
  ({ name, labels }: Source): Source => ({ name: `${name}_${suffix}`, labels: [...labels, ...more] });
/** Returns whether the name of a source is a regular expression of several names. */
export const isPattern = (name: string): boolean => /[^\w:]/.test(name);

export const metrics: readonly AnyMetric[] = [
  ...new Set([...familiesOf(collectors), ...(Object.values(self) as unknown as AnyMetric[])]),
];
/** Metrics of AvalancheGo itself. */
export const native = [...Object.values(nativeMetrics), ...Object.values(heliconMetrics)];

type Typed = Source & { readonly type: AnyMetric["type"] };
/** Returns the series of a metric. */
export const seriesOf = (metric: Typed): Source[] =>
  metric.type === "histogram" ? [part("count")(metric), part("sum")(metric), part("bucket", "le")(metric)] : [metric];

/** Metric of each series. */
export const metricOf = new Map(metrics.flatMap((metric) => seriesOf(metric).map(({ name }) => [name, metric.name])));

const sources: readonly Source[] = [...metrics.flatMap(seriesOf), ...externalMetrics, ...native.flatMap(seriesOf)];
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
/** Returns the names that a pattern matches, or the name itself. */
export const namesOf = (name: string): readonly string[] =>
  isPattern(name) ? sourceNames.filter((one) => new RegExp(`^(?:${name})$`).test(one)) : [name];
/** Returns the labels of a series; of a pattern, those that all its names have. */
export function labelsOf(name: string): readonly string[] | undefined {
  const known = labels.get(name) ?? labels.get(sourceOf(name));
  if (known || !isPattern(name)) return known;
  const [first, ...others] = namesOf(name).flatMap((one) => [labels.get(one) ?? []]);
  return first?.filter((label) => others.every((one) => one.includes(label)));
}

const parts = [...metrics, ...native].filter(({ type }) => type === "histogram");
const counting = new Set(
  [
    ...parts.flatMap(seriesOf),
    ...["nodejs_gc_duration_seconds_sum", "nodejs_gc_duration_seconds_count"].map((name) => ({ name })),
    ...native.filter(({ type }) => type === "counter"),
  ].map(({ name }) => name),
);
export const isCounter = (name: string): boolean => name.endsWith("_total") || counting.has(name);

/** Returns all rules, the optional ones too. `sentence`: the comment in the first line of the expression. */
export const alertRules = (overrides: Overrides = {}) =>
  ruleGroups({ overrides }, optionalGroups).flatMap(({ rules }) =>
    rules.map((rule) => {
      const [, sentence = "", expr = ""] = /^# ([^\n]*)\n(.*)$/s.exec(rule.expr) ?? [];
      return { ...rule, sentence, expr };
    }),
  );
