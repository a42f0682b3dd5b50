/** The exporter's own metrics about one node: collector runs and calls. */
import { Histogram, Registry } from "prom-client";
import { lockOf, methodOf, type RpcMethodName } from "../api/contract.ts";
import type { Collector } from "../collectors/collector.ts";
import type { Block } from "../exposition/block.ts";
import * as own from "../metrics/exporter.ts";
import { reasons, type UnavailableReason } from "../node/errors.ts";
import type { CallRecord } from "../rpc/exchange.ts";
import type { FinishedRun } from "./runner.ts";
import { counterIn, gaugeIn, optionsIn, render, summaryIn } from "./self-metrics.ts";

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
  const rpcDuration = summaryIn(registry, own.rpcDuration);
  const laneDuration = new Histogram({ ...optionsIn(registry, own.laneDuration), buckets: [0.1, 1, 10] });
  for (const lane of lanes) laneDuration.zero({ lane });
  const rpcFailures = counter(own.rpcFailures);
  for (const reason of reasons) rpcFailures.inc({ reason }, 0);
  const rpcBytes = counter(own.rpcBytes);
  const identityChanges = counter(own.identityChanges);
  /** The reason of each collector whose data is unavailable. */
  const unavailableReasons = new Map<string, UnavailableReason | undefined>();
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
    if (reason !== undefined) unavailable.set({ collector, reason }, 1);
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
    /** Sets the interval of a collector in milliseconds, and adds its counters. */
    configure: invalidating((collector: Collector, intervalMs: number) => {
      const label = { collector: collector.name };
      interval.set(label, intervalMs / 1000);
      if (collector.hasVaryingSeries) {
        dropped.inc(label, 0);
        series.inc(label, 0);
      }
      for (const method of collector.reads) if (!isLight(method)) rpcBytes.inc({ method }, 0);
    }),
    /** Removes the gauges of a collector that no longer runs; counters are kept. */
    removeCollector: invalidating((collector: string) => {
      for (const now of [success, lastSuccess, interval, duration, series]) now.remove({ collector });
      setUnavailable(collector, undefined);
    }),
    /** `exposed`: the number of series that the collector exposes after the run. */
    run: invalidating(({ job: { collector }, run, after }: FinishedRun, exposed: number) => {
      const label = { collector: collector.name };
      const { status } = after;
      const hasFailed = run.failed.length > 0;
      if (hasFailed) failures.inc(label);
      success.set(label, hasFailed ? 0 : 1);
      setUnavailable(collector.name, status.kind === "unavailable" ? status.reason : undefined);
      if (status.kind === "ok") lastSuccess.set(label, Date.now() / 1000);
      interval.set(label, after.interval / 1000);
      duration.set(label, (run.endedAt - run.startedAt) / 1000);
      if (!collector.hasVaryingSeries) return;
      series.set(label, exposed);
      dropped.inc(label, run.dropped);
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
