/** The contract that manages the validators of the first L1, with functions of icm-contracts. */
import { managerFunctions } from "../../protocol/validator-manager.ts";
import { RpcError } from "../rpc.ts";
import type { Subnet } from "../subnets.ts";
import { type Context, weightOf } from "./types.ts";

const periodSeconds = 3600n;
/** Limit of the churn in percent of the weight. */
const maxPercent = 20n;
/** Share of the weight that changed when the node started, as a divisor. */
const changed = 20n;

const words = (...values: readonly bigint[]) =>
  `0x${values.map((value) => value.toString(16).padStart(64, "0")).join("")}`;

/** Returns what a function returns, and throws for a function that the contract does not have. */
export function managerResult({ chain, node }: Context, { n }: Subnet, data: string): string {
  const { totalWeight, churnTracker, owner } = managerFunctions;
  const weight = weightOf(chain.l1s.of(n));
  const start = BigInt(Math.floor(node.start / 1000));
  switch (data.slice(0, 10)) {
    case totalWeight.selector:
      return words(weight);
    case churnTracker.selector:
      return words(periodSeconds, maxPercent, start, weight, weight, weight / changed);
    case owner.selector:
      return words(BigInt("0x8db97c7cece249c2b98bdc0226cc4c2a57bf52fc"));
    default:
      throw new RpcError("execution reverted");
  }
}
