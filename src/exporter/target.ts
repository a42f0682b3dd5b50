/** A monitored node: client, observations, page, own metrics, and a runner per collector. Shares no state with other targets. */
import type { Logger } from "pino";
import type { Collector } from "../collectors/collector.ts";
import { health } from "../collectors/health.ts";
import { node as nodeCollector } from "../collectors/node.ts";
import { needsOf } from "../collectors/shared/chains.ts";
import type { Labels } from "../exposition/labels.ts";
import { createPage, type Layout } from "../exposition/page.ts";
import { createStore, type Store } from "../exposition/store.ts";
import type { Facts } from "../facts/entities.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { showUrl } from "../lib/redaction.ts";
import { compareNodes } from "../model/across-nodes.ts";
import { collectionOf } from "../model/collection.ts";
import { factItems } from "../model/fact-items.ts";
import { factsOf } from "../model/facts.ts";
import type { Watched } from "../model/known.ts";
import { type Since, sinceAfter } from "../model/since.ts";
import { type StatusDocument, statusOf } from "../model/status.ts";
import { createNodeClient } from "../rpc/client.ts";
import type { CallRecord } from "../rpc/exchange.ts";
import type { Resources } from "../rpc/resources.ts";
import { createReachability, createRecovery } from "./evidence.ts";
import { createIdentity, createIdentityTracker, type Identity } from "./identity.ts";
import { createNodeClock } from "./node-clock.ts";
import { createNodeLogger } from "./node-logger.ts";
import { createNodeMetrics, type NodeMetrics } from "./node-metrics.ts";
import type { Job, Plan } from "./plan.ts";
import { createRunner, type FinishedRun, type Runner } from "./runner.ts";
import { createRunners } from "./runners.ts";

export type TargetOptions = {
  readonly name: string;
  readonly plan: Plan;
  readonly layout: Layout;
  readonly log: Logger;
  readonly clock?: Clock | undefined;
  readonly resources?: Resources;
  /** The metrics of a target that this one replaces: its counters continue. */
  readonly metrics?: NodeMetrics | undefined;
};

/** Creates the parts of a target, and connects the events of the client and of the runners with them. */
function createParts({ name, plan, layout, log, clock = systemClock, ...options }: TargetOptions) {
  const { resources, metrics = createNodeMetrics() } = options;
  const { now } = clock;
  const stopping = new AbortController();
  const nodeClock = createNodeClock(clock);
  const recovery = createRecovery();
  const trackIdentity = createIdentityTracker(now);
  const client = createNodeClient({
    ...plan.node,
    ...{ clock, resources, onCall, onIdentity, onRecovered: () => runners.wakeWaiting() },
  });
  const identity = createIdentity({
    ...{ client, now, stopping: stopping.signal, configured: plan.network, onNetwork, onOtherNetwork: forget },
  });
  const store = createStore({ now, nodeId: identity.nodeId });
  const reachability = createReachability();
  const nodeLogger = createNodeLogger({ log, name, url: plan.node.url, nodeId: client.nodeId, now });
  const runners = createRunners(plan.jobs, {
    create: createJobRunner,
    needs: () => needsOf(store.of, identity.network()),
    identify: identity.identify,
    onRemoved(collector) {
      store.remove(collector);
      metrics.removeCollector(collector);
    },
  });
  let { watched } = plan;
  let times: Since = new Map();
  const since = () => times;
  /** All first runs have ended, and their states are in `times`. */
  let hasLooked = false;
  function facts() {
    const read = readFacts({ store, identity, nodeClock, reachability, runners, watched });
    times = sinceAfter(times, read, hasLooked ? clock.date() / 1000 : undefined);
    hasLooked ||= runners.isReady();
    return read;
  }
  const page = createPage({ layout, store, derive: () => factItems(facts(), watched) });
  const isUp = () => reachability.isReachable() === true && runners.isSound();

  function createJobRunner(job: Job) {
    metrics.configure(job.collector);
    return createRunner(job, {
      ...{ client, identify: identity.identify, store, clock, date: nodeClock.date, onRun, onBug: nodeLogger.bug },
      prepare: (given, signal) => runners.prepare(given, signal),
    });
  }
  function onNetwork(labels: Labels) {
    const hadData = !store.isEmpty();
    store.clear(labels);
    if (hadData) runners.wakeAll();
  }
  function onCall(record: CallRecord) {
    for (const part of [nodeClock, recovery, reachability]) part.onCall(record);
    metrics.call(record);
    const isReachable = reachability.isReachable();
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
    const network = identity.network();
    store.clear(network === undefined ? {} : { network });
    for (const part of [identity, nodeClock, recovery]) part.forget();
    times = new Map();
    hasLooked = false;
    runners.restart();
  }
  function onRun(finished: FinishedRun) {
    const { job, before, after } = finished;
    metrics.run(finished, store.series(job.collector.name));
    metrics.up(isUp());
    nodeLogger.run(job.collector.name, before, after);
    if (identity.afterRun(store.of)) return forget();
    runners.onRun(finished);
    if (recovery.hasRecovered(finished)) runners.wakeWaiting();
  }
  const watch = (next: Watched) => {
    watched = next;
  };
  return { client, facts, isUp, metrics, now, page, reachability, runners, since, stopping, store, watch };
}

type Observed = Pick<ReturnType<typeof createParts>, "store" | "reachability" | "runners"> & {
  readonly identity: Identity;
  readonly nodeClock: ReturnType<typeof createNodeClock>;
  readonly watched: Watched;
};
/** Returns the facts about the node at the present time. */
function readFacts({ store, identity, nodeClock, reachability, runners, watched }: Observed): Facts {
  const awaits = ({ name }: Collector) => {
    const status = runners.statusOf(name);
    return status !== undefined && status.kind !== "unavailable";
  };
  return factsOf(store.of, {
    isReachable: reachability.isReachable(),
    awaitsChecks: awaits(health),
    awaitsIdentity: awaits(nodeCollector),
    watched,
    network: identity.network(),
    nodeId: identity.nodeId(),
    clockDifference: nodeClock.difference(),
    now: nodeClock.date() / 1000,
    remembered: identity.remembered(),
  });
}

/** Returns the state of a collector, in milliseconds. `age`: time since the last run that read everything. */
function collectorState(runner: Runner, store: Store, now: number) {
  const { collector, interval: configured } = runner.job();
  const { status, interval, lastCompleteAt, dropped, isIdle } = runner.state();
  return {
    collector: collector.name,
    required: collector.required === true,
    isOptIn: collector.disabledByDefault === true,
    state: status,
    ...{ isIdle, interval, configured, dropped },
    age: lastCompleteAt === undefined ? undefined : now - lastCompleteAt,
    series: store.series(collector.name),
  };
}

/** Creates a target, which does nothing until `start` or `once`. The caller stops it. */
export function createTarget(options: TargetOptions) {
  const { client, facts, isUp, metrics, now, page, reachability, runners, since, stopping, store, watch } =
    createParts(options);
  let { plan } = options;
  return {
    name: options.name,
    url: plan.node.url,
    configuredNetwork: plan.network,
    page,
    metrics,
    /** Returns the current observations of a kind. */
    observations: store.of,
    facts,
    /** Returns the times since which the states of the last facts have lasted. */
    since,
    /** The values of `avax_up` and `avax_node_reachable`, and the ID of the node that responded last. */
    status: () => ({ up: isUp(), reachable: reachability.isReachable() === true, nodeId: client.nodeId() }),
    collectorStates: () => runners.all().map((runner) => collectorState(runner, store, now())),
    /** Returns the collectors that do not run. */
    unused: () => plan.unused,
    isWatching: () => plan.isWatching,
    /** Returns whether all first runs have ended. */
    ready: runners.isReady,
    /** Starts the first runs after `delay` milliseconds. */
    start: (delay = 0) => runners.start(delay),
    /** Applies another plan for the same node. The target must have been started. */
    apply(next: Plan) {
      plan = next;
      watch(next.watched);
      client.updateOptions(next.node);
      runners.apply(next.jobs);
      for (const { collector } of next.jobs) metrics.configure(collector);
      metrics.up(isUp());
    },
    /** Runs each collector once. Returns whether each required one got its values or found that the node has none. */
    once: runners.once,
    async stop() {
      stopping.abort();
      await runners.stop();
      await client.close();
    },
  };
}
export type Target = ReturnType<typeof createTarget>;

/** Returns the present status of a node. */
export function readStatus(target: Target): StatusDocument {
  const { name } = target;
  const facts = target.facts();
  const collection = collectionOf(target.collectorStates(), facts.node.clock_difference_seconds);
  const described = { name, url: showUrl(target.url), up: target.status().up, watching: target.isWatching() };
  return statusOf({ ...described, collection }, facts, target.since());
}

/** Returns the present status of all nodes of a process. */
export const readAll = (targets: readonly Target[]): readonly StatusDocument[] => compareNodes(targets.map(readStatus));
