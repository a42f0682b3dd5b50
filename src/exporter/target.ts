/** A monitored node: client, page, own metrics, and a runner per collector. Shares no state with other targets. */
import type { Logger } from "pino";
import { health } from "../collectors/health.ts";
import { chainsIn } from "../collectors/shared/chains.ts";
import { cleanLabels } from "../exposition/labels.ts";
import { createPage, type Layout, type SamplesOf } from "../exposition/page.ts";
import type { Sample } from "../exposition/sample.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { milliseconds } from "../lib/duration.ts";
import { chainHeight, chainValidatorDisconnected } from "../metrics/chains.ts";
import { nodeInfo } from "../metrics/node.ts";
import { type Model, modelOf } from "../model/model.ts";
import { stateSamples } from "../model/state-samples.ts";
import { createNodeClient } from "../rpc/client.ts";
import { attempt } from "../rpc/errors.ts";
import type { CallRecord } from "../rpc/exchange.ts";
import { indicatesNodeTrouble, isOfCallOnly } from "./call-evidence.ts";
import { createIdentityTracker } from "./identity.ts";
import { createNodeLogger } from "./node-logger.ts";
import { createNodeMetrics, type NodeMetrics } from "./node-metrics.ts";
import type { Job, Plan } from "./plan.ts";
import { createRunner, type FinishedRun, type Runner } from "./runner.ts";

export type TargetOptions = {
  readonly name: string;
  readonly plan: Plan;
  readonly layout: Layout;
  readonly log: Logger;
  readonly clock?: Clock;
  /** The metrics of a target that this one replaces: its counters continue. */
  readonly metrics?: NodeMetrics;
};

/** Maximum attempts of `once` while the node identity changes. */
const maxAttempts = 3;

/** Delay until the name of the network is read again from a node that does not provide it. */
const identifyAgainAfterMs = milliseconds("5m");

const nameOf = (runner: Runner) => runner.job().collector.name;
const statusOf = (runner: Runner) => runner.state().status;
const isStarting = (runner: Runner) => statusOf(runner).kind === "starting";
/** Returns whether other collectors read the chains that this one names. */
const namesChains = (runner: Runner) => runner.job().collector.metrics.some(({ name }) => name === chainHeight.name);
const isRequired = (runner: Runner) => runner.job().collector.required === true;

/** Creates a target, which does nothing until `start` or `once`. The caller stops it. */
export function createTarget({ name, plan: first, layout, log, clock = systemClock, ...options }: TargetOptions) {
  const { metrics = createNodeMetrics() } = options;
  let plan = first;
  const page = createPage({ layout, now: clock.now, derive, nodeId });
  const nodeLogger = createNodeLogger({ log, name, url: plan.node.url, nodeId: () => client.nodeId() });
  const client = createNodeClient({ ...plan.node, clock, onCall, onIdentity, onRecovered: wakeWaiting });
  const trackIdentity = createIdentityTracker(clock.now);
  const knowing = {
    ...client,
    /** Returns the subnets and L1s whose chains the health checks of the node name. */
    subnets: () => [...new Set(page.samplesOf(chainHeight).flatMap(({ labels }) => labels?.["subnet_id"] || []))],
    /** Returns the chains that the health checks of the node name. */
    chains: () => chainsIn(page.samplesOf(chainHeight)),
    /** Returns the validators of a subnet or L1 to which the health checks find no connection. */
    disconnected: (subnetId: string) =>
      new Set(
        page
          .samplesOf(chainValidatorDisconnected)
          .flatMap(({ labels }) => (labels?.["subnet_id"] === subnetId ? (labels["node_id"] ?? []) : [])),
      ),
    async network() {
      await identify();
      return network;
    },
  };
  let runners = plan.jobs.map(create);
  let isReachable: boolean | undefined;
  let network: string | undefined;
  let networkId: string | undefined;
  let identifying: Promise<void> | undefined;
  let identifyAfter = Number.NEGATIVE_INFINITY;
  /** Number of opened connections at the last call for the network. */
  let openedBefore = 0;
  /** The last known identity of the node, which is exposed while the node does not respond. */
  let lastInfo: Sample | undefined;
  let lastValidates: boolean | undefined;
  /** Aborted when another node responds. */
  let replaced = new AbortController();
  const stopping = new AbortController();
  /** Set when the node has trouble. The first success afterwards wakes the collectors that can run early. */
  let isRecoveryPending = true;

  function create(job: Job): Runner {
    metrics.configure(job.collector);
    return createRunner(job, { client: knowing, identify, page, clock, onRun, onBug: nodeLogger.bug });
  }

  /** Returns the ID of the node; the last known one while it does not respond. */
  function nodeId(): string | undefined {
    return client.nodeId() ?? lastInfo?.labels?.["node_id"];
  }

  /** Returns the model from the current samples, with the last known facts about the identity of the node. */
  function model(samplesOf: SamplesOf = page.samplesOf): Model {
    lastInfo = samplesOf(nodeInfo)[0] ?? lastInfo;
    const awaitsChecks = runners.some(
      (runner) => nameOf(runner) === health.name && statusOf(runner).kind !== "unavailable",
    );
    const now = clock.date() / 1000;
    const known = modelOf(samplesOf, { isReachable, awaitsChecks, network, nodeId: nodeId(), now });
    lastValidates = known.node.validates ?? lastValidates;
    return {
      ...known,
      node: { ...known.node, version: lastInfo?.labels?.["version"], validates: lastValidates },
    };
  }

  function derive(samplesOf: SamplesOf): readonly Sample[] {
    const samples = stateSamples(model(samplesOf));
    return lastInfo && samplesOf(nodeInfo).length === 0 ? [lastInfo, ...samples] : samples;
  }

  /** Reads the name of the network, which is a label of all series, and again after a new connection: another process can respond. */
  function identify(): Promise<void> {
    const isKnown = network !== undefined && client.opened() === openedBefore;
    if (isKnown || clock.now() < identifyAfter) return Promise.resolve();
    if (identifying) return identifying;
    const reading = readNetwork().finally(() => {
      if (identifying === reading) identifying = undefined;
    });
    identifying = reading;
    return reading;
  }

  async function readNetwork() {
    const signal = AbortSignal.any([stopping.signal, replaced.signal]);
    const opened = client.opened();
    const { value, error } = await attempt(client.call({ signal }, "info.getNetworkName", {}));
    if (error?.unavailable) identifyAfter = clock.now() + identifyAgainAfterMs;
    if (!value) return;
    const labels = cleanLabels({ network: value.networkName });
    openedBefore = opened;
    if (network === labels["network"]) return;
    if (network !== undefined) return forget();
    network = labels["network"];
    metrics.setLabels(labels);
    const hadSamples = !page.isEmpty();
    page.clear(labels);
    if (hadSamples) wakeAll();
  }

  function onCall(record: CallRecord) {
    metrics.call(record);
    nodeLogger.call(record);
    if (!isOfCallOnly(record)) {
      const hasResponse = record.response !== undefined;
      if (hasResponse !== isReachable) page.refresh();
      isReachable = hasResponse;
      metrics.reachable(isReachable);
    }
    if (indicatesNodeTrouble(record)) isRecoveryPending = true;
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
    page.clear(network === undefined ? {} : { network });
    replaced.abort();
    replaced = new AbortController();
    identifying = undefined;
    identifyAfter = Number.NEGATIVE_INFINITY;
    network = undefined;
    networkId = undefined;
    lastInfo = undefined;
    lastValidates = undefined;
    isRecoveryPending = true;
    for (const runner of runners) runner.restart();
  }

  function wakeWaiting() {
    for (const runner of runners) if (runner.state().canRunEarly) runner.wake();
  }

  /** Wakes the collectors whose samples were dropped, but repeats no calls that the node may still execute. */
  function wakeAll() {
    for (const runner of runners) if (statusOf(runner).kind !== "failed" || runner.state().canRunEarly) runner.wake();
  }

  /** Returns whether the node has moved to another network with its ID. */
  function hasMoved(): boolean {
    const before = networkId;
    networkId = page.samplesOf(nodeInfo)[0]?.labels?.["network_id"] ?? before;
    return before !== undefined && networkId !== before;
  }

  function onRun(finished: FinishedRun) {
    const { job, before, after } = finished;
    metrics.run(finished, page.series(job.collector.name));
    updateUp();
    nodeLogger.run(job.collector.name, { before, after, collectors: runners.length });
    if (hasMoved()) return forget();
    if (after.status.kind !== "ok" || before.status.kind === "ok" || !isRecoveryPending) return;
    isRecoveryPending = false;
    wakeWaiting();
  }

  const isUp = () =>
    isReachable === true &&
    !runners.every(isStarting) &&
    !runners.some((runner) => isRequired(runner) && statusOf(runner).kind === "failed");
  const updateUp = () => metrics.up(isUp());

  return {
    name,
    url: first.node.url,
    page,
    metrics,
    /** The values of `avax_up` and `avax_node_reachable`, and the ID of the node that responded last. */
    status: () => ({ up: isUp(), reachable: isReachable === true, nodeId: client.nodeId() }),
    /** The model of the node at the present time. */
    model: () => model(),
    /** The state of each collector, in milliseconds. `age`: time since the last run that read everything. */
    collectorStates: () =>
      runners.map((runner) => {
        const { status, interval, lastCompleteAt, dropped, isIdle } = runner.state();
        return {
          collector: nameOf(runner),
          required: isRequired(runner),
          isByHand: runner.job().collector.disabledByDefault === true,
          state: status,
          isIdle,
          interval,
          configured: runner.job().interval,
          age: lastCompleteAt === undefined ? undefined : clock.now() - lastCompleteAt,
          series: page.series(nameOf(runner)),
          dropped,
        };
      }),
    /** Returns the collectors that do not run. */
    unused: () => plan.unused,
    isWatching: () => plan.isWatching,
    /** Returns whether all first runs have ended. */
    ready: () => !runners.some(isStarting),
    /** Starts the first runs after `delay` milliseconds. */
    start(delay = 0) {
      for (const runner of runners) runner.start(delay);
    },
    /** Applies another plan for the same node. The target must have been started. */
    apply(next: Plan) {
      plan = next;
      const { node, jobs } = next;
      client.updateOptions(node);
      const before = runners;
      runners = jobs.map((job) => {
        const known = before.find((runner) => nameOf(runner) === job.collector.name);
        known?.apply(job);
        const runner = known ?? create(job);
        runner.start();
        metrics.configure(job.collector);
        return runner;
      });
      for (const runner of before) {
        if (runners.includes(runner)) continue;
        void runner.stop();
        page.remove(nameOf(runner));
        metrics.removeCollector(nameOf(runner));
      }
      updateUp();
    },
    /** Runs each collector once: first the one that names the chains, then all others at the same time. Returns whether each required
     *  one got its values or found that the node has none. */
    async once(): Promise<boolean> {
      let pending = runners;
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const first = pending.filter(namesChains);
        await Promise.all(first.map((runner) => runner.once()));
        await Promise.all(pending.filter((runner) => !first.includes(runner)).map((runner) => runner.once()));
        pending = runners.filter(isStarting);
      }
      return runners.every((runner) => !isRequired(runner) || ["ok", "unavailable"].includes(statusOf(runner).kind));
    },
    async stop() {
      stopping.abort();
      await Promise.all(runners.map((runner) => runner.stop()));
      await client.close();
    },
  };
}
export type Target = ReturnType<typeof createTarget>;
