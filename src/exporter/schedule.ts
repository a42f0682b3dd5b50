/** When the next round is. Pure, apart from the loop at the end. Times in milliseconds. */
import type { NodeError, Reason, Unavailability } from "../node/errors.ts";
import { longestDuration } from "../prometheus/duration.ts";

export type State =
  | { readonly kind: "starting" }
  | { readonly kind: "ok" }
  /** Several nodes answered in one round: true of none. */
  | { readonly kind: "mixed" }
  | { readonly kind: "unavailable"; readonly what: Unavailability; readonly error?: NodeError }
  /** `times`: rounds that failed one after the other. `worked`: the node has worked on what failed. */
  | {
      readonly kind: "failed";
      readonly reason: Reason;
      readonly times: number;
      readonly worked: boolean;
      readonly error?: NodeError;
    };

const firstRetry = 15_000;
const longestRetry = 60_000;
const unavailableRetry = 5 * 60_000;
const shortestStaleAfter = 60_000;

/** From the beginning of a round to the beginning of the next; after a failure, from its end. What costs the node much work is
 *  not asked for again any sooner, once the node has begun to work on it. */
export function nextDelay(state: State, interval: number, heavy = false): number {
  switch (state.kind) {
    case "starting":
      return 0;
    case "ok":
    case "mixed":
      return interval;
    case "unavailable":
      // these two end by themselves; the others only when the node is restarted
      return state.what === "bootstrapping" || state.what === "empty_index" ? interval : unavailableRetry;
    case "failed":
      if (heavy && state.worked) return interval;
      return Math.min(Math.min(interval, firstRetry) * 2 ** (state.times - 1), Math.max(interval, longestRetry));
  }
}

/** From the end of a round that took so long to the beginning of the next. */
export function pauseAfter(state: State, interval: number, took: number, heavy = false): number {
  const delay = nextDelay(state, interval, heavy);
  return state.kind === "failed" ? delay : Math.max(delay - took, delay / 10);
}

/** The node spends at most a tenth of its time on one collector: calls that take longer stretch the interval. */
export const effectiveInterval = (configured: number, callMs: number) =>
  Math.min(Math.max(configured, 10 * callMs), longestDuration);

/** How long what a round said is shown: as configured, else three intervals and at least a minute. What is said of an API that
 *  is off outlives the long pause after it; so does what is asked for seldom; and so do, unless configured, the good items of
 *  a round of which others failed. */
export function staleAfter(configured: number | undefined, interval: number, state: State, seldom = false): number {
  const base = configured ?? Math.max(3 * interval, shortestStaleAfter);
  const bridges = seldom || state.kind === "unavailable" || (state.kind === "failed" && configured === undefined);
  return bridges ? Math.max(base, 2 * nextDelay(state, interval)) : base;
}

/** Up to a twentieth sooner or later, so that collectors do not fall into step. `random` from 0 to 1. */
export const jittered = (delay: number, random: number) => delay * (0.95 + random / 10);

/** Timers beyond this fire at once. */
const longestTimer = 2 ** 31 - 1;

/** Sleeps that can be cut short, by `ring` or by the signal. Ringing between two sleeps cuts the next one. */
export function createAlarm(signal: AbortSignal) {
  let rung = false;
  let wake = () => {
    rung = true;
  };
  const awake = wake;
  return {
    ring: () => wake(),
    /** Takes back what was rung since the last sleep. */
    silence() {
      rung = false;
    },
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(done, Math.min(ms, longestTimer));
        function done() {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          rung = false;
          wake = awake;
          resolve();
        }
        signal.addEventListener("abort", done);
        wake = done;
        if (signal.aborted || rung) done();
      }),
  };
}
export type Alarm = ReturnType<typeof createAlarm>;

/** Never two rounds at once; ends when the signal does. `round` says how long to wait for the next one, `first` is the pause
 *  before the first. */
export async function loop(round: () => Promise<number>, alarm: Alarm, signal: AbortSignal, first = 0): Promise<void> {
  if (first > 0) await alarm.sleep(first);
  while (!signal.aborted) {
    let pause: number;
    try {
      pause = await round();
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    await alarm.sleep(pause);
  }
}
