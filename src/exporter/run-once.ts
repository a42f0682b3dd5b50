/** Runs each collector of one node once, for the commands once, status and doctor. */
import { addAbortListener } from "node:events";
import { pino } from "pino";
import { createTarget, type Target, type TargetOptions } from "./target.ts";

type Options = Omit<TargetOptions, "log"> & Partial<Pick<TargetOptions, "log">>;

/** Runs each collector once, and returns what `read` returns. `isComplete`: each required collector got its values, or found that the node
 *  has none. Throws the reason of an aborted signal. */
export async function runOnce<T>(
  { log = pino({ level: "silent" }), ...options }: Options,
  signal: AbortSignal,
  read: (target: Target, isComplete: boolean) => T | Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const target = createTarget({ ...options, log });
  using _onAbort = addAbortListener(signal, () => void target.stop());
  try {
    const isComplete = await target.once();
    signal.throwIfAborted();
    return await read(target, isComplete);
  } finally {
    await target.stop();
  }
}
