/** One monitored node as one unit: client, schedule, page and own metrics. Nothing in it is shared with another. */
import type { Logger } from "pino";
import type { Session } from "../collectors/collector.ts";
import { laneOf, methodOf } from "../contract/contract.ts";
import { type CallRecord, createNodeClient, probeOf } from "../node/client.ts";
import { NodeError } from "../node/errors.ts";
import { milliseconds } from "../prometheus/duration.ts";
import { createPage, type Layout } from "../prometheus/page.ts";
import { collect, type Run, type Verdict, verdict } from "./collect.ts";
import { createIdentityWatch } from "./identity.ts";
import { type Job, type Plan, readsTheSame } from "./plan.ts";
import { createReport } from "./report.ts";
import {
  type Alarm,
  createAlarm,
  effectiveInterval,
  jittered,
  loop,
  pauseAfter,
  type State,
  staleAfter,
} from "./schedule.ts";
import { createNodeMetrics, type NodeMetrics } from "./self-metrics.ts";
import { createPause } from "./slices.ts";

type Entry = {
  job: Job;
  session: Session;
  state: State;
  /** The last failure was for want of the chain's answer to another call. */
  waits: boolean;
  interval: number;
  /** When all was last known anew. */
  complete: number | undefined;
  /** Series that the limit left out of the last round. */
  dropped: number;
  stop: AbortController;
  alarm: Alarm;
};
export type TargetOptions = {
  readonly name: string;
  readonly plan: Plan;
  readonly layout: Layout;
  readonly log: Logger;
  /** Those of a target that this one takes the place of: counters go on. */
  readonly metrics?: NodeMetrics;
};

/** What costs the node much keeps to its interval, once the node has begun to work on it. */
const mayBeRung = ({ job, state }: Entry) => !(job.heavy && state.kind === "failed" && state.worked);

const now = () => performance.now();
/** How often `once` begins anew when another node answers. */
const mostTries = 3;

/** Whatever goes wrong, but for the full set's taking too long and for what the node lacks for good: these are their own. */
const concernsNode = ({ error, method }: CallRecord) =>
  error !== undefined &&
  (error.unavailable === undefined || error.unavailable === "bootstrapping") &&
  (error.reason !== "timeout" || methodOf(method).cost !== "heavy");

/** What its collectors read, and what is sent to find out whether a chain answers. */
function methodsOf({ collector: { reads } }: Job) {
  const lanes = reads.map((name) => laneOf(methodOf(name))).filter((lane) => lane !== undefined);
  return [...new Set([...reads, ...lanes.map(probeOf)])];
}

export function createTarget({ name, plan, layout, log, metrics = createNodeMetrics() }: TargetOptions) {
  const page = createPage(layout, now);
  const report = createReport(log, name);
  const client = createNodeClient({ ...plan.node, onCall, onIdentity, onRecovered });
  const see = createIdentityWatch(now);
  let entries = plan.jobs.map(createEntry);
  const loops = new Set<Promise<void>>();
  let serving = false;
  let stopped = false;
  let reachable = false;
  /** The first success after it wakes the collectors that wait. */
  let trouble = true;

  function createEntry(job: Job): Entry {
    const stop = new AbortController();
    metrics.start(job.collector.name, methodsOf(job), job.interval / 1000);
    return {
      job,
      session: job.prepared.begin(),
      state: { kind: "starting" },
      waits: false,
      interval: job.interval,
      complete: undefined,
      dropped: 0,
      stop,
      alarm: createAlarm(stop.signal),
    };
  }

  function onCall(record: CallRecord) {
    metrics.call(record);
    report.call(record, client.nodeId());
    reachable = record.answered;
    if (concernsNode(record)) trouble = true;
    updateUp();
  }

  function onIdentity(nodeId: string) {
    const seen = see(nodeId);
    if (seen === "same") return;
    metrics.identityChanged();
    report.identity(seen, nodeId);
    if (seen === "balanced") return;
    page.clear();
    trouble = true;
    for (const entry of entries) {
      restart(entry, "another node answers");
      entry.complete = undefined;
    }
  }

  function onRecovered() {
    for (const { waits, alarm } of entries) if (waits) alarm.ring();
  }

  const isUp = () => {
    const begun = entries.some(({ state }) => state.kind !== "starting");
    const failed = entries.some(({ job, state }) => job.collector.required && state.kind === "failed");
    return reachable && begun && !failed;
  };
  const updateUp = () => metrics.up(isUp());

  /** The node's slowness makes rounds rarer; where it is not known how slow it was, they get no more frequent. */
  function stretch(entry: Entry, { callMs, failed }: Run) {
    const { interval: configured, collector } = entry.job;
    const seldom = entry.session.seldom();
    const least = seldom ? milliseconds(seldom.every) : 0;
    const isFirst = entry.state.kind === "starting"; // its calls are slow because this process is cold
    const wanted = Math.max(effectiveInterval(configured, isFirst ? 0 : callMs), least);
    const isUnknown = failed.some(({ reason }) => reason === "timeout" || reason === "connect");
    const interval = isUnknown ? Math.max(wanted, entry.interval) : wanted;
    report.interval(collector.name, configured, entry.interval, interval, interval === least && seldom?.because);
    entry.interval = interval;
  }

  /** One round, and what follows from it: the pause after it. Throws the signal's reason once the round no longer counts. */
  async function round(entry: Entry): Promise<number> {
    const { job } = entry;
    const { signal } = entry.stop;
    const begin = now();
    const ended = await runOrFail(entry, signal);
    signal.throwIfAborted();
    stretch(entry, ended);
    const mixed = ended.nodeIds.size > 1;
    const outcome = verdict(ended);
    const state = mixed ? { kind: "mixed" as const } : stateAfter(entry.state, outcome);
    if (!mixed) {
      const isSeldom = entry.session.seldom() !== undefined;
      const age = staleAfter(job.staleAfter, entry.interval, state, isSeldom);
      await page.publish(job.collector.name, ended.outcome, { staleAfterMs: age, signal, pause: createPause(signal) });
    }
    conclude(entry, state, ended, (now() - begin) / 1000);
    return pauseAfter(entry.state, entry.interval, now() - begin, job.heavy);
  }

  /** One collector's bug is one collector's failure. */
  async function runOrFail({ job, session }: Entry, signal: AbortSignal): Promise<Run> {
    const { collector, timeout, limit } = job;
    try {
      const published = (item: string) => page.itemSeries(collector.name, item);
      return await collect(session, client, { signal, timeout, limit, published });
    } catch (cause) {
      signal.throwIfAborted();
      report.bug(collector.name, cause);
      const error = new NodeError(`${collector.name} cannot make sense of the answer`, { kind: "schema", cause });
      const outcome = page.unchanged(collector.name);
      return { items: 1, outcome, failed: [error], unavailable: [], dropped: 0, callMs: 0, nodeIds: new Set() };
    }
  }

  function conclude(entry: Entry, state: State, ended: Run, seconds: number) {
    const { name: collector } = entry.job.collector;
    const { state: before } = entry;
    entry.state = state;
    entry.dropped = ended.dropped;
    if (state.kind === "ok") entry.complete = now();
    entry.waits = state.kind === "failed" && mayBeRung(entry) && ended.failed.some(({ unsent }) => unsent);
    metrics.round(collector, {
      seconds,
      interval: entry.interval / 1000,
      success: ended.failed.length === 0,
      available: state.kind !== "unavailable",
      fresh: state.kind === "ok",
      reasons: new Set(ended.failed.map(({ reason }) => reason)),
      series: page.series(collector),
      dropped: ended.dropped,
    });
    updateUp();
    report.state(collector, before, state);
    if (state.kind !== "ok") return;
    entry.alarm.silence();
    if (before.kind !== "ok" && trouble) wake();
  }

  function wake() {
    trouble = false;
    for (const entry of entries) {
      if (entry.state.kind === "unavailable" || (entry.state.kind === "failed" && mayBeRung(entry))) entry.alarm.ring();
    }
  }

  /** After `delay` milliseconds. */
  function start(entry: Entry, delay = 0) {
    const { signal } = entry.stop;
    const next = async () => jittered(await round(entry), Math.random());
    const running = loop(next, entry.alarm, signal, delay).finally(() => loops.delete(running));
    loops.add(running);
  }

  function restart(entry: Entry, because: string) {
    entry.stop.abort(new DOMException(because, "AbortError"));
    entry.stop = new AbortController();
    entry.alarm = createAlarm(entry.stop.signal);
    entry.session = entry.job.prepared.begin();
    entry.interval = entry.job.interval;
    entry.state = { kind: "starting" };
    if (stopped) entry.stop.abort(new DOMException("stopped", "AbortError"));
    else if (serving) start(entry);
  }

  function remove({ job, stop }: Entry) {
    const { name: collector } = job.collector;
    stop.abort(new DOMException("no longer configured", "AbortError"));
    page.remove(collector);
    metrics.forget(collector);
  }

  /** What stays as it was goes on as it was. */
  function adopt(entry: Entry, job: Job) {
    const before = entry.job;
    entry.job = job;
    if (!readsTheSame(before, job)) restart(entry, "configured anew");
    else if (before.interval !== job.interval) {
      entry.interval = job.interval;
      entry.alarm.ring();
    } else return;
    metrics.interval(job.collector.name, job.interval / 1000);
  }

  function add(job: Job): Entry {
    const entry = createEntry(job);
    if (serving) start(entry);
    return entry;
  }

  /** A round that may come to nothing: stopped, or another node's. */
  async function attempt(entry: Entry) {
    const { signal } = entry.stop;
    try {
      await round(entry);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  return {
    name,
    page,
    metrics,
    /** How the node does, as `avax_up` and `avax_node_reachable` tell it. */
    standing: () => ({ up: isUp(), reachable, nodeId: client.nodeId() }),
    /** Each collector and how its last round went. Milliseconds; `age`: since all was last known anew. */
    states: () =>
      entries.map(({ job, state, interval, complete, dropped }) => ({
        collector: job.collector.name,
        required: job.collector.required === true,
        state,
        interval,
        configured: job.interval,
        age: complete === undefined ? undefined : now() - complete,
        series: page.series(job.collector.name),
        dropped,
      })),
    /** All first rounds have ended. */
    ready: () => entries.every(({ state }) => state.kind !== "starting"),
    /** The first rounds begin after `delay` milliseconds. */
    start(delay = 0) {
      serving = true;
      for (const entry of entries) start(entry, delay);
    },
    /** Follows another plan for the same node. */
    apply({ node, jobs }: Plan) {
      client.use(node);
      const before = new Map(entries.map((entry) => [entry.job.collector.name, entry]));
      entries = jobs.map((job) => {
        const entry = before.get(job.collector.name);
        if (!entry) return add(job);
        before.delete(job.collector.name);
        adopt(entry, job);
        return entry;
      });
      for (const entry of before.values()) remove(entry);
      updateUp();
    },
    /** One round of each collector, all at once: true when every required one has its values, or knows that there are none. */
    async once(): Promise<boolean> {
      let pending = entries;
      for (let left = mostTries; left > 0 && !stopped; left--) {
        await Promise.all(pending.map(attempt));
        pending = entries.filter(({ state }) => state.kind === "starting");
      }
      return entries.every(({ job, state }) => !job.collector.required || ["ok", "unavailable"].includes(state.kind));
    },
    async stop() {
      stopped = true;
      for (const { stop } of entries) stop.abort(new DOMException("stopped", "AbortError"));
      await Promise.all(loops);
      await client.close();
    },
  };
}
export type Target = ReturnType<typeof createTarget>;

const stateAfter = (before: State, outcome: Verdict): State =>
  outcome.kind === "failed" ? { ...outcome, times: before.kind === "failed" ? before.times + 1 : 1 } : outcome;
