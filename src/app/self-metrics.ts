/** Values of the metrics about the exporter itself: those of one node, and those of the process. */
import { readdirSync, readFileSync } from "node:fs";
import { monitorEventLoopDelay, PerformanceObserver } from "node:perf_hooks";
import { Counter, Gauge, Histogram, Registry, Summary } from "@prometheus-io/client";
import { formatHeader, helpOf } from "../engine/exposition.ts";
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

/** Renders all metrics of a registry. The library separates families by an empty line. */
const render = async (registry: Registry): Promise<string> => (await registry.metrics()).replaceAll("\n\n", "\n");

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
  reachable.remove(); // the library starts a gauge without labels at 0
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

/** Returns the number of open files and their limit: unknown on systems other than Linux, and if no file can be opened. */
function countFiles() {
  try {
    const open = readdirSync("/proc/self/fd").length - 1; // without that of the folder
    const max = /^Max open files +(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1]; // it can be "unlimited"
    return { open, max };
  } catch {
    return {};
  }
}

/** Renders CPU time, memory and files of the process, and the delays of the event loop. Unknown values are left out. */
function renderProcess(lag: ReturnType<typeof monitorEventLoopDelay>): string {
  const { user, system } = process.cpuUsage();
  const { rss, heapUsed } = process.memoryUsage();
  const { open, max } = countFiles();
  const startTime = performance.timeOrigin / 1000;
  const since = "of the event loop delays since the previous scrape.";
  const values: Readonly<Record<string, readonly [help: string, value: number | string | undefined]>> = {
    process_cpu_seconds_total: ["Total user and system CPU time spent in seconds.", (user + system) / 1e6],
    process_start_time_seconds: ["Start time of the process since unix epoch in seconds.", startTime],
    process_resident_memory_bytes: ["Resident memory size in bytes.", rss],
    process_open_fds: ["Number of open file descriptors.", open],
    process_max_fds: ["Maximum number of open file descriptors.", max],
    nodejs_heap_size_used_bytes: ["Process heap size used from Node.js in bytes.", heapUsed],
    nodejs_eventloop_lag_p99_seconds: [`99th percentile ${since}`, lag.percentile(99) / 1e9],
    nodejs_eventloop_lag_max_seconds: [`Maximum ${since}`, lag.max / 1e9],
  };
  const families = Object.entries(values).map(([name, [help, value]]) => {
    const type = name.endsWith("_total") ? "counter" : "gauge";
    return value === undefined ? "" : `${formatHeader({ name, type, help, labels: [] })}${name} ${value}\n`;
  });
  return families.join("");
}

export type Build = { readonly version: string; readonly revision: string };

/** Creates the metrics of the process: process_*, nodejs_*, build and reload. */
export function createProcessMetrics(build: Build) {
  const registry = new Registry();
  const gauge = gaugeIn(registry);
  gauge(self.buildInfo).set({ ...build, node_version: process.versions.node }, 1);
  const reloadSuccessful = gauge(self.reloadSuccessful);
  const reloadTime = gauge(self.reloadTime);
  const collections = new Summary({
    name: "nodejs_gc_duration_seconds",
    help: "Duration of garbage collections of all kinds in seconds.",
    registers: [registry],
    percentiles: [], // sum and number alone
  });
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) collections.observe(duration / 1000);
  });
  observer.observe({ type: "gc" });
  const lag = monitorEventLoopDelay({ samplePerIteration: true }); // a timer would wake an idle process
  lag.enable();
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
      const text = (await render(registry)) + renderProcess(lag);
      lag.reset();
      return text;
    },
  };
}
