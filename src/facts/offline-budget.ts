/** The time that a validator can still be offline and earn its reward.
 *  Source: AvalancheGo, vms/platformvm/block/executor/options.go and snow/uptime/manager.go. Witness: test/e2e/helicon.test.ts. */

/** Times in Unix seconds, uptimes as shares (0 to 1). */
export type StakingPeriod = {
  readonly start: number;
  readonly end: number;
  /** Uptime so far. */
  readonly uptime: number;
  /** Minimum uptime of the whole period for a reward. */
  readonly required: number;
};
export type OfflineBudget = {
  /** Seconds; below 0 the reward is lost. */
  readonly seconds: number;
  /** Share of the budget of the whole period (at most 1); below 0 the reward is lost. */
  readonly ratio: number;
};

/** Returns the offline budget at a time in Unix seconds: the largest possible uptime of the period, without the required uptime.
 *  If it is longer than the rest of the period, the uptime so far is enough for the reward. */
export function offlineBudget({ start, end, uptime, required }: StakingPeriod, now: number): OfflineBudget | undefined {
  const length = end - start;
  const total = (1 - required) * length;
  if (!(length > 0 && total > 0)) return undefined;
  const time = Math.min(Math.max(now, start), end);
  const seconds = uptime * (time - start) + (end - time) - required * length;
  return { seconds, ratio: Math.min(seconds / total, 1) };
}

/** Returns whether the uptime so far is enough for the reward: the budget in seconds lasts until the end of the period. */
export const isRewardSafe = (budget: number, end: number, now: number): boolean => budget >= end - now;

/** Returns the seconds until a budget is used up at a rate of downtime (0 to 1), 0 if it is. Undefined if it lasts for the `left` seconds
 *  of the period. */
export function timeToRewardLoss(budget: number, rate: number, left: number): number | undefined {
  if (budget < 0) return 0;
  const seconds = budget / rate;
  return seconds < left ? Math.round(seconds) : undefined;
}
