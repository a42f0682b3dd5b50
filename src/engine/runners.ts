/** The runners of the collectors of one node, and the order of their first runs. */
import { EventEmitter, once } from "node:events";
import type { Job } from "./collector.ts";
import type { FinishedRun, Runner } from "./runner.ts";

/** Maximum attempts of `once` while the identity of the node changes. */
const maxAttempts = 3;

const statusOf = (runner: Runner) => runner.state().status;
const isStarting = (runner: Runner) => statusOf(runner).kind === "starting";
const isRequired = (runner: Runner) => runner.job.collector.required === true;
const hasNeed = ({ collector }: Job, need: string) => collector.needs?.includes(need) === true;

type Options<N extends object> = {
  readonly create: (job: Job) => Runner;
  /** Returns the facts that collectors need. */
  readonly needs: () => N;
  /** Resolves when a fact is known that no collector provides, or when it cannot be read. */
  readonly find: (need: string) => Promise<void>;
  /** A fact whose change starts the collectors that need it, and the text by which a change is seen. */
  readonly wakes: { readonly need: keyof N & string; readonly textOf: (needs: N) => string };
};

/** Creates the runners of these jobs, which do nothing until `start` or `once`. */
export function createRunners<N extends object>(jobs: readonly Job[], { create, needs, find, wakes }: Options<N>) {
  const runners = jobs.map(create);
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

  return {
    all: runners,
    /** Waits until the facts that a collector needs exist, or cannot be found. */
    async prepare(job: Job, signal: AbortSignal): Promise<N> {
      await Promise.all(job.collector.needs?.map(find) ?? []);
      while (awaitsFacts(job) && !signal.aborted) await once(gate, "open", { signal }).catch(() => {});
      return needs();
    },
    /** Starts the collectors that wait for the facts of this run. If the run shows that the node has recovered, wakes those that can run
     *  early. Wakes those that have run if the fact that starts runs has changed. */
    onRun({ job: { collector }, before, after }: FinishedRun) {
      gate.emit("open");
      const hasRecovered =
        after.status.kind === "ok" && before.status.kind !== "ok" && before.status.kind !== "starting";
      if (hasRecovered) wakeIf((runner) => runner.state().canRunEarly);
      if (!collector.provides?.includes(wakes.need)) return;
      const text = wakes.textOf(needs());
      if (lastText !== undefined && text !== lastText)
        wakeIf((runner) => hasNeed(runner.job, wakes.need) && !isStarting(runner) && canRun(runner));
      lastText = text;
    },
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
