/** One monitored node as one unit: client, schedule, page and own metrics. Nothing in it is shared with another. */
import type { Logger } from "pino";
import { methodOf } from "../contract/contract.ts";
import { type CallRecord, createNodeClient } from "../node/client.ts";
import type { NodeError } from "../node/errors.ts";
import { formatDuration } from "../prometheus/duration.ts";
import { createPage, type Layout } from "../prometheus/page.ts";
import { createIdentityWatch } from "./identity.ts";
import type { Job, Plan } from "./plan.ts";
import { type Ended, runRound, verdict } from "./round.ts";
import {
  type Alarm,
  createAlarm,
  effectiveInterval,
  jittered,
  loop,
  nextDelay,
  type State,
  staleAfter,
} from "./schedule.ts";
import { createNodeMetrics } from "./self-metrics.ts";

type Entry = { readonly job: Job; state: State; interval: number; stop: AbortController; alarm: Alarm };

export type TargetOptions = {
  readonly name: string;
  readonly plan: Plan;
  readonly layout: Layout;
  readonly log: Logger;
};

const now = () => performance.now();

/** No answer to a cheap call, or none that came from the API. */
const concernsNode = ({ error, method }: CallRecord) =>
  error !== undefined &&
  (["connect", "http_status", "host_not_allowed", "bootstrapping"].includes(error.reason) ||
    (error.reason === "timeout" && methodOf(method).cost !== "heavy"));

export function createTarget({ name, plan, layout, log }: TargetOptions) {
  const page = createPage(layout, now);
  const metrics = createNodeMetrics();
  const client = createNodeClient({ ...plan.node, onCall, onIdentity });
  const see = createIdentityWatch(now);
  const entries = plan.jobs.map((job): Entry => {
    const stop = new AbortController();
    metrics.start(job.collector.name, job.collector.reads, job.interval / 1000);
    return { job, state: { kind: "starting" }, interval: job.interval, stop, alarm: createAlarm(stop.signal) };
  });
  /** On each log line, where there is more than one node. */
  const who = name === "" ? {} : { node: name };
  const loops = new Set<Promise<void>>();
  let reachable: boolean | undefined;
  let balanced = false;
  /** Set by whatever concerns the node as a whole; the first success after it wakes the collectors that wait. */
  let trouble = true;

  function onCall(record: CallRecord) {
    metrics.call(record);
    if (record.answered && !reachable) log.info({ ...who, nodeId: client.nodeId() }, "the node answers");
    // a time-out is the method's trouble first: its collector tells of it
    if (reachable !== false && record.error?.reason === "connect") {
      log.warn({ ...who, error: record.error.message }, "the node cannot be reached");
    }
    reachable = record.answered;
    if (concernsNode(record)) trouble = true;
    updateUp();
  }

  function onIdentity(nodeId: string) {
    const seen = see(nodeId);
    if (seen === "same") return;
    metrics.identityChanged();
    if (seen === "balanced") {
      if (!balanced) log.warn({ ...who, nodeId }, "several nodes answer in turn: is a load balancer at node.url?");
      balanced = true;
      return;
    }
    balanced = false;
    log.warn({ ...who, nodeId }, "another node answers: what was known of the old one is dropped");
    page.clear();
    trouble = true;
    for (const entry of entries) restart(entry);
  }

  const updateUp = () => {
    const begun = entries.some(({ state }) => state.kind !== "starting");
    const failed = entries.some(({ job, state }) => job.collector.required && state.kind === "failed");
    metrics.up(reachable === true && begun && !failed);
  };

  /** The node's slowness makes rounds rarer, and rounds that fail never make them more frequent. */
  function stretch(entry: Entry, { callMs, failed }: Ended) {
    const { interval: configured, collector } = entry.job;
    const wanted = effectiveInterval(configured, callMs);
    const interval = failed.length > 0 ? Math.max(wanted, entry.interval) : wanted;
    const fields = { ...who, collector: collector.name, interval: formatDuration(interval) };
    if (entry.interval === configured && interval > configured) {
      log.info(fields, "the node takes longer than a tenth of the interval to answer: the interval is stretched");
    } else if (entry.interval > configured && interval === configured)
      log.info(fields, "the interval is back to normal");
    entry.interval = interval;
  }

  /** One round, and what follows from it. Throws the signal's reason once the round no longer counts. */
  async function round(entry: Entry): Promise<number> {
    const { job } = entry;
    const { signal } = entry.stop;
    const begin = now();
    const ended = await runRound(job.prepared, client, { signal, timeout: job.timeout, limit: job.limit });
    signal.throwIfAborted();
    if (ended.nodeIds.size > 1) return entry.interval; // a mixture of several nodes: true of none
    stretch(entry, ended);
    const age = staleAfter(job.staleAfter, entry.interval);
    await page.commit(job.collector.name, ended.said, age, () => !signal.aborted);
    signal.throwIfAborted();
    conclude(entry, ended, (now() - begin) / 1000);
    return nextDelay(entry.state, entry.interval);
  }

  function conclude(entry: Entry, ended: Ended, seconds: number) {
    const { collector } = entry.job;
    const outcome = verdict(ended);
    const { state: before } = entry;
    if (outcome.kind === "failed") {
      entry.state = { ...outcome, times: before.kind === "failed" ? before.times + 1 : 1 };
    } else entry.state = outcome;
    const error = outcome.kind === "ok" ? undefined : outcome.error;
    metrics.round(collector.name, {
      seconds,
      interval: entry.interval / 1000,
      success: outcome.kind !== "failed",
      available: outcome.kind !== "unavailable",
      reasons: new Set(ended.failed.map(({ reason }) => reason)),
      series: page.series(collector.name),
      dropped: ended.dropped,
    });
    updateUp();
    report(entry, before, error);
    if (outcome.kind === "ok" && before.kind !== "ok" && trouble) wake();
  }

  /** One line where a collector's state changed. */
  function report({ job, state }: Entry, before: State, error: NodeError | undefined) {
    const cause = (of: State) => (of.kind === "failed" ? of.reason : of.kind === "unavailable" ? of.what : "");
    if (state.kind === before.kind && cause(state) === cause(before)) return;
    const fields = {
      ...who,
      collector: job.collector.name,
      ...(error && { cause: cause(state), error: error.message }),
    };
    if (state.kind === "failed") log[state.reason === "connect" ? "debug" : "warn"](fields, "collector failed");
    else if (before.kind === "starting" && state.kind === "ok") log.debug(fields, "collector ok");
    else log.info(fields, `collector ${state.kind}`);
  }

  function wake() {
    trouble = false;
    for (const { state, alarm } of entries) if (state.kind === "failed" || state.kind === "unavailable") alarm.ring();
  }

  function start(entry: Entry) {
    const { signal } = entry.stop;
    const next = async () => jittered(await round(entry), Math.random());
    const running = loop(next, entry.alarm, signal).finally(() => loops.delete(running));
    loops.add(running);
  }

  function restart(entry: Entry) {
    entry.stop.abort(new DOMException("another node answers", "AbortError"));
    entry.stop = new AbortController();
    entry.alarm = createAlarm(entry.stop.signal);
    entry.state = { kind: "starting" };
    start(entry);
  }

  return {
    name,
    page,
    metrics,
    /** Each collector and how its last round went. */
    states: () => entries.map(({ job, state, interval }) => ({ collector: job.collector.name, state, interval })),
    /** All first rounds have ended. */
    ready: () => entries.every(({ state }) => state.kind !== "starting"),
    start() {
      for (const entry of entries) start(entry);
    },
    /** One round of each collector, all at once: true when no required one failed. */
    async once(): Promise<boolean> {
      await Promise.all(entries.map(round));
      return entries.every(({ job, state }) => !job.collector.required || state.kind !== "failed");
    },
    async stop() {
      for (const { stop } of entries) stop.abort(new DOMException("stopped", "AbortError"));
      await Promise.all(loops);
      await client.close();
    },
  };
}
export type Target = ReturnType<typeof createTarget>;
