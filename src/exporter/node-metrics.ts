/** The exporter's own metrics about one node: collector runs and calls. */
import { type Gauge, Histogram, Registry } from "@prometheus-io/client";
import { lockOf, methodOf, type RpcMethodName } from "../api/contract.ts";
import type { Collector } from "../collectors/collector.ts";
import * as self from "../metrics/exporter.ts";
import type { CallRecord } from "../rpc/errors.ts";
import { reasons, type UnavailableReason } from "../rpc/failures.ts";
import type { FinishedRun } from "./runner.ts";
import { counterIn, gaugeIn, optionsIn, render } from "./self-metrics.ts";

/** Returns the lock that a method takes, and its cost. */
function classOf(name: RpcMethodName) {
  const method = methodOf(name);
  const lock = lockOf(method);
  return { lock: lock === "P" || lock === "X" ? lock.toLowerCase() : "none", cost: method.cost };
}

const isLight = (method: RpcMethodName) => methodOf(method).cost === "light";

/** Adds the metrics to a registry. Counters start at 0, so that increase() sees the first event. */
function defineIn(registry: Registry) {
  const gauge = gaugeIn(registry);
  const counter = counterIn(registry);
  const defined = {
    up: gauge(self.up),
    reachable: gauge(self.nodeReachable),
    success: gauge(self.success),
    unavailable: gauge(self.unavailable),
    failures: counter(self.failures),
    series: gauge(self.series),
    dropped: counter(self.dropped),
    rpcDuration: new Histogram({ ...optionsIn(registry, self.rpcDuration), buckets: [0.5, 5] }),
    rpcFailures: counter(self.rpcFailures),
    rpcBytes: counter(self.rpcBytes),
    identityChanges: counter(self.identityChanges),
  };
  defined.reachable.remove();
  for (const reason of reasons) defined.rpcFailures.inc({ reason }, 0);
  return defined;
}

/** Keeps the reason of each collector whose data is unavailable in a gauge. */
function createReasons(gauge: Gauge<string>) {
  const reasons = new Map<string, UnavailableReason | undefined>();
  return {
    set(collector: string, reason: UnavailableReason | undefined) {
      const before = reasons.get(collector);
      if (before !== undefined) gauge.remove({ collector, reason: before });
      if (reason !== undefined) gauge.set({ collector, reason }, 1);
      reasons.set(collector, reason);
    },
    /** Forgets all reasons, because the gauge has been reset. */
    clear: () => reasons.clear(),
  };
}

/** The metrics of one node, kept while its name is configured: a reload resets neither counters nor the histogram. Counters start at
 *  0 so that increase() sees the first event. Exception, to save series: `failures`; `rpcFailures` covers the same calls from 0. */
export type NodeMetrics = ReturnType<typeof createNodeMetrics>;
export function createNodeMetrics() {
  const registry = new Registry();
  const { up, reachable, success, unavailable, failures, series, dropped, ...ofCalls } = defineIn(registry);
  const { rpcDuration, rpcFailures, rpcBytes, identityChanges } = ofCalls;
  const reasonOf = createReasons(unavailable);
  /** The classes of calls that start at 0. */
  const classes = new Set<string>();
  function addClass({ lock, cost }: ReturnType<typeof classOf>) {
    const key = `${lock} ${cost}`;
    if (!classes.has(key)) rpcDuration.zero({ lock, cost });
    classes.add(key);
  }
  return {
    text: () => render(registry),
    /** Removes the gauges of a previous node; counters are kept. */
    clear() {
      for (const now of [success, unavailable, series]) now.reset();
      reasonOf.clear();
      up.set(0);
      reachable.remove();
    },
    up: (value: boolean) => up.set(Number(value)),
    reachable: (value: boolean) => reachable.set(Number(value)),
    identityChanged: () => identityChanges.inc(),
    /** Adds the counters of a collector. */
    configure(collector: Collector) {
      const label = { collector: collector.name };
      if (collector.hasVaryingSeries) {
        dropped.inc(label, 0);
        series.inc(label, 0);
      }
      for (const method of collector.reads) {
        addClass(classOf(method));
        if (!isLight(method)) rpcBytes.inc({ method }, 0);
      }
    },
    /** Removes the gauges of a collector that no longer runs; counters are kept. */
    removeCollector(collector: string) {
      for (const now of [success, series]) now.remove({ collector });
      reasonOf.set(collector, undefined);
    },
    /** `exposed`: the number of series that the collector exposes after the run. */
    run({ job: { collector }, run, after }: FinishedRun, exposed: number) {
      const label = { collector: collector.name };
      const { status } = after;
      const hasFailed = run.failed.length > 0;
      if (hasFailed) failures.inc(label);
      success.set(label, hasFailed ? 0 : 1);
      reasonOf.set(collector.name, status.kind === "unavailable" ? status.reason : undefined);
      if (!collector.hasVaryingSeries) return;
      series.set(label, exposed);
      dropped.inc(label, run.dropped);
    },
    call({ method, seconds, bytes, error }: CallRecord) {
      rpcDuration.observe(classOf(method), seconds);
      if (!isLight(method)) rpcBytes.inc({ method }, bytes);
      // errors that only describe the state of the node are not failures
      const isState = error?.reason === "rpc_error" && error.unavailable;
      if (error && !isState) rpcFailures.inc({ reason: error.reason });
    },
  };
}
