/** Facts about the validators of an L1, as the virtual machine of one of its chains counts them on the queried node.
 *  Source: Subnet-EVM, warp/verifier_backend.go; icm-contracts, UPTIME_REWARDS_THRESHOLD_PERCENTAGE. Witness: test/e2e/evm-l1.test.ts. */
import { shareOf, sumOfWeights } from "./l1.ts";

/** Uptime (0 to 1) that validators of an L1 prove to be paid (ACP-77), as the contracts of L1s with staking require it. */
export const provenUptime = 0.8;

export type CountedValidator = {
  readonly weight: bigint;
  /** Uptime from 0 to 1; undefined if it is unknown. */
  readonly uptime: number | undefined;
  /** Whether it is the queried node, which does not observe itself. */
  readonly isOwn: boolean;
};

/** Returns the share (0 to 1) of the weight whose uptime would be proven. The queried node and validators of unknown uptime are not
 *  counted. */
export function provenShare(validators: readonly CountedValidator[]): number | undefined {
  const observed = validators.filter(({ uptime, isOwn }) => uptime !== undefined && !isOwn);
  const proven = observed.filter(({ uptime = 0 }) => uptime >= provenUptime);
  return shareOf(sumOfWeights(proven), sumOfWeights(observed));
}

// Quantiles of values with weights.

export type Weighted = { readonly value: number; readonly weight: bigint };

/** Returns the smallest value of which this share (0 to 1) of the weight is not above; undefined without any weight. */
export function weightedQuantile(items: readonly Weighted[], share: number): number | undefined {
  const total = items.reduce((sum, { weight }) => sum + weight, 0n);
  const inOrder = items.filter(({ weight }) => weight > 0n).toSorted((a, b) => a.value - b.value);
  let sum = 0n;
  for (const { value, weight } of inOrder) {
    sum += weight;
    if (Number(sum) >= share * Number(total)) return value;
  }
  return undefined;
}
