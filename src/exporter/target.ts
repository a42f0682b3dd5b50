/** A monitored node: client, observations, page, own metrics, and a runner per collector. Shares no state with other targets. */
import type { Logger } from "pino";
import { health } from "../collectors/health.ts";
import { runningChains } from "../collectors/shared/chains.ts";
import type { Labels } from "../exposition/labels.ts";
import { createPage, type Layout } from "../exposition/page.ts";
import { createStore } from "../exposition/store.ts";
import type { Facts } from "../facts/entities.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { factItems } from "../model/fact-items.ts";
import { factsOf } from "../model/facts.ts";
import { createNodeClient } from "../rpc/client.ts";
import type { CallRecord } from "../rpc/exchange.ts";
import { isOfCallOnly } from "./call-evidence.ts";
import { createIdentity, createIdentityTracker } from "./identity.ts";
import { createNodeClock } from "./node-clock.ts";
import { createNodeLogger } from "./node-logger.ts";
import { createNodeMetrics, type NodeMetrics } from "./node-metrics.ts";
import type { Job, Plan } from "./plan.ts";
import { createRecovery } from "./recovery.ts";
import { createRunner, type FinishedRun } from "./runner.ts";
import { createRunners } from "./runners.ts";

export type TargetOptions = {
  readonly name: string;
  readonly plan: Plan;
  readonly layout: Layout;
  readonly log: Logger;
  readonly clock?: Clock;
  /** The metrics of a target that this one replaces: its counters continue. */
  readonly metrics?: NodeMetrics;
};

/** Creates a target, which does nothing until `start` or `once`. The caller stops it. */
export function createTarget({ name, plan: first, layout, log, clock = systemClock, ...options }: TargetOptions) {
  const { metrics = createNodeMetrics() } = options;
  const { now } = clock;
  let plan = first;
  let isReachable: boolean | undefined;
  const stopping = new AbortController();
  const nodeClock = createNodeClock(clock);
  const recovery = createRecovery();
  const trackIdentity = createIdentityTracker(now);
  const client = createNodeClient({
    ...plan.node,
    ...{ clock, onCall, onIdentity, onRecovered: () => runners.wakeWaiting() },
  });
  const identity = createIdentity({ client, now, stopping: stopping.signal, onNetwork, onOtherNetwork: forget });
  const store = createStore({ now, nodeId: identity.nodeId });
  const page = createPage({ layout, store, now, derive: () => factItems(facts()) });
  const nodeLogger = createNodeLogger({ log, name, url: plan.node.url, nodeId: client.nodeId });
  const runners = createRunners(plan.jobs, {
    create: createJobRunner,
    needs: () => ({ chains: runningChains(store.of), network: identity.network() }),
    identify: identity.identify,
    onRemoved(collector) {
      store.remove(collector);
      metrics.removeCollector(collector);
    },
  });

  function createJobRunner(job: Job) {
    metrics.configure(job.collector);
    return createRunner(job, {
      ...{ client, identify: identity.identify, store, clock, date: nodeClock.date, onRun, onBug: nodeLogger.bug },
      prepare: (given, signal) => runners.prepare(given, signal),
    });
  }

  /** Returns the facts about the node at the present time. */
  function facts(): Facts {
    const status = runners.statusOf(health.name);
    return factsOf(store.of, {
      isReachable,
      awaitsChecks: status !== undefined && status.kind !== "unavailable",
      network: identity.network(),
      nodeId: identity.nodeId(),
      clockDifference: nodeClock.difference(),
      now: nodeClock.date() / 1000,
      remembered: identity.remembered(),
    });
  }

  function onNetwork(labels: Labels) {
    metrics.setLabels(labels);
    const hadData = !store.isEmpty();
    store.clear(labels);
    if (hadData) runners.wakeAll();
  }

  function onCall(record: CallRecord) {
    metrics.call(record);
    nodeLogger.call(record);
    nodeClock.onCall(record);
    recovery.onCall(record);
    if (!isOfCallOnly(record)) {
      const hasResponse = record.response !== undefined;
      if (hasResponse !== isReachable) page.refresh();
      isReachable = hasResponse;
      metrics.reachable(isReachable);
    }
    updateUp();
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
    identity.forget();
    nodeClock.forget();
    recovery.expect();
    runners.restart();
  }

  function onRun(finished: FinishedRun) {
    const { job, before, after } = finished;
    metrics.run(finished, store.series(job.collector.name));
    updateUp();
    nodeLogger.run(job.collector.name, { before, after, collectors: runners.all().length });
    if (identity.afterRun(store.of)) return forget();
    runners.onRun(finished);
    if (recovery.hasRecovered(finished)) runners.wakeWaiting();
  }

  const isUp = () => isReachable === true && runners.isSound();
  const updateUp = () => metrics.up(isUp());

  return {
    name,
    url: first.node.url,
    page,
    metrics,
    /** Returns the current observations of a kind. */
    observations: store.of,
    /** The values of `avax_up` and `avax_node_reachable`, and the ID of the node that responded last. */
    status: () => ({ up: isUp(), reachable: isReachable === true, nodeId: client.nodeId() }),
    facts,
    /** The state of each collector, in milliseconds. `age`: time since the last run that read everything. */
    collectorStates: () =>
      runners.all().map((runner) => {
        const { collector, interval: configured } = runner.job();
        const { status, interval, lastCompleteAt, dropped, isIdle } = runner.state();
        return {
          collector: collector.name,
          required: collector.required === true,
          isOptIn: collector.disabledByDefault === true,
          state: status,
          ...{ isIdle, interval, configured, dropped },
          age: lastCompleteAt === undefined ? undefined : now() - lastCompleteAt,
          series: store.series(collector.name),
        };
      }),
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
      client.updateOptions(next.node);
      runners.apply(next.jobs);
      for (const { collector } of next.jobs) metrics.configure(collector);
      updateUp();
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
