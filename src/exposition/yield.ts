/** Interrupts long CPU work, so that other work can run in between. */
import { setImmediate } from "node:timers/promises";

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
