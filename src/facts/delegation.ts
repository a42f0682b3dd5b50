/** Limits of delegations. */

// AvalancheGo's MaxValidatorWeightFactor and MaxValidatorStake
const maxWeightFactor = 5n;
const maxWeight = 3_000_000n * 10n ** 9n;

/** Returns the remaining delegation capacity in nAVAX. */
export function delegationCapacity(own: bigint, delegated: bigint): bigint {
  const maxStake = own * maxWeightFactor < maxWeight ? own * maxWeightFactor : maxWeight;
  const left = maxStake - own - delegated;
  return left > 0n ? left : 0n;
}
