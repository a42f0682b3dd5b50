/** When the next round is. Pure, apart from the loop at the end. Times in milliseconds. */
import type { Reason, Unavailability } from "../node/errors.ts";

export type State =
  | { readonly kind: "starting" }
  | { readonly kind: "ok" }
  | { readonly kind: "unavailable"; readonly what: Unavailability }
  /** `times`: rounds that failed one after the other. */
  | { readonly kind: "failed"; readonly reason: Reason; readonly times: number };

const firstRetry = 15_000;
const longestRetry = 60_000;
const unavailableRetry = 5 * 60_000;
const shortestStaleAfter = 60_000;

/** From the beginning of a round to the beginning of the next. */
export function nextDelay(state: State, interval: number): number {
  switch (state.kind) {
    case "starting":
      return 0;
    case "ok":
      return interval;
    case "unavailable":
      // these two end by themselves; the others only when the node is restarted
      return state.what === "bootstrapping" || state.what === "empty_index" ? interval : unavailableRetry;
    case "failed":
      return Math.min(Math.min(interval, firstRetry) * 2 ** (state.times - 1), Math.max(interval, longestRetry));
  }
}

/** The node spends at most a tenth of its time on one collector: calls that take longer stretch the interval. */
export const effectiveInterval = (configured: number, callMs: number) => Math.max(configured, 10 * callMs);

/** How long data is shown: as configured, else three intervals and at least a minute. */
export const staleAfter = (configured: number | undefined, interval: number) =>
  configured ?? Math.max(3 * interval, shortestStaleAfter);

/** Up to a twentieth sooner or later, so that collectors do not fall into step. `random` from 0 to 1. */
export const jittered = (delay: number, random: number) => delay * (0.95 + random / 10);

/** Sleeps that can be cut short, by `ring` or by the signal. */
export function createAlarm(signal: AbortSignal) {
  let wake = () => {};
  return {
    ring: () => wake(),
    sleep: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(done, ms);
        function done() {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          wake = () => {};
          resolve();
        }
        signal.addEventListener("abort", done);
        wake = done;
        if (signal.aborted) done();
      }),
  };
}
export type Alarm = ReturnType<typeof createAlarm>;

/** Never two rounds at once; ends when the signal does. `round` says how long after its beginning the next one is due. */
export async function loop(round: () => Promise<number>, alarm: Alarm, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const begin = performance.now();
    let delay: number;
    try {
      delay = await round();
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    const took = performance.now() - begin;
    await alarm.sleep(Math.max(delay - took, delay / 10));
  }
}
