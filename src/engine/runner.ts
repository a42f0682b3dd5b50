/** Runs the collectors of a node: each at its interval, one run at a time, and the first runs in the order of the facts that they need. */
import { EventEmitter, once } from "node:events";
import type { Clock } from "../lib/clock.ts";
import { afterRun, initialState, type Run, type RunnerState, withJitter } from "./after-run.ts";
import { type CollectorClient, collect, type RunResult, resultOfBug } from "./collect.ts";
import type { Job } from "./job.ts";
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
  /** Returns the time in milliseconds since 1970 by which observations are read. */
  readonly date: () => number;
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
export function createRunner(job: Job, { client, prepare, identify, store, clock, date, onRun, onBug }: Options) {
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
    const asked = { minInterval: session.minimumInterval(), isIncomplete: session.isIncomplete() };
    const run: Run = { ...collected, ...asked, durationMs: clock.now() - startedAt };
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
    once: loop.once,
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

/** Maximum attempts of `once` while the identity of the node changes. */
const maxAttempts = 3;

const statusOf = (runner: Runner) => runner.state().status;
const isStarting = (runner: Runner) => statusOf(runner).kind === "starting";
const isRequired = (runner: Runner) => runner.job.collector.required === true;
const hasNeed = ({ collector }: Job, need: string) => collector.needs?.includes(need) === true;

type GroupOptions = Omit<Options, "prepare"> & {
  /** Returns the facts that collectors need. */
  readonly needs: () => object;
  /** Resolves when a fact is known that no collector provides, or when it cannot be read. */
  readonly find: (need: string) => Promise<void>;
  /** A fact whose change starts the collectors that need it, and its present text, by which a change is seen. */
  readonly wakes: { readonly need: string; readonly text: () => string };
};

/** Creates the runners of these jobs, which do nothing until `start` or `once`. */
export function createRunners(jobs: readonly Job[], { needs, find, wakes, ...options }: GroupOptions) {
  const runners = jobs.map((job) => createRunner(job, { ...options, prepare }));
  /** Emits `open` at the end of each run of a collector that provides facts. */
  const gate = new EventEmitter().setMaxListeners(0);
  /** Text of the fact that starts runs, after the last run that provides it; undefined until the first one. */
  let lastText: string | undefined;

  const awaitsFacts = (job: Job) =>
    runners.some((runner) => isStarting(runner) && runner.job.collector.provides?.some((fact) => hasNeed(job, fact)));
  const wakeIf = (isDue: (runner: Runner) => boolean) => {
    for (const runner of runners) if (isDue(runner)) runner.wake();
  };
  const canRun = (runner: Runner) => statusOf(runner).kind !== "failed" || runner.state().canRunEarly;

  /** Waits until the facts that a collector needs exist, or cannot be found. */
  async function prepare(job: Job, signal: AbortSignal): Promise<object> {
    await Promise.all(job.collector.needs?.map(find) ?? []);
    while (awaitsFacts(job) && !signal.aborted) await once(gate, "open", { signal }).catch(() => {});
    return needs();
  }

  return {
    all: runners,
    /** Starts the collectors that wait for the facts of this run. If the run shows that the node has recovered, wakes those that can run
     *  early. Wakes those that have run if the fact that starts runs has changed. */
    onRun({ job: { collector }, before, after }: FinishedRun) {
      gate.emit("open");
      const hasRecovered =
        after.status.kind === "ok" && before.status.kind !== "ok" && before.status.kind !== "starting";
      if (hasRecovered) wakeIf((runner) => runner.state().canRunEarly);
      if (!collector.provides?.includes(wakes.need)) return;
      const text = wakes.text();
      if (lastText !== undefined && text !== lastText)
        wakeIf((runner) => hasNeed(runner.job, wakes.need) && !isStarting(runner) && canRun(runner));
      lastText = text;
    },
    /** Wakes the collectors whose data changes at the start of the node, which responds again. */
    onReturn: () => wakeIf((runner) => runner.job.collector.changesAtStart === true && !isStarting(runner)),
    /** Starts all collectors again, because another node responds. */
    restart() {
      lastText = undefined;
      for (const runner of runners) runner.restart();
    },
    /** Returns whether all first runs have ended. */
    isReady: () => !runners.some(isStarting),
    /** Returns whether a run has ended and the last run of each required collector has not failed. */
    isSound: () =>
      !runners.every(isStarting) && !runners.some((runner) => isRequired(runner) && statusOf(runner).kind === "failed"),
    statusOf: (name: string) => runners.find((one) => one.job.collector.name === name)?.state().status,
    /** Starts the first runs after `delay` milliseconds. */
    start(delay: number) {
      for (const runner of runners) runner.start(delay);
    },
    /** Runs each collector once. Returns whether each required one got its values or found that the node has none. */
    async once(): Promise<boolean> {
      let pending = runners;
      for (let attempt = 0; attempt < maxAttempts && pending.length > 0; attempt++) {
        await Promise.all(pending.map((runner) => runner.once()));
        pending = runners.filter(isStarting);
      }
      return runners.every((runner) => !isRequired(runner) || ["ok", "unavailable"].includes(statusOf(runner).kind));
    },
    async stop() {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
}
