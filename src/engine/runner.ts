/** Runs the collector of a node at its interval, one run at a time. */
import type { Clock } from "../lib/clock.ts";
import { afterRun, initialState, type Run, type RunnerState, withJitter } from "./after-run.ts";
import { type CollectorClient, collect, type RunResult, resultOfBug } from "./collect.ts";
import type { Job } from "./collector.ts";
import type { Store } from "./store.ts";

/** A finished run, whose observations have been published. */
export type FinishedRun = {
  readonly job: Job;
  readonly run: Run;
  readonly before: RunnerState;
  readonly after: RunnerState;
};
type Options = {
  readonly client: CollectorClient;
  /** Resolves when the facts that a collector needs exist, or cannot be found. */
  readonly prepare: (job: Job, signal: AbortSignal) => Promise<object>;
  /** Resolves when the network of the node is known, or cannot be read. Aborts the run if it is another one. */
  readonly identify: (signal: AbortSignal) => Promise<void>;
  readonly store: Store;
  readonly clock: Clock;
  /** Returns the time in milliseconds since 1970 by which observations are read; that of the clock by default. */
  readonly date?: () => number;
  readonly onRun: (finished: FinishedRun) => void;
  /** Called with an error that is a bug of the collector. */
  readonly onBug: (collector: string, error: unknown) => void;
};

/** Creates the loop of one collector, which does nothing until `start` or `once`. `run` returns the delay until the next run. */
function createLoop(clock: Clock, run: (signal: AbortSignal) => Promise<number>) {
  let stopping = new AbortController();
  let waking = new AbortController();
  let running: Promise<void> | undefined;

  /** Returns the delay until the next run; 0 if this run was aborted. */
  const runOrAbort = (signal: AbortSignal): Promise<number> =>
    run(signal).catch((error) => {
      if (signal.aborted) return 0;
      throw error;
    });
  /** Sleeps; ends early when the loop is stopped or woken. */
  async function pause(ms: number, signal: AbortSignal) {
    await clock.sleep(ms, AbortSignal.any([signal, waking.signal])).catch(() => {});
    if (!signal.aborted) waking = new AbortController();
  }
  async function loop(signal: AbortSignal, delay: number) {
    if (delay > 0) await pause(delay, signal);
    while (!signal.aborted) await pause(await runOrAbort(signal), signal);
  }

  return {
    isStopped: () => stopping.signal.aborted,
    start(delay: number) {
      running ??= loop(stopping.signal, delay);
    },
    once: () => runOrAbort(stopping.signal),
    wake: () => waking.abort(),
    /** Withdraws a wake-up that came during a run. */
    ignoreWake() {
      waking = new AbortController();
    },
    /** Aborts the run in progress, and starts again. */
    restart() {
      stopping.abort();
      stopping = new AbortController();
      waking = new AbortController();
      if (running !== undefined) running = loop(stopping.signal, 0);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Creates a runner, which does nothing until `start` or `once`. The caller stops it. */
export function createRunner(job: Job, { client, prepare, identify, store, clock, onRun, onBug, ...given }: Options) {
  const { date = clock.date } = given;
  let session = job.configured.createSession();
  let state = initialState(job);
  const loop = createLoop(clock, run);

  /** Treats a bug of the collector as a failed run. */
  async function tryToCollect(needs: object, signal: AbortSignal): Promise<RunResult> {
    const { collector, timeout, limit } = job;
    const published = (item: string) => store.itemSeries(collector.name, item);
    try {
      return await collect(session, client, { signal, needs, timeout, limit, published, date });
    } catch (cause) {
      signal.throwIfAborted();
      onBug(collector.name, cause);
      return resultOfBug(collector.name, cause, store.unchanged(collector.name));
    }
  }

  /** Returns the delay until the next run. Throws if the signal is aborted; the run then has no effect. */
  async function run(signal: AbortSignal): Promise<number> {
    const needs = await prepare(job, signal);
    signal.throwIfAborted();
    const startedAt = clock.now();
    const collected = await tryToCollect(needs, signal);
    await identify(signal);
    signal.throwIfAborted();
    const run: Run = { ...collected, minInterval: session.minimumInterval(), durationMs: clock.now() - startedAt };
    const before = state;
    const { state: after, staleAfter: staleAfterMs, delay } = afterRun(before, run, job);
    const [nodeId] = run.nodeIds;
    if (staleAfterMs !== undefined) await store.publish(job.collector.name, run.updates, staleAfterMs, signal, nodeId);
    state = after;
    if (!after.canRunEarly) loop.ignoreWake();
    onRun({ job, run, before, after });
    return withJitter(delay, Math.random());
  }

  return {
    job,
    state: () => state,
    /** Starts the first run after `delay` milliseconds. */
    start: (delay = 0) => loop.start(delay),
    /** Runs the collector once. */
    once: async () => void (await loop.once()),
    /** Starts the next run now; if one is in progress, right after it, unless its state cannot run early. */
    wake: loop.wake,
    /** Aborts the run in progress and starts again from the initial state. */
    restart() {
      if (loop.isStopped()) return;
      session = job.configured.createSession();
      state = initialState(job);
      loop.restart();
    },
    /** Resolves when the run in progress has ended. */
    stop: loop.stop,
  };
}
export type Runner = ReturnType<typeof createRunner>;
