/** Values of the metrics about the exporter itself, which the client library keeps: those of one node, and those of the process. */
import { monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry, Summary } from "@prometheus-io/client";
import { helpOf } from "../engine/exposition.ts";
import type { CollectorData } from "../engine/job.ts";
import type { MetricDefinition } from "../engine/metric.ts";
import * as self from "../engine/own-metrics.ts";
import type { FinishedRun } from "../engine/runner.ts";
import { lockOf, methodOf, type RpcMethodName } from "../node-api/contract.ts";
import { type CallRecord, reasons, states } from "../node-api/errors.ts";

/** Returns the options of the client library for a metric. */
const optionsIn = (registry: Registry, metric: MetricDefinition) => ({
  name: metric.name,
  help: helpOf(metric),
  labelNames: [...metric.labels],
  registers: [registry],
});
const gaugeIn = (registry: Registry) => (metric: MetricDefinition) => new Gauge(optionsIn(registry, metric));

/** Renders all metrics of a registry. Families without series, and values that are not known yet, are left out. */
async function render(registry: Registry): Promise<string> {
  const text = await registry.metrics();
  return text.replace(/^[^#\n]+ Nan\n/gim, "").replace(/\n{2,}/g, "\n");
}

/** Returns the lock that a method takes, and its cost. */
function classOf(name: RpcMethodName) {
  const method = methodOf(name);
  const lock = lockOf(method);
  return { lock: lock === "P" || lock === "X" ? lock.toLowerCase() : "none", cost: method.cost };
}

/** Creates the metrics of a node with these collectors. Counters start at 0 so that increase() sees the first event. Exception, to
 *  save series: `failures`; `rpcFailures` covers the same calls from 0. */
export function createNodeMetrics(collectors: readonly CollectorData[]) {
  const registry = new Registry();
  const gauge = gaugeIn(registry);
  const counter = (metric: MetricDefinition) => new Counter(optionsIn(registry, metric));
  const up = gauge(self.up);
  const reachable = gauge(self.nodeReachable);
  const success = gauge(self.success);
  const unavailable = gauge(self.unavailable);
  const failures = counter(self.failures);
  const series = gauge(self.series);
  const dropped = counter(self.dropped);
  const rpcDuration = new Histogram({ ...optionsIn(registry, self.rpcDuration), buckets: [0.5, 5] });
  const rpcFailures = counter(self.rpcFailures);
  const identityChanges = counter(self.identityChanges);
  reachable.remove();
  for (const reason of reasons) rpcFailures.inc({ reason }, 0);
  for (const { name, hasVaryingSeries, reads } of collectors) {
    if (hasVaryingSeries) for (const metric of [dropped, series]) metric.inc({ collector: name }, 0);
    for (const method of reads) rpcDuration.zero(classOf(method));
  }
  return {
    text: () => render(registry),
    up: (value: boolean) => up.set(Number(value)),
    reachable: (value: boolean) => reachable.set(Number(value)),
    identityChanged: () => identityChanges.inc(),
    /** `exposed`: the number of series that the collector exposes after the run. */
    run({ job: { collector }, run, after }: FinishedRun, exposed: number) {
      const label = { collector: collector.name };
      const hasFailed = run.failed.length > 0;
      if (hasFailed) failures.inc(label);
      success.set(label, hasFailed ? 0 : 1);
      for (const reason of Object.keys(states)) unavailable.remove({ ...label, reason });
      if (after.status.kind === "unavailable") unavailable.set({ ...label, reason: after.status.reason }, 1);
      if (!collector.hasVaryingSeries) return;
      series.set(label, exposed);
      dropped.inc(label, run.dropped);
    },
    call({ method, seconds, error }: CallRecord) {
      rpcDuration.observe(classOf(method), seconds);
      // errors that only describe the state of the node are not failures
      const isState = error?.reason === "rpc_error" && error.unavailable;
      if (error && !isState) rpcFailures.inc({ reason: error.reason });
    },
  };
}

/** Default metrics of the client library that are exposed. */
const exposed = [
  "process_cpu_seconds_total",
  "process_start_time_seconds",
  "process_resident_memory_bytes",
  "process_open_fds",
  "process_max_fds",
  "nodejs_heap_size_used_bytes",
];
/** Milliseconds between the events of the library's timers, which cannot be disabled. */
const timerMs = 3_600_000;

/** Adds the default metrics to the registry. Returns a function that updates the CPU time. */
function addDefaultMetrics(registry: Registry) {
  const all = new Registry();
  collectDefaultMetrics({ register: all, eventLoopUtilizationTimeout: timerMs, eventLoopMonitoringPrecision: timerMs });
  for (const name of exposed) {
    const metric = all.getSingleMetric(name);
    if (metric) registry.registerMetric(metric);
  }
  // the library computes all three CPU counters in collect() of this one, which is not exposed
  return () => all.getSingleMetric("process_cpu_user_seconds_total")?.get();
}

/** Adds the lag of the event loop since the previous text. Returns a function that updates it. The default metrics measure it by a timer,
 *  which wakes an idle process. */
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
  const collections = new Summary({
    name: "nodejs_gc_duration_seconds",
    help: "Duration of garbage collections of all kinds in seconds.",
    registers: [registry],
    percentiles: [], // no quantiles, and no value is kept longer than a minute
    maxAgeSeconds: 60,
    ageBuckets: 1,
  });
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collections.observe(duration / 1000);
  });
  observer.observe({ type: "gc" });
}

export type Build = { readonly version: string; readonly revision: string };

/** Creates the metrics of the process: process_*, nodejs_*, build and reload. */
export function createProcessMetrics(build: Build) {
  const registry = new Registry();
  const gauge = gaugeIn(registry);
  gauge(self.buildInfo).set({ ...build, node_version: process.versions.node }, 1);
  const reloadSuccessful = gauge(self.reloadSuccessful);
  const reloadTime = gauge(self.reloadTime);
  const updateDefaultMetrics = addDefaultMetrics(registry);
  const updateLag = addEventLoopLag(registry);
  addGarbageCollection(registry);
  let hasReloadFailed = false;
  function recordReload(isSuccessful: boolean) {
    hasReloadFailed = !isSuccessful;
    reloadSuccessful.set(Number(isSuccessful));
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
