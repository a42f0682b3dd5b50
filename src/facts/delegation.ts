/** Limits of delegations.
 *  Source: AvalancheGo, vms/platformvm/txs/executor/staker_tx_verification.go.
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
