/** Limits and fees of delegations.
 *  Source: AvalancheGo, vms/platformvm/reward/calculator.go (Split) and txs/executor/staker_tx_verification.go.
 *  Witness: test/e2e/helicon.test.ts. */

// AvalancheGo's MaxValidatorStake
const maxWeight = 3_000_000n * 10n ** 9n;

// AvalancheGo's MaxValidatorWeightFactor: the maximum weight as a multiple of the own stake
const maxWeightFactor = 5n;

/** Returns the remaining delegation capacity in nAVAX. */
export function delegationCapacity(own: bigint, delegated: bigint): bigint {
  const maxStake = own * maxWeightFactor < maxWeight ? own * maxWeightFactor : maxWeight;
  const left = maxStake - own - delegated;
  return left > 0n ? left : 0n;
}

const perMillion = 1_000_000n;
const maxUint64 = 2n ** 64n - 1n;

/** Returns the part of the reward of a delegation in nAVAX that the validator gets: all but the part of the delegator, which is rounded
 *  down. `fee`: the share that the validator keeps (0 to 1). */
export function delegateeReward(reward: bigint, fee: number): bigint {
  const rest = perMillion - BigInt(Math.round(fee * Number(perMillion)));
  const product = rest * reward;
  // the node divides first if the product exceeds 64 bits
  const ofDelegator = product > maxUint64 ? rest * (reward / perMillion) : product / perMillion;
  return reward - ofDelegator;
}
