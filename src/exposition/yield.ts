/** Time slicing of long CPU work, so that other work can run in between. */
import { setImmediate } from "node:timers/promises";

const maxSliceMs = 5;

/** Returns a function that does not wait within a slice, and waits for a turn of the event loop at its end. It rejects with the
 *  reason of an aborted signal. */
export function createTimeSlicer(signal: AbortSignal) {
  let end = performance.now() + maxSliceMs;
  async function nextSlice() {
    // the first one ends in the turn that read the response
    for (let turn = 0; turn < 2; turn++) await setImmediate(undefined, { signal });
    end = performance.now() + maxSliceMs;
  }
  return (): Promise<void> | undefined => (performance.now() < end ? undefined : nextSlice());
}
export type Pause = ReturnType<typeof createTimeSlicer>;
