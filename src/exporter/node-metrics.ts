/** The exporter's own metrics about one node: collector runs and calls. */
import { Histogram, Registry, Summary } from "prom-client";
import type { Collector } from "../collectors/collector.ts";
import { lockOf, methodOf, type RpcMethodName } from "../contract/contract.ts";
import * as own from "../metrics/exporter.ts";
import type { CallRecord } from "../node/client.ts";
import { reasons, type UnavailableReason } from "../node/errors.ts";
import type { Block } from "../prometheus/block.ts";
import { counterIn, gaugeIn, optionsIn, render } from "./own-registry.ts";

/** The record of one collector run. */
export type RunRecord = {
  readonly seconds: number;
  readonly interval: number;
  readonly success: boolean;
  /** The reason for which the node provides none of the data. */
  readonly unavailable: UnavailableReason | undefined;
  /** All values were read in this run. */
  readonly complete: boolean;
  readonly series: number;
  readonly dropped: number;
};

const lanes = ["p", "x", "other"] as const;
/** Returns the lane of a method: the chain whose lock it takes. */
function laneOf(method: RpcMethodName): (typeof lanes)[number] {
  const lock = lockOf(methodOf(method));
  return lock === "P" ? "p" : lock === "X" ? "x" : "other";
}

const isLight = (method: RpcMethodName) => methodOf(method).cost === "light";

/** Returns the label of a method: light methods without a chain lock share one. */
const labelOf = (method: RpcMethodName) => (isLight(method) && laneOf(method) === "other" ? "other" : method);

/** The metrics of one node, kept while its name is configured: a reload resets neither counters nor histograms. Counters begin
 *  with 0, so that `increase` includes the first event. Two begin with their first event, to save series: `failures`, whose calls
 *  `rpcFailures` counts from 0, and `rpcDuration`, whose calls `laneDuration` counts from 0. */
export type NodeMetrics = ReturnType<typeof createNodeMetrics>;
export function createNodeMetrics() {
  const registry = new Registry();
  const gauge = gaugeIn(registry);
  const counter = counterIn(registry);
  const up = gauge(own.up);
  const reachable = gauge(own.nodeReachable);
  reachable.remove();
  const success = gauge(own.success);
  const unavailable = gauge(own.unavailable);
  const lastSuccess = gauge(own.lastSuccess);
  const interval = gauge(own.interval);
  const duration = gauge(own.duration);
  const failures = counter(own.failures);
  const series = gauge(own.series);
  const dropped = counter(own.dropped);
  // without quantiles: values are not kept longer than a minute
  const rpcDuration = new Summary({
    ...optionsIn(registry, own.rpcDuration),
    percentiles: [],
    maxAgeSeconds: 60,
    ageBuckets: 1,
  });
  const laneDuration = new Histogram({
    ...optionsIn(registry, own.laneDuration),
    buckets: [0.1, 1, 10],
  });
  for (const lane of lanes) laneDuration.zero({ lane });
  const rpcFailures = counter(own.rpcFailures);
  for (const reason of reasons) rpcFailures.inc({ reason }, 0);
  const rpcBytes = counter(own.rpcBytes);
  const identityChanges = counter(own.identityChanges);
  /** The reason of each collector whose data is unavailable. */
  const unavailableReasons = new Map<string, UnavailableReason>();
  let text: Promise<Block> | undefined;
  /** Wraps a setter so that the text is rendered again after it. */
  const invalidating =
    <A extends unknown[]>(apply: (...args: A) => void) =>
    (...args: A) => {
      apply(...args);
      text = undefined;
    };
  function setUnavailable(collector: string, reason: UnavailableReason | undefined) {
    const before = unavailableReasons.get(collector);
    if (before !== undefined) unavailable.remove({ collector, reason: before });
    unavailableReasons.delete(collector);
    if (reason === undefined) return;
    unavailable.set({ collector, reason }, 1);
    unavailableReasons.set(collector, reason);
  }

  return {
    text(): Promise<Block> {
      text ??= render(registry);
      return text;
    },
    /** Removes the gauges of a previous node; counters are kept. */
    clear: invalidating(() => {
      for (const now of [success, unavailable, lastSuccess, interval, duration, series]) now.reset();
      unavailableReasons.clear();
      up.set(0);
      reachable.remove();
    }),
    up: invalidating((value: boolean) => up.set(Number(value))),
    identityChanged: invalidating(() => identityChanges.inc()),
    /** Initializes the counters of a collector with 0. `seconds`: its interval. */
    start: invalidating((collector: Collector, seconds: number) => {
      const label = { collector: collector.name };
      interval.set(label, seconds);
      if (collector.hasVaryingSeries) {
        dropped.inc(label, 0);
        series.set(label, 0);
      }
      for (const method of collector.reads) if (!isLight(method)) rpcBytes.inc({ method }, 0);
    }),
    /** Sets the interval in seconds. */
    interval: invalidating((collector: string, seconds: number) => interval.set({ collector }, seconds)),
    /** Removes the gauges of a collector that no longer runs; counters are kept. */
    removeCollector: invalidating((collector: string) => {
      for (const now of [success, lastSuccess, interval, duration, series]) now.remove({ collector });
      setUnavailable(collector, undefined);
    }),
    run: invalidating((collector: Collector, record: RunRecord) => {
      const label = { collector: collector.name };
      if (!record.success) failures.inc(label);
      success.set(label, Number(record.success));
      setUnavailable(collector.name, record.unavailable);
      if (record.complete) lastSuccess.set(label, Date.now() / 1000);
      interval.set(label, record.interval);
      duration.set(label, record.seconds);
      if (!collector.hasVaryingSeries) return;
      series.set(label, record.series);
      dropped.inc(label, record.dropped);
    }),
    call: invalidating(({ method, seconds, bytes, response, error }: CallRecord) => {
      reachable.set(response ? 1 : 0);
      rpcDuration.observe({ method: labelOf(method) }, seconds);
      laneDuration.observe({ lane: laneOf(method) }, seconds);
      if (!isLight(method)) rpcBytes.inc({ method }, bytes);
      // errors that only describe the state of the node are not failures
      const isState = error?.reason === "rpc_error" && error.unavailable;
      if (error && !isState) rpcFailures.inc({ reason: error.reason });
    }),
  };
}
