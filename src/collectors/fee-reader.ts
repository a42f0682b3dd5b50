/** Reads what is measured against the validator fee. */
import { NodeError } from "../node/errors.ts";
import type { Node } from "./collector.ts";
import { type Consistent, consistent } from "./consistent.ts";
import type { FeeConfig, FeeState } from "./exhaustion.ts";

export const feeMethods = ["platform.getValidatorFeeState", "platform.getValidatorFeeConfig"] as const;
type FeeNode = Pick<Node<(typeof feeMethods)[number]>, "call">;

/** undefined where the node, or the network, is from before the validator fee. */
async function ifKnown<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NodeError && error.unavailable === "method_unknown") return undefined;
    throw error;
  }
}

/** The fee that something is measured against. */
export type Fees = { readonly version: FeeState | undefined; readonly config: FeeConfig | undefined };
export type Measured<T> = Consistent<FeeState | undefined, T> & Fees;

/** Reads one thing after the other, each between two readings of the fee state, of which the later one serves the next thing too. */
export function createFeeReader({ call }: FeeNode): <T>(read: () => Promise<T>) => Promise<Measured<T>> {
  let queue: Promise<unknown> = Promise.resolve();
  let last: { readonly state: FeeState | undefined } | undefined;
  let config: Promise<FeeConfig | undefined> | undefined;

  async function next<T>(read: () => Promise<T>): Promise<Measured<T>> {
    let known = last;
    last = undefined;
    async function version() {
      last = known ?? { state: await ifKnown(call("platform.getValidatorFeeState", {})) };
      known = undefined;
      return last.state;
    }
    const measured = await consistent(version, (state) => state?.timestamp.getTime(), read);
    config ??= ifKnown(call("platform.getValidatorFeeConfig", {}));
    return { ...measured, config: await config };
  }

  return (read) => {
    const mine = queue.then(() => next(read));
    queue = mine.catch(() => {});
    return mine;
  };
}
