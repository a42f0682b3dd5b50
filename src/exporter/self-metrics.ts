/** The exporter's own metrics: the only module that uses the client library. Built from the same definitions as the rest. */
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
  const known = text.replace(/^[^#\n]+ Nan\n/gim, ""); // a mean of nothing yet is not known
  return toBlockSync(encode(known.replace(/\n{2,}/g, "\n")));
};

/** Default metrics whose names break Prometheus's rules, or whose detail helps no operator. */
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
  // the timer of the event loop's utilization cannot be switched off: it fires once an hour
  collectDefaultMetrics({ register, eventLoopUtilizationTimeout: 3_600_000 });
  for (const name of unwantedMetrics) register.removeSingleMetric(name);
}

const maxProcessTextAgeMs = 1000;

export type Build = { readonly version: string; readonly revision: string };

/** process_*, nodejs_* and what is true of the program as a whole. Rendering costs milliseconds: scrapes within a second
 *  share one text. */
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
  for (const kind of ["major", "minor", "incremental", "weakcb"]) collections.zero({ kind }); // else they come one by one
  let last: { readonly at: number; readonly text: Promise<Block> } | undefined;
  let hasReloadFailed = false;
  return {
    /** Returns true if the last reload was refused. */
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

/** What a round leaves behind. */
export type RunRecord = {
  readonly seconds: number;
  readonly interval: number;
  readonly success: boolean;
  readonly available: boolean;
  /** All is known anew. */
  readonly complete: boolean;
  readonly reasons: ReadonlySet<string>;
  readonly series: number;
  readonly dropped: number;
};

/** Those that can occur: only a chain's own methods wait for its bootstrapping. */
const reasonsOf = (method: ReadMethodName) =>
  reasons.filter((reason) => reason !== "bootstrapping" || methodOf(method).endpoint.lock !== undefined);

/** One per node, for as long as the node's name lives: a reload changes neither counters nor histograms. */
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
  /** What is shown is rendered anew after a change, and only then. */
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
    /** What was true of another node; what was counted stays. */
    clear: invalidating(() => {
      for (const now of [success, available, lastSuccess, interval, duration, series]) now.reset();
      up.set(0);
      reachable.remove();
    }),
    up: invalidating((value: boolean) => up.set(Number(value))),
    identityChanged: invalidating(() => identityChanges.inc()),
    /** Everything that can be counted exists from the start, at 0. */
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
    /** Seconds. */
    interval: invalidating((collector: string, seconds: number) => interval.set({ collector }, seconds)),
    /** What a collector that no longer runs would say of now; what it has counted stays. */
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
      // a refusal that the contract knows is an answer
      const known = error?.reason === "rpc_error" && error.unavailable;
      if (error && !known) rpcFailures.inc({ method, reason: error.reason });
    }),
  };
}
