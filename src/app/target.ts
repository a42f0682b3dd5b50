/** A monitored node: its client, observations, exposition and own metrics, and a runner per collector. Targets share no state. */
import { addAbortListener } from "node:events";
import { type Logger, pino } from "pino";
import { needsOf, textOfChains } from "../collectors/all.ts";
import type { Collector } from "../collectors/collector.ts";
import { health } from "../collectors/health.ts";
import { node as nodeCollector } from "../collectors/node.ts";
import { createExposition } from "../engine/exposition.ts";
import { createRunners, type FinishedRun, type Runner } from "../engine/runner.ts";
import { createStore } from "../engine/store.ts";
import { type Facts, factItems, factsOf, familiesOf } from "../entities/all.ts";
import { createStateTimes } from "../entities/status.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { createNodeClient } from "../node-api/client.ts";
import type { CallRecord } from "../node-api/errors.ts";
import type { Resources } from "../node-api/transport.ts";
import { createCallEvidence } from "./call-evidence.ts";
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

type CollectionOptions = TargetOptions & {
  readonly clock: Clock;
  readonly metrics: ReturnType<typeof createNodeMetrics>;
  /** Called when all data is dropped, because another node responds. */
  readonly onForget: () => void;
};

/** Creates what reads from a node, and keeps it: its client, its identity, its store, and a runner per collector. */
function createCollection({
  name,
  plan,
  log,
  clock,
  resources,
  metrics,
  onRun: afterRun,
  onForget,
}: CollectionOptions) {
  const { node, network: configured } = plan.config;
  const { now } = clock;
  const stopping = new AbortController();
  const evidence = createCallEvidence(clock, node.timeout);
  const client = createNodeClient({ ...node, clock, resources, onCall });
  const identity = createIdentity({ client, now, stopping: stopping.signal, configured, onOtherNetwork: forget });
  const store = createStore({ now });
  const nodeLogger = createNodeLogger({ log, name, url: node.url, nodeId: client.nodeId, now });
  const needs = () => needsOf(store.of, identity.network());
  const runners = createRunners(plan.jobs, {
    client,
    identify: async () => (evidence.isSilent() ? undefined : identity.identify()),
    store,
    clock,
    date: evidence.date,
    onRun,
    onBug: nodeLogger.bug,
    needs,
    find: async (need) => (need === "network" ? identity.identify() : undefined),
    wakes: { need: "chains", text: () => textOfChains(needs()) },
  });
  const isUp = () => evidence.isReachable() === true && runners.isSound();

  function onCall(record: CallRecord) {
    const identity = evidence.identityAfter(record);
    if (identity !== "same") onOtherIdentity(identity, record.nodeId ?? "");
    const wasReachable = evidence.isReachable();
    evidence.add(record);
    const isReachable = evidence.isReachable();
    if (isReachable && wasReachable === false) runners.onReturn();
    metrics.call(record);
    nodeLogger.call(record, isReachable);
    if (isReachable !== undefined) metrics.reachable(isReachable);
    metrics.up(isUp());
  }
  function onOtherIdentity(seen: "changed" | "balanced", nodeId: string) {
    metrics.identityChanged();
    nodeLogger.identity(seen, nodeId);
    if (seen !== "balanced") forget();
  }
  /** Drops all data, and reads everything again. */
  function forget() {
    store.clear();
    identity.forget();
    evidence.forget();
    onForget();
    runners.restart();
  }
  function onRun(finished: FinishedRun) {
    metrics.run(finished, store.series(finished.job.collector.name));
    metrics.up(isUp());
    nodeLogger.run(finished);
    evidence.endRun();
    if (identity.afterRun(store.of)) return forget();
    runners.onRun(finished);
    afterRun?.(finished);
  }
  async function stop() {
    stopping.abort();
    await runners.stop();
    await client.close();
  }
  return { evidence, identity, store, runners, isUp, stop };
}

/** Creates a target, which does nothing until `start` or `once`. The caller stops it. */
export function createTarget({ clock = systemClock, ...options }: TargetOptions) {
  const { name, plan } = options;
  const { watch: watched } = plan.config.settings;
  const collectors = plan.jobs.map(({ collector }) => collector);
  const metrics = createNodeMetrics(collectors);
  const times = createStateTimes(() => clock.date() / 1000);
  const collection = createCollection({ ...options, clock, metrics, onForget: times.forget });
  const { evidence, identity, store, runners, isUp, stop } = collection;
  const awaits = ({ name }: Collector) => !["unavailable", undefined].includes(runners.statusOf(name)?.kind);
  /** Returns the facts about the node at the present time. */
  function facts(): Facts {
    const read = factsOf(store.of, {
      isReachable: evidence.isReachable(),
      awaitsChecks: awaits(health),
      awaitsIdentity: awaits(nodeCollector),
      watched,
      network: identity.network(),
      nodeId: identity.nodeId(),
      clockDifference: evidence.clockDifference(),
      now: evidence.date() / 1000,
      remembered: identity.remembered(),
    });
    times.look(read, runners.isReady());
    return read;
  }
  const derive = () => factItems(facts(), watched);
  const exposition = createExposition({ metrics: familiesOf(collectors), store, derive, labels: identity.labels });
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
    since: times.since,
    /** Returns the value of `avax_up`. */
    isUp,
    collectorStates: () => runners.all.map(collectorState),
    /** Returns whether all first runs have ended. */
    ready: runners.isReady,
    /** Starts the first runs after `delay` milliseconds. */
    start: (delay = 0) => runners.start(delay),
    /** Runs each collector once, unless the node does not respond. Returns whether each required one got its values or found that the node
     *  has none. */
    once: () => Promise.race([runners.once(), evidence.silence]),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}
export type Target = ReturnType<typeof createTarget>;

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
