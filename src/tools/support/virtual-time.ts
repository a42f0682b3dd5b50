/** A manual clock, in place of performance.now too until it is disposed of. Network, files and the thread pool are real.
 *  Random numbers are always 0.5, so that each hour is the same. */
import { createManualClock } from "./clock.ts";

export function createVirtualTime() {
  const clock = createManualClock();
  const { now } = performance;
  const { random } = Math;
  performance.now = clock.now;
  Math.random = () => 0.5;
  return {
    clock,
    [Symbol.dispose]() {
      performance.now = now;
      Math.random = random;
    },
  };
}
