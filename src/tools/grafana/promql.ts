/** PromQL over the exporter's own metric definitions: a metric or a label that does not exist does not compile. */

/** Queryable series: a metric of the exporter, a recording rule, or a metric of Prometheus itself. */
export type Source<Label extends string = string> = { readonly name: string; readonly labels: readonly Label[] };
type LabelOf<S extends Source> = S["labels"][number];

/** Labels that Prometheus adds to scraped series; `node` comes from the exporter's `/sd`. */
export const targetLabels = ["job", "instance", "node"] as const;
type TargetLabel = (typeof targetLabels)[number];
/** Labels that any series can have: those of the target, the network of its node, and an external label for several clusters. */
type CommonLabel = TargetLabel | "network" | "cluster";

export type Matcher = { readonly operator: "=~" | "!~" | "!="; readonly value: string };
/** Matchers by label; a string matches exactly. */
export type Matchers<S extends Source> = { readonly [L in LabelOf<S> | CommonLabel]?: string | Matcher };

export const matches = (value: string): Matcher => ({ operator: "=~", value });
export const notMatches = (value: string): Matcher => ({ operator: "!~", value });
export const notEqual = (value: string): Matcher => ({ operator: "!=", value });

const matcherText = ([label, matcher]: [string, string | Matcher]) =>
  typeof matcher === "string"
    ? `${label}=${JSON.stringify(matcher)}`
    : `${label}${matcher.operator}${JSON.stringify(matcher.value)}`;

/** Returns whether the name of a source is a regular expression of several names. */
export const isPattern = (name: string): boolean => /[^\w:]/.test(name);

/** Returns a function that builds selectors, each with the `common` matchers. */
export const createSelect =
  (common: { readonly [L in CommonLabel]?: string | Matcher } = {}) =>
  <const S extends Source>({ name }: S, matchers: Matchers<NoInfer<S>> = {}): string => {
    const names = isPattern(name) ? { __name__: matches(name) } : {};
    const all = Object.entries({ ...names, ...matchers, ...common }) as [string, string | Matcher][];
    const selected = isPattern(name) ? "" : name;
    return all.length === 0 ? selected : `${selected}{${all.map(matcherText).join(",")}}`;
  };
export type Select = ReturnType<typeof createSelect>;

type NativeMetric = Source & { readonly type: "counter" | "gauge" | "histogram" };

/** Metrics of AvalancheGo itself at /ext/metrics that rules and panels use. Versions 1.14.0 to 1.15.0 have them. */
export const nativeMetrics = {
  pollsFailed: { name: "avalanche_snowman_polls_failed", labels: ["chain"], type: "counter" },
  pollsSuccessful: { name: "avalanche_snowman_polls_successful", labels: ["chain"], type: "counter" },
  bootstrapFinished: { name: "avalanche_snowman_bootstrap_finished", labels: ["chain"], type: "gauge" },
  blocksFetched: { name: "avalanche_snowman_bs_fetched", labels: ["chain"], type: "counter" },
  blocksExecuted: { name: "avalanche_snowman_bs_accepted", labels: ["chain"], type: "counter" },
  messages: { name: "avalanche_handler_messages", labels: ["chain", "op"], type: "counter" },
  /** The C-Chain until Helicon, and chains of Subnet-EVM: with the name `subnetevm`, or the ID of another virtual machine. */
  badBlocks: { name: "avalanche_.+_eth_chain_block_bad_count", labels: ["chain"], type: "counter" },
} as const satisfies Readonly<Record<string, NativeMetric>>;

/** Metrics of the C-Chain since Helicon: vms/saevm/saexec/metrics.go of AvalancheGo 1.15.0. The prefixes are from vms/saevm/sae/vm.go (`sae`)
 *  and vms/transitionvm/vm.go (`transition`). */
export const heliconMetrics = {
  queueBlocks: { name: "avalanche_evm_transition_sae_execution_queue_blocks", labels: ["chain"], type: "gauge" },
  queueDuration: {
    name: "avalanche_evm_transition_sae_execution_queue_duration_seconds",
    labels: ["chain"],
    type: "histogram",
  },
  gasCharged: { name: "avalanche_evm_transition_sae_executed_gas_charged_total", labels: ["chain"], type: "counter" },
  gasTarget: { name: "avalanche_evm_transition_sae_gas_target", labels: ["chain"], type: "gauge" },
  baseFee: { name: "avalanche_evm_transition_sae_executed_base_fee", labels: ["chain"], type: "gauge" },
  worstCaseBaseFee: { name: "avalanche_evm_transition_sae_worst_case_base_fee", labels: ["chain"], type: "gauge" },
} as const satisfies Readonly<Record<string, NativeMetric>>;

/** Returns the `_count` series of a histogram or summary. */
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
/** Counter, or series of a histogram or summary: queried with rate or increase. */
export type CounterSource<Label extends string = string> = Source<Label> & {
  readonly name: `${string}_${"total" | "count" | "sum" | "bucket"}`;
};

export type Aggregation = "sum" | "min" | "max" | "count";

const ofAlerts = ["network", "subnet_id", "node_id", "validation_id", "alias", "chain", "address"] as const;
const alertLabels = ["alertname", "severity", ...ofAlerts] as const;
/** Series of Prometheus itself, and the default process metrics of the exporter. */
export const externalMetrics = {
  up: { name: "up", labels: [] },
  scrapeDuration: { name: "scrape_duration_seconds", labels: [] },
  scrapeSamples: { name: "scrape_samples_scraped", labels: [] },
  scrapeSeriesAdded: { name: "scrape_series_added", labels: [] },
  alerts: { name: "ALERTS", labels: ["alertstate", ...alertLabels] },
  alertsSince: { name: "ALERTS_FOR_STATE", labels: alertLabels },
  processStart: { name: "process_start_time_seconds", labels: [] },
  processCpu: { name: "process_cpu_seconds_total", labels: [] },
  processMemory: { name: "process_resident_memory_bytes", labels: [] },
  processOpenFiles: { name: "process_open_fds", labels: [] },
  processMaxFiles: { name: "process_max_fds", labels: [] },
  heapUsed: { name: "nodejs_heap_size_used_bytes", labels: [] },
  eventLoopLag: { name: "nodejs_eventloop_lag_p99_seconds", labels: [] },
  maxEventLoopLag: { name: "nodejs_eventloop_lag_max_seconds", labels: [] },
  garbageCollection: { name: "nodejs_gc_duration_seconds", labels: [] },
} as const satisfies Readonly<Record<string, Source>>;
