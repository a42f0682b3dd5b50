/** Long work in slices, so that other work passes in between. */
import { setImmediate } from "node:timers/promises";

const maxSliceMs = 5;

/** Returns a function that resolves at once within a slice, and after a turn of the event loop at its end. Throws the reason of
 *  the signal once that is aborted. */
export function createTimeSlicer(signal: AbortSignal) {
  let end = performance.now() + maxSliceMs;
  async function nextSlice() {
    // the first turn ends in the one that read an answer
    for (let turn = 0; turn < 2; turn++) await setImmediate(undefined, { signal });
    end = performance.now() + maxSliceMs;
  }
  return (): Promise<void> | undefined => (performance.now() < end ? undefined : nextSlice());
}
export type Pause = ReturnType<typeof createTimeSlicer>;
