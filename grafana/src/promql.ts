/** PromQL over the exporter's own metric definitions: a metric or a label that does not exist does not compile. */

/** What can be asked for: a metric of the exporter, a recording rule, a metric of Prometheus itself. */
export type Source<Label extends string = string> = { readonly name: string; readonly labels: readonly Label[] };
type LabelOf<S extends Source> = S["labels"][number];

/** Labels that Prometheus puts on what it scrapes: `node` where the exporter's `/sd` names several. */
export const targetLabels = ["job", "instance", "node"] as const;
type TargetLabel = (typeof targetLabels)[number];

export type Matcher = { readonly operator: "=~" | "!~" | "!="; readonly value: string };
/** A plain text is matched exactly. */
export type Matchers<S extends Source> = { readonly [L in LabelOf<S> | TargetLabel]?: string | Matcher };

export const matches = (value: string): Matcher => ({ operator: "=~", value });
export const notMatches = (value: string): Matcher => ({ operator: "!~", value });
export const notEqual = (value: string): Matcher => ({ operator: "!=", value });

const matcherText = ([label, matcher]: [string, string | Matcher]) =>
  typeof matcher === "string"
    ? `${label}=${JSON.stringify(matcher)}`
    : `${label}${matcher.operator}${JSON.stringify(matcher.value)}`;

/** The series of a metric. `common` matchers stand in every selector. */
export const createSelect =
  (common: { readonly [L in TargetLabel]?: string | Matcher } = {}) =>
  <const S extends Source>({ name }: S, matchers: Matchers<NoInfer<S>> = {}): string => {
    const all = Object.entries({ ...matchers, ...common }) as [string, string | Matcher][];
    return all.length === 0 ? name : `${name}{${all.map(matcherText).join(",")}}`;
  };
export type Select = ReturnType<typeof createSelect>;

/** A histogram's counts, sum and buckets. */
export const countOf = <const L extends string>({ name, labels }: Source<L>) => ({
  name: `${name}_count` as const,
  labels,
});
export const sumOf = <const L extends string>({ name, labels }: Source<L>) => ({
  name: `${name}_sum` as const,
  labels,
});
export const bucketsOf = <const L extends string>({ name, labels }: Source<L>) => ({
  name: `${name}_bucket` as const,
  labels: [...labels, "le"] as readonly (L | "le")[],
});
/** What only grows: shown as what it grew by. */
export type CounterSource<Label extends string = string> = Source<Label> & {
  readonly name: `${string}_${"total" | "count" | "sum" | "bucket"}`;
};

export type Aggregation = "sum" | "min" | "max" | "count";

/** `by (…)`, `on (…)`, and legends, of one target and what stands beside: of the labels of `source`. */
export const labelsOf = <const S extends Source>(_source: S, ...labels: readonly LabelOf<S>[]): string =>
  [...targetLabels, ...labels].join(", ");

/** What Prometheus itself says of what it scrapes. */
export const externalMetrics = {
  up: { name: "up", labels: [] },
  scrapeDuration: { name: "scrape_duration_seconds", labels: [] },
  scrapeSamples: { name: "scrape_samples_scraped", labels: [] },
  scrapeSeriesAdded: { name: "scrape_series_added", labels: [] },
  alerts: { name: "ALERTS", labels: ["alertname", "alertstate", "severity"] },
  alertsSince: { name: "ALERTS_FOR_STATE", labels: ["alertname", "severity"] },
  processStart: { name: "process_start_time_seconds", labels: [] },
  processCpu: { name: "process_cpu_seconds_total", labels: [] },
  processMemory: { name: "process_resident_memory_bytes", labels: [] },
  processOpenFiles: { name: "process_open_fds", labels: [] },
  processMaxFiles: { name: "process_max_fds", labels: [] },
  heapUsed: { name: "nodejs_heap_size_used_bytes", labels: [] },
  eventLoopLag: { name: "nodejs_eventloop_lag_p99_seconds", labels: [] },
  garbageCollection: { name: "nodejs_gc_duration_seconds", labels: ["kind"] },
} as const satisfies Readonly<Record<string, Source>>;
