/** The exporter's own metrics. The only module that uses prom-client. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { methodOf, type ReadMethodName } from "../contract/contract.ts";
import * as own from "../metrics/exporter.ts";
import type { CallRecord } from "../node/client.ts";
import { failureReasons, reasons } from "../node/errors.ts";
import { type Block, encode, toBlockSync } from "../prometheus/block.ts";
import type { AnyMetric } from "../prometheus/metric.ts";

const options = (registry: Registry, { name, help, labels }: AnyMetric) => ({
  name,
  help,
  labelNames: [...labels],
  registers: [registry],
});
const gaugeIn = (registry: Registry) => (metric: AnyMetric) => new Gauge(options(registry, metric));
const counterIn = (registry: Registry) => (metric: AnyMetric) => new Counter(options(registry, metric));

const render = async (registry: Registry): Promise<Block> => {
  const text = await registry.metrics();
  const known = text.replace(/^[^#\n]+ Nan\n/gim, ""); // means without observations are removed
  return toBlockSync(encode(known.replace(/\n{2,}/g, "\n")));
};

/** Default metrics with invalid names or with details that operators do not need. */
const unwantedMetrics = [
  "nodejs_eventloop_utilization_summary",
  "nodejs_eventloop_utilization_histogram",
  "nodejs_active_resources",
  "nodejs_active_resources_total",
  "nodejs_active_handles",
  "nodejs_active_handles_total",
  "nodejs_active_requests",
  "nodejs_active_requests_total",
];

function collectProcessMetrics(register: Registry) {
  // the timer of the event loop utilization cannot be disabled: it fires once an hour
  collectDefaultMetrics({ register, eventLoopUtilizationTimeout: 3_600_000 });
  for (const name of unwantedMetrics) register.removeSingleMetric(name);
}

const maxProcessTextAgeMs = 1000;

export type Build = { readonly version: string; readonly revision: string };

/** Creates the metrics of the process: process_*, nodejs_*, build and reload. Rendering takes milliseconds, so scrapes
 *  within a second share one text. */
export function createProcessMetrics(build: Build) {
  const registry = new Registry();
  const gauge = gaugeIn(registry);
  gauge(own.buildInfo).set({ ...build, node_version: process.versions.node }, 1);
  const reloadGood = gauge(own.reloadSuccessful);
  const reloadTime = gauge(own.reloadTime);
  reloadGood.set(1);
  reloadTime.set(Date.now() / 1000);
  collectProcessMetrics(registry);
  const collections = registry.getSingleMetric("nodejs_gc_duration_seconds") as Histogram<"kind">;
  for (const kind of ["major", "minor", "incremental", "weakcb"]) collections.zero({ kind }); // otherwise each series appears at its first collection
  let last: { readonly at: number; readonly text: Promise<Block> } | undefined;
  let hasReloadFailed = false;
  return {
    /** Returns whether the last reload failed. */
    hasReloadFailed: () => hasReloadFailed,
    reloaded(good: boolean) {
      hasReloadFailed = !good;
      reloadGood.set(Number(good));
      if (good) reloadTime.set(Date.now() / 1000);
      last = undefined;
    },
    text(): Promise<Block> {
      const now = performance.now();
      if (!last || now - last.at >= maxProcessTextAgeMs) last = { at: now, text: render(registry) };
      return last.text;
    },
  };
}

/** The record of one collector run. */
export type RunRecord = {
  readonly seconds: number;
  readonly interval: number;
  readonly success: boolean;
  readonly available: boolean;
  /** All values were read in this run. */
  readonly complete: boolean;
  readonly reasons: ReadonlySet<string>;
  readonly series: number;
  readonly dropped: number;
};

/** Returns the reasons that can occur for a method. Only methods of a chain wait for bootstrapping. */
const reasonsOf = (method: ReadMethodName) =>
  reasons.filter((reason) => reason !== "bootstrapping" || methodOf(method).endpoint.lock !== undefined);

/** The metrics of one node, kept while its name is configured: a reload resets neither counters nor histograms. */
export type NodeMetrics = ReturnType<typeof createNodeMetrics>;
export function createNodeMetrics() {
  const registry = new Registry();
  const gauge = gaugeIn(registry);
  const counter = counterIn(registry);
  const up = gauge(own.up);
  const reachable = gauge(own.nodeReachable);
  reachable.remove();
  const success = gauge(own.success);
  const available = gauge(own.available);
  const lastSuccess = gauge(own.lastSuccess);
  const interval = gauge(own.interval);
  const duration = gauge(own.duration);
  const runs = counter(own.runs);
  const failures = counter(own.failures);
  const series = gauge(own.series);
  const dropped = counter(own.dropped);
  const rpcDuration = new Histogram({
    ...options(registry, own.rpcDuration),
    buckets: [...(own.rpcDuration.buckets ?? [])],
  });
  const rpcFailures = counter(own.rpcFailures);
  const rpcBytes = counter(own.rpcBytes);
  const identityChanges = counter(own.identityChanges);
  let text: Promise<Block> | undefined;
  /** Wraps a setter so that the text is rendered again after it. */
  const invalidating =
    <A extends unknown[]>(apply: (...args: A) => void) =>
    (...args: A) => {
      apply(...args);
      text = undefined;
    };

  return {
    text(): Promise<Block> {
      text ??= render(registry);
      return text;
    },
    /** Removes the gauges of a previous node; counters are kept. */
    clear: invalidating(() => {
      for (const now of [success, available, lastSuccess, interval, duration, series]) now.reset();
      up.set(0);
      reachable.remove();
    }),
    up: invalidating((value: boolean) => up.set(Number(value))),
    identityChanged: invalidating(() => identityChanges.inc()),
    /** Initializes all counters of a collector with 0. */
    start: invalidating((collector: string, methods: readonly ReadMethodName[], seconds: number) => {
      for (const reason of failureReasons) failures.inc({ collector, reason }, 0);
      runs.inc({ collector }, 0);
      dropped.inc({ collector }, 0);
      series.set({ collector }, 0);
      interval.set({ collector }, seconds);
      for (const method of methods) {
        for (const reason of reasonsOf(method)) rpcFailures.inc({ method, reason }, 0);
        rpcBytes.inc({ method }, 0);
        rpcDuration.zero({ method });
      }
    }),
    /** Sets the interval in seconds. */
    interval: invalidating((collector: string, seconds: number) => interval.set({ collector }, seconds)),
    /** Removes the gauges of a collector that no longer runs; counters are kept. */
    removeCollector: invalidating((collector: string) => {
      for (const now of [success, available, lastSuccess, interval, duration, series]) now.remove({ collector });
    }),
    run: invalidating((collector: string, record: RunRecord) => {
      const label = { collector };
      runs.inc(label);
      for (const reason of record.reasons) failures.inc({ collector, reason });
      success.set(label, Number(record.success));
      available.set(label, Number(record.available));
      if (record.complete) lastSuccess.set(label, Date.now() / 1000);
      interval.set(label, record.interval);
      duration.set(label, record.seconds);
      series.set(label, record.series);
      dropped.inc(label, record.dropped);
    }),
    call: invalidating(({ method, seconds, bytes, hasResponse, error }: CallRecord) => {
      reachable.set(Number(hasResponse));
      rpcDuration.observe({ method }, seconds);
      rpcBytes.inc({ method }, bytes);
      // errors that only describe the state of the node are not failures
      const known = error?.reason === "rpc_error" && error.unavailable;
      if (error && !known) rpcFailures.inc({ method, reason: error.reason });
    }),
  };
}
