/** Clocks and timer; tests replace them. */
import { setTimeout } from "node:timers/promises";

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
  sleep: (ms, signal) => setTimeout(Math.min(ms, maxTimerMs), undefined, { signal }),
};
