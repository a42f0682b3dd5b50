/** The metrics of the process: process_*, nodejs_*, build and reload. */
import { monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { collectDefaultMetrics, Gauge, type Metric, Registry, Summary } from "@prometheus-io/client";
import * as self from "../metrics/exporter.ts";
import { gaugeIn, render } from "./self-metrics.ts";

/** Default metrics of the client library that are exposed. */
const exposed = [
  "process_cpu_seconds_total",
  "process_start_time_seconds",
  "process_resident_memory_bytes",
  "process_open_fds",
  "process_max_fds",
  "nodejs_heap_size_used_bytes",
];
/** A hidden metric whose collect() also updates an exposed one: the library computes all three CPU counters in it. */
const cpuSetter = "process_cpu_user_seconds_total";
/** Milliseconds between the events of the library's timers, which cannot be disabled. */
const timerMs = 3_600_000;

/** Adds the default metrics to the registry. Returns a function that updates their values. */
function addDefaultMetrics(registry: Registry) {
  const all = new Registry();
  collectDefaultMetrics({ register: all, eventLoopUtilizationTimeout: timerMs, eventLoopMonitoringPrecision: timerMs });
  for (const name of exposed) {
    const metric = all.getSingleMetric(name);
    if (metric) registry.registerMetric(metric as Metric);
  }
  return () => all.getSingleMetric(cpuSetter)?.get();
}

/** Adds the lag of the event loop since the previous text. The default metrics measure it by a timer, which wakes an idle process. */
function addEventLoopLag(registry: Registry) {
  const lag = monitorEventLoopDelay({ samplePerIteration: true });
  lag.enable();
  const gaugeOf = (statistic: string, words: string) => {
    const help = `${words} of the event loop delays since the previous scrape.`;
    return new Gauge({ name: `nodejs_eventloop_lag_${statistic}_seconds`, help, registers: [registry] });
  };
  const p99 = gaugeOf("p99", "99th percentile");
  const max = gaugeOf("max", "Maximum");
  return () => {
    p99.set(lag.percentile(99) / 1e9);
    max.set(lag.max / 1e9);
    lag.reset();
  };
}

/** Adds the duration and the number of garbage collections. The default metric has a histogram per kind. */
function addGarbageCollection(registry: Registry) {
  const help = "Duration of garbage collections of all kinds in seconds.";
  const collections = new Summary({
    ...{ name: "nodejs_gc_duration_seconds", help, registers: [registry] },
    ...{ percentiles: [], maxAgeSeconds: 60, ageBuckets: 1 }, // no quantiles, and no value is kept longer than a minute
  });
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collections.observe(duration / 1000);
  });
  observer.observe({ type: "gc" });
}

export type Build = { readonly version: string; readonly revision: string };

export function createProcessMetrics(build: Build) {
  const registry = new Registry();
  const gauge = gaugeIn(registry);
  gauge(self.buildInfo).set({ ...build, node_version: process.versions.node }, 1);
  const reloadGood = gauge(self.reloadSuccessful);
  const reloadTime = gauge(self.reloadTime);
  const updateDefaultMetrics = addDefaultMetrics(registry);
  const updateLag = addEventLoopLag(registry);
  addGarbageCollection(registry);
  let hasReloadFailed = false;
  function recordReload(isSuccessful: boolean) {
    hasReloadFailed = !isSuccessful;
    reloadGood.set(Number(isSuccessful));
    if (isSuccessful) reloadTime.set(Date.now() / 1000);
  }
  recordReload(true);
  return {
    hasReloadFailed: () => hasReloadFailed,
    recordReload,
    async text(): Promise<string> {
      await updateDefaultMetrics();
      updateLag();
      return render(registry);
    },
  };
}
