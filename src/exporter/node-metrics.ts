/** The exporter's own metrics about one node: collector runs and calls. */
import { Histogram, Registry } from "@prometheus-io/client";
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

/** Creates the metrics of a node with these collectors. Counters start at 0 so that increase() sees the first event. Exception, to
 *  save series: `failures`; `rpcFailures` covers the same calls from 0. */
export function createNodeMetrics(collectors: readonly Collector[]) {
  const registry = new Registry();
  const gauge = gaugeIn(registry);
  const counter = counterIn(registry);
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
  /** Why the data of a collector is unavailable. */
  const reasonOf = new Map<string, UnavailableReason | undefined>();
  for (const { name, hasVaryingSeries, reads } of collectors) {
    if (hasVaryingSeries) for (const metric of [dropped, series]) metric.inc({ collector: name }, 0);
    for (const method of reads) rpcDuration.zero(classOf(method));
  }
  function setUnavailable(collector: string, reason: UnavailableReason | undefined) {
    const before = reasonOf.get(collector);
    if (before !== undefined) unavailable.remove({ collector, reason: before });
    if (reason !== undefined) unavailable.set({ collector, reason }, 1);
    reasonOf.set(collector, reason);
  }
  return {
    text: () => render(registry),
    up: (value: boolean) => up.set(Number(value)),
    reachable: (value: boolean) => reachable.set(Number(value)),
    identityChanged: () => identityChanges.inc(),
    /** `exposed`: the number of series that the collector exposes after the run. */
    run({ job: { collector }, run, after }: FinishedRun, exposed: number) {
      const label = { collector: collector.name };
      const { status } = after;
      const hasFailed = run.failed.length > 0;
      if (hasFailed) failures.inc(label);
      success.set(label, hasFailed ? 0 : 1);
      setUnavailable(collector.name, status.kind === "unavailable" ? status.reason : undefined);
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
