/** The metrics of the process: process_*, nodejs_*, build and reload. */
import { PerformanceObserver } from "node:perf_hooks";
import { collectDefaultMetrics, type Metric, Registry } from "@prometheus-io/client";
import * as self from "../metrics/exporter.ts";
import { gaugeIn, render, summaryIn } from "./self-metrics.ts";

/** Default metrics of the client library that are exposed. */
const exposed = [
  "process_cpu_seconds_total",
  "process_start_time_seconds",
  "process_resident_memory_bytes",
  "process_virtual_memory_bytes",
  "process_heap_bytes",
  "process_open_fds",
  "process_max_fds",
  "nodejs_heap_size_total_bytes",
  "nodejs_heap_size_used_bytes",
  "nodejs_eventloop_lag_p50_seconds",
  "nodejs_eventloop_lag_p99_seconds",
  "nodejs_eventloop_lag_max_seconds",
];
/** Hidden metrics whose collect() also updates exposed ones: the library computes all three CPU counters in one of them. */
const valueSetters = ["process_cpu_user_seconds_total", "nodejs_eventloop_lag_seconds"];

/** Adds the default metrics to the registry. Returns a function that updates their values. */
function addDefaultMetrics(registry: Registry) {
  const all = new Registry();
  // the timer of the event loop utilization cannot be disabled: it fires once an hour
  collectDefaultMetrics({ register: all, eventLoopUtilizationTimeout: 3_600_000 });
  const found = (names: readonly string[]) =>
    names.map((name) => all.getSingleMetric(name)).filter((metric) => metric !== undefined);
  for (const metric of found(exposed)) registry.registerMetric(metric as Metric);
  return () => Promise.all(found(valueSetters).map((metric) => metric.get()));
}

/** Adds the duration and the number of garbage collections. The default metric has a histogram per kind. */
function addGarbageCollection(registry: Registry) {
  const help = "Duration of garbage collections of all kinds in seconds.";
  const collections = summaryIn(registry, { name: "nodejs_gc_duration_seconds", help, labels: [] });
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collections.observe(duration / 1000);
  });
  observer.observe({ type: "gc" });
}

const maxTextAgeMs = 1000;

export type Build = { readonly version: string; readonly revision: string };

/** Creates the metrics of the process. Rendering takes milliseconds, so scrapes within a second share one text. */
export function createProcessMetrics(build: Build) {
  const registry = new Registry();
  const gauge = gaugeIn(registry);
  gauge(self.buildInfo).set({ ...build, node_version: process.versions.node }, 1);
  const reloadGood = gauge(self.reloadSuccessful);
  const reloadTime = gauge(self.reloadTime);
  const updateDefaultMetrics = addDefaultMetrics(registry);
  addGarbageCollection(registry);
  let last: { readonly renderedAt: number; readonly text: Promise<string> } | undefined;
  let hasReloadFailed = false;
  function recordReload(isSuccessful: boolean) {
    hasReloadFailed = !isSuccessful;
    reloadGood.set(Number(isSuccessful));
    if (isSuccessful) reloadTime.set(Date.now() / 1000);
    last = undefined;
  }
  recordReload(true);
  return {
    /** Returns whether the last reload failed. */
    hasReloadFailed: () => hasReloadFailed,
    recordReload,
    text(): Promise<string> {
      const now = performance.now();
      if (!last || now - last.renderedAt >= maxTextAgeMs)
        last = { renderedAt: now, text: updateDefaultMetrics().then(() => render(registry)) };
      return last.text;
    },
  };
}
