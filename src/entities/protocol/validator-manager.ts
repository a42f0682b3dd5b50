/** Churn of an L1: how much of its weight the validator manager of icm-contracts may change in a period.
 *  Source: icm-contracts, ValidatorManager.sol (_checkAndUpdateChurnTracker). Witness: test/e2e/evm-l1.test.ts. */

/** As the contract has it. Weights of the L1's own unit, times in Unix seconds. */
export type ChurnTracker = {
  readonly periodSeconds: bigint;
  /** Limit of the changes of a period, in percent of the weight at its start. */
  readonly maxPercent: bigint;
  /** Start of the last period; 0 before the first change. */
  readonly start: bigint;
  readonly initialWeight: bigint;
  readonly totalWeight: bigint;
  /** Sum of the changes of the last period: added and removed weight alike. */
  readonly amount: bigint;
};

/** `used`: share of the limit. `left`: weight that can still be added or removed. */
export type Churn = { readonly used: number; readonly left: bigint };

/** Returns the churn with which the contract judges the next change; undefined if the contract allows none. A change at the end of the
 *  last period, or later, starts a new one: its limit is a share of the present weight. */
export function churnAt(tracker: ChurnTracker, now: number): Churn | undefined {
  const { periodSeconds, maxPercent, start, initialWeight, totalWeight } = tracker;
  const isOver = start === 0n || now >= Number(start + periodSeconds);
  const limit = maxPercent * (isOver ? totalWeight : initialWeight);
  const amount = isOver ? 0n : 100n * tracker.amount;
  if (limit === 0n) return undefined;
  return { used: Number(amount) / Number(limit), left: amount < limit ? (limit - amount) / 100n : 0n };
}
