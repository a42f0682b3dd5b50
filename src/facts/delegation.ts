/** Limits of delegations.
 *  Source: AvalancheGo, vms/platformvm/txs/executor/staker_tx_verification.go.
 *  Witness: test/e2e/helicon.test.ts. */

// AvalancheGo's MaxValidatorStake
const maxWeight = 3_000_000n * 10n ** 9n;

/** Returns the remaining delegation capacity in nAVAX. `factor`: maximum weight of the validator as a multiple of its own stake. */
export function delegationCapacity(own: bigint, delegated: bigint, factor: bigint): bigint {
  const maxStake = own * factor < maxWeight ? own * factor : maxWeight;
  const left = maxStake - own - delegated;
  return left > 0n ? left : 0n;
}
