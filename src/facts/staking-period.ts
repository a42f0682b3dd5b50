/** The end of a staking period. Times in Unix seconds.
 *  Source: AvalancheGo, genesis/genesis_mainnet.go (MinStakeDuration, MaxStakeDuration), and for the removal of a staker once the time of
 *  the P-Chain reaches its end: vms/platformvm/txs/executor/proposal_tx_executor.go (RewardValidatorTx). */

/** Seconds after the end of a period without its reward for which the validator counts as unrewarded. */
export const unrewardedFor = 7 * 86_400;
/** Maximum number of seconds before the end of a period in which it ends soon. */
export const endingWithin = 7 * 86_400;
/** Share of a period that is its end: a period has 14 to 365 days on mainnet. */
const endingShare = 0.1;

type Period = { readonly start: number; readonly end: number };
/** Returns whether a period ends soon: within a tenth of its length, and within a week. */
export function isEndingSoon({ start, end }: Period, now: number): boolean {
  return end - now < Math.min(endingWithin, endingShare * (end - start));
}

/** Seconds by which the P-Chain can be ahead of clocks: by 10 it accepts blocks, and the rest is for the clocks themselves. */
const clockTolerance = 60;

/** Returns the time up to which periods have ended for a validator set that was read at a time: that of the P-Chain. If it is unknown or was
 *  read before the set, the latest possible one counts: no validator whose period has ended is missing. `latest`: the later clock. */
export const endOfPeriods = (
  setReadAt: number,
  chain: { readonly time: number; readonly readAt: number } | undefined,
  latest: number,
): number => (chain && chain.readAt >= setReadAt ? chain.time : latest + clockTolerance);

/** Returns whether a period ended without its reward, not long ago. */
export const isUnrewarded = (isRewarded: boolean | undefined, end: number | undefined, now: number): boolean =>
  isRewarded === false && end !== undefined && now - end < unrewardedFor;
