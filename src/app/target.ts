/** A monitored node: its client, observations, page and own metrics, and a runner per collector. Targets share no state. */
import { addAbortListener } from "node:events";
import { type Logger, pino } from "pino";
import type { Collector } from "../collectors/collector.ts";
import { health } from "../collectors/health.ts";
import { needsOf, textOfChains } from "../collectors/needs.ts";
import { node as nodeCollector } from "../collectors/node.ts";
import { createExposition } from "../engine/exposition.ts";
import { createRunners, type FinishedRun, type Runner } from "../engine/runner.ts";
import { createStore } from "../engine/store.ts";
import { type Facts, factItems, factsOf, familiesOf } from "../entities/all.ts";
import { collectionOf } from "../entities/collection.ts";
import { compareNodes, type Since, type StatusDocument, sinceAfter, statusOf } from "../entities/status.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { showUrl } from "../lib/redaction.ts";
import { createNodeClient } from "../node-api/client.ts";
import type { CallRecord } from "../node-api/errors.ts";
import type { Resources } from "../node-api/transport.ts";
import { clockDifferenceAfter, createIdentityTracker, isReachableAfter, observedDate } from "./call-evidence.ts";
import { createIdentity } from "./identity.ts";
import { createNodeLogger } from "./log.ts";
import type { Plan } from "./plan.ts";
import { createNodeMetrics } from "./self-metrics.ts";

type TargetOptions = {
  readonly name: string;
  readonly plan: Plan;
  readonly log: Logger;
  readonly clock?: Clock | undefined;
  readonly resources?: Resources;
  /** Called after each run of a collector. */
  readonly onRun?: (finished: FinishedRun) => void;
};

/** Creates a target, which does nothing until `start` or `once`. The caller stops it. */
export function createTarget({ name, plan, log, clock = systemClock, resources, onRun: afterRun }: TargetOptions) {
  const { config, jobs } = plan;
  const { node, network: configured } = config;
  const { watch: watched } = config.settings;
  const { now } = clock;
  const collectors = jobs.map(({ collector }) => collector);
  const metrics = createNodeMetrics(collectors);
  const stopping = new AbortController();
  const trackIdentity = createIdentityTracker(now);
  const client = createNodeClient({ ...node, clock, resources, onCall });
  const identity = createIdentity({
    client,
    now,
    stopping: stopping.signal,
    configured,
    onOtherNetwork: forget,
  });
  const store = createStore({ now });
  /** Undefined until the first call has ended. */
  let isReachable: boolean | undefined;
  /** The clock of the node minus that of the exporter in seconds. */
  let clockDifference: number | undefined;
  const date = () => observedDate(clock.date(), clockDifference);
  const nodeLogger = createNodeLogger({ log, name, url: node.url, nodeId: client.nodeId, now });
  const needs = () => needsOf(store.of, identity.network());
  const runners = createRunners(jobs, {
    client,
    identify: async () => (isSilent ? undefined : identity.identify()),
    store,
    clock,
    date,
    onRun,
    onBug: nodeLogger.bug,
    needs,
    find: async (need) => (need === "network" ? identity.identify() : undefined),
    wakes: { need: "chains", text: () => textOfChains(needs()) },
  });
  /** A call has timed out after `node.timeout`, and none has got a response yet. */
  let isSilent: boolean | undefined;
  /** Resolves when a run has failed on a silent node: the others would wait for the same. */
  const silence = Promise.withResolvers<false>();
  let times: Since = new Map();
  /** All first runs have ended, and their states are in `times`. */
  let hasLooked = false;
  const awaits = ({ name }: Collector) => !["unavailable", undefined].includes(runners.statusOf(name)?.kind);
  /** Returns the facts about the node at the present time. */
  function facts(): Facts {
    const read = factsOf(store.of, {
      isReachable,
      awaitsChecks: awaits(health),
      awaitsIdentity: awaits(nodeCollector),
      watched,
      network: identity.network(),
      nodeId: identity.nodeId(),
      clockDifference,
      now: date() / 1000,
      remembered: identity.remembered(),
    });
    times = sinceAfter(times, read, hasLooked ? clock.date() / 1000 : undefined);
    hasLooked ||= runners.isReady();
    return read;
  }
  const derive = () => factItems(facts(), watched);
  const exposition = createExposition({ metrics: familiesOf(collectors), store, derive, labels: identity.labels });
  const isUp = () => isReachable === true && runners.isSound();

  function onCall(record: CallRecord) {
    if (record.nodeId !== undefined) onIdentity(record.nodeId);
    clockDifference = clockDifferenceAfter(record, clock.date(), clockDifference);
    isReachable = isReachableAfter(record, isReachable);
    if (record.response) isSilent = false;
    else if (record.error?.reason === "timeout" && record.seconds > 0.9 * (node.timeout / 1000)) isSilent ??= true;
    metrics.call(record);
    nodeLogger.call(record, isReachable);
    if (isReachable !== undefined) metrics.reachable(isReachable);
    metrics.up(isUp());
  }
  function onIdentity(nodeId: string) {
    const seen = trackIdentity(nodeId);
    if (seen === "same") return;
    metrics.identityChanged();
    nodeLogger.identity(seen, nodeId);
    if (seen !== "balanced") forget();
  }
  /** Drops all data, and reads everything again. */
  function forget() {
    store.clear();
    identity.forget();
    clockDifference = undefined;
    times = new Map();
    hasLooked = false;
    runners.restart();
  }
  function onRun(finished: FinishedRun) {
    metrics.run(finished, store.series(finished.job.collector.name));
    metrics.up(isUp());
    nodeLogger.run(finished);
    if (isSilent) silence.resolve(false);
    if (identity.afterRun(store.of)) return forget();
    runners.onRun(finished);
    afterRun?.(finished);
  }
  async function stop() {
    stopping.abort();
    await runners.stop();
    await client.close();
  }
  function collectorState({ job: { collector }, state }: Runner) {
    const { status, dropped } = state();
    return { collector: collector.name, required: collector.required === true, state: status, dropped };
  }

  return {
    name,
    plan,
    exposition,
    metrics,
    /** Returns the current observations of a kind. */
    observations: store.of,
    facts,
    /** Returns the times since which the states of the last facts have lasted. */
    since: () => times,
    /** Returns the value of `avax_up`. */
    isUp,
    collectorStates: () => runners.all.map(collectorState),
    /** Returns whether all first runs have ended. */
    ready: runners.isReady,
    /** Starts the first runs after `delay` milliseconds. */
    start: (delay = 0) => runners.start(delay),
    /** Runs each collector once, unless the node does not respond. Returns whether each required one got its values or found that the node
     *  has none. */
    once: () => Promise.race([runners.once(), silence.promise]),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
export type Target = ReturnType<typeof createTarget>;

/** Returns the present status of a node. */
export function readStatus(target: Target): StatusDocument {
  const { name, plan } = target;
  const url = showUrl(plan.config.node.url);
  const facts = target.facts();
  const collection = collectionOf(target.collectorStates(), facts.node.clock_difference_seconds);
  return statusOf({ name, url, up: target.isUp(), watching: plan.isWatching, collection }, facts, target.since());
}

/** Returns the present status of all nodes of a process. */
export const readAll = (targets: readonly Target[]): readonly StatusDocument[] => compareNodes(targets.map(readStatus));

/** Runs each collector of a node once, and returns the result of `read`. `isComplete`: each required collector got its values, or found that
 *  the node has none. Throws the reason of an aborted signal. */
export async function runOnce<T>(
  { log = pino({ level: "silent" }), ...options }: Omit<TargetOptions, "log"> & { readonly log?: Logger },
  signal: AbortSignal,
  read: (target: Target, isComplete: boolean) => T | Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  await using target = createTarget({ ...options, log });
  using _onAbort = addAbortListener(signal, () => void target.stop());
  const isComplete = await target.once();
  signal.throwIfAborted();
  return await read(target, isComplete);
}
