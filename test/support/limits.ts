/** Time limits of the tests. A test that passes does not depend on them. */
import { availableParallelism, loadavg } from "node:os";
import { runScale } from "./runs.ts";

/** Factor of every limit: by default the number of busy processes per processor, at the minimum 1. */
function readTimeScale(text?: string): number {
  const busy = (loadavg()[0] ?? 0) / availableParallelism();
  const scale = text === undefined ? Math.max(1, busy) : Number(text);
  if (scale > 0 && Number.isFinite(scale)) return scale;
  throw new Error(`TEST_TIME_SCALE: "${text}" is not a positive number; set 2 to double the time limits of the tests`);
}
const timeScale = readTimeScale(process.env["TEST_TIME_SCALE"]);

/** Returns a limit on this machine, from the limit at scale 1. */
export const scaled = (ms: number): number => Math.round(ms * timeScale);

/** Milliseconds within which a test or a hook of `npm test` ends; more if FUZZ_RUNS sets more random runs. */
export const unitTestLimit = scaled(30_000 * Math.max(runScale, 1));
/** Milliseconds within which an end-to-end test or hook ends. */
export const testLimit = scaled(600_000);
/** Milliseconds within which a polled check passes. Shorter than the limit of a test, because its error names the check. */
export const pollLimit = scaled(120_000);
export const unitPollLimit = scaled(20_000);
/** Milliseconds, as a timeout of calls that must not time out. */
export const callLimit = scaled(60_000);
