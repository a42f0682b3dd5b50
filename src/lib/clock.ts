/** Clocks and timers, which tests replace, and ways to share, interrupt and end asynchronous work. */
import { addAbortListener } from "node:events";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";

/** Times in milliseconds. */
export type Clock = {
  /** Returns a time that never goes back. */
  readonly now: () => number;
  /** Returns the time since 1970. */
  readonly date: () => number;
  /** Resolves after `ms`. Rejects when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

/** Maximum delay of setTimeout: longer timers fire immediately. */
const maxTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => Date.now(),
  sleep: (ms, signal) => sleep(Math.min(ms, maxTimerMs), undefined, { signal }),
};

const maxSliceMs = 5;

/** Returns a function to await between parts of long work. It yields to the event loop once 5 ms have passed, and rejects with the
 *  reason of an aborted signal. */
export function createYield(signal: AbortSignal) {
  let end = performance.now() + maxSliceMs;
  async function nextSlice() {
    // one setImmediate would still run in the turn that read the response
    for (let turn = 0; turn < 2; turn++) await setImmediate(undefined, { signal });
    end = performance.now() + maxSliceMs;
  }
  return (): Promise<void> | undefined => (performance.now() < end ? undefined : nextSlice());
}
export type YieldIfDue = ReturnType<typeof createYield>;

/** Returns a function that runs `task` for a key, one at a time: calls meanwhile share its result or error, and so do those of the next
 *  `keepMs`. */
export function shareTask<Result>(task: (key: string) => Promise<Result>, keepMs = 0) {
  const shared = new Map<string, Promise<Result>>();
  return (key: string): Promise<Result> => {
    const forget = () => void shared.delete(key);
    const run = () => task(key).finally(() => (keepMs > 0 ? setTimeout(forget, keepMs).unref() : forget()));
    const result = shared.get(key) ?? run();
    shared.set(key, result);
    return result;
  };
}

/** Resolves or rejects as the work does, or rejects with a reason when the signal is aborted. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal, reasonOf = () => signal.reason): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  // a listener that stays would hold the work as long as the signal exists
  using _onAbort = addAbortListener(signal, () => aborted.reject(reasonOf()));
  return await Promise.race([work, aborted.promise]);
}
