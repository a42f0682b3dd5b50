/** Reads what is measured against the validator fee. */
import { NodeError } from "../../node/errors.ts";
import type { RunClient } from "../collector.ts";
import { readConsistently } from "./consistent-read.ts";
import type { FeeConfig, FeeState } from "./exhaustion.ts";

export const feeMethods = ["platform.getValidatorFeeState", "platform.getValidatorFeeConfig"] as const;
type FeeNode = Pick<RunClient<(typeof feeMethods)[number]>, "call">;

/** What was read; nothing where the node, or the network, is from before the fee, and where it could not be read. */
type ReadResult<T> = { readonly value?: T; readonly error?: NodeError };

async function tryRead<T>(answer: Promise<T>): Promise<ReadResult<T>> {
  try {
    return { value: await answer };
  } catch (error) {
    if (!(error instanceof NodeError)) throw error;
    return error.unavailable === "method_unknown" ? {} : { error };
  }
}

/** The fee that something is measured against, as far as it is known; `error`: why it is not. */
export type Fees = {
  readonly state?: FeeState | undefined;
  readonly config?: FeeConfig | undefined;
  readonly error?: NodeError | undefined;
};
export type WithFees<T> = Fees & { readonly value: T };

export type FeeReader = <T>(read: () => Promise<T>) => Promise<WithFees<T>>;

/** Reads one thing after the other, each between two readings of the fee state, of which the later one serves the next thing too. */
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
