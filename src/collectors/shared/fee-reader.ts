/** Reads values together with the L1 validator fee of the same time. */

import { type Attempt, attempt, type NodeError } from "../../node/errors.ts";
import type { RunClient } from "../collector.ts";
import { readConsistently } from "./consistent-read.ts";
import type { FeeConfig, FeeState } from "./exhaustion.ts";

export const feeMethods = ["platform.getValidatorFeeState", "platform.getValidatorFeeConfig"] as const;
type FeeNode = Pick<RunClient<(typeof feeMethods)[number]>, "call">;

/** Result of a read. Both are absent if the node does not know the method. */
type ReadResult<T> = Partial<Attempt<T>>;

async function tryRead<T>(response: Promise<T>): Promise<ReadResult<T>> {
  const read = await attempt(response);
  return read.error?.unavailable === "method_unknown" ? {} : read;
}

/** Fee state and parameters, if known; otherwise `error`, unless the node does not know the methods. */
export type Fees = {
  readonly state?: FeeState | undefined;
  readonly config?: FeeConfig | undefined;
  readonly error?: NodeError | undefined;
};
export type WithFees<T> = Fees & { readonly value: T };

export type FeeReader = <T>(read: () => Promise<T>) => Promise<WithFees<T>>;

/** Returns a function that reads values sequentially, each between two reads of the fee state. The later of these is also the
 *  first of the next value. */
export function createFeeReader({ call }: FeeNode): FeeReader {
  let queue: Promise<unknown> = Promise.resolve();
  let last: ReadResult<FeeState> | undefined;
  let config: Promise<ReadResult<FeeConfig>> | undefined;

  async function next<T>(read: () => Promise<T>): Promise<WithFees<T>> {
    let known = last;
    last = undefined;
    async function version() {
      last = known ?? (await tryRead(call("platform.getValidatorFeeState", {})));
      known = undefined;
      return last;
    }
    const { version: state, value } = await readConsistently(version, (one) => one.value?.timestamp.getTime(), read);
    config ??= tryRead(call("platform.getValidatorFeeConfig", {}));
    const constants = await config;
    return { value, state: state.value, config: constants.value, error: state.error ?? constants.error };
  }

  return (read) => {
    const mine = queue.then(() => next(read));
    queue = mine.catch(() => {});
    return mine;
  };
}
