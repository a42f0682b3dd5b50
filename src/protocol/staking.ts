/** Staking periods: their end, the offline time that their reward allows, and the limits of delegations. Uptimes of validators by weight.
 *  Times in Unix seconds.
 *  Source: AvalancheGo, genesis/genesis_mainnet.go (MinStakeDuration, MaxStakeDuration), and for the removal of a staker once the time of
 *  the P-Chain reaches its end: vms/platformvm/txs/executor/proposal_tx_executor.go (RewardValidatorTx). */
import { shareOf, sumOfWeights } from "./l1.ts";

/** Seconds after the end of a period without its reward for which the validator counts as unrewarded. */
export const unrewardedFor = 7 * 86_400;
/** Maximum number of seconds before the end of a period in which it ends soon. */
export const endingWithin = 7 * 86_400;
/** Share of a period that is its end: a period has 48 hours to 365 days on mainnet since Helicon (ACP-273). */
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

/** Returns whether a validator that is to renew does so at the end of its cycle: its offline budget in seconds is not below 0. Otherwise
 *  the P-Chain removes it, and returns its stake. Undefined if the budget is unknown, or below 0 by no more than its error.
 *  Source: AvalancheGo, vms/platformvm/txs/executor/proposal_tx_executor.go (RewardAutoRenewedValidatorTx). Witness:
 *  test/e2e/helicon.test.ts. */
export const reachesRenewal = (budget: number | undefined, error: number): boolean | undefined =>
  budget === undefined || (budget < 0 && budget >= -error) ? undefined : budget >= 0;

// The time that a validator can still be offline and earn its reward. Source: AvalancheGo,
// vms/platformvm/block/executor/options.go and snow/uptime/manager.go. Witness: test/e2e/helicon.test.ts.

/** Times in Unix seconds, uptimes as shares (0 to 1). */
export type StakingPeriod = {
  readonly start: number;
  readonly end: number;
  /** Uptime so far. */
  readonly uptime: number;
  /** Minimum uptime of the whole period for a reward. */
  readonly required: number;
};

/** Returns the offline budget at a time in Unix seconds: the largest possible uptime of the period, without the required uptime.
 *  Below 0 the reward is lost. If it is longer than the rest of the period, the uptime so far is enough for the reward.
 *  `ratio`: the share of the budget of the whole period. */
export function offlineBudget({ start, end, uptime, required }: StakingPeriod, now: number) {
  const length = end - start;
  const total = (1 - required) * length;
  if (!(length > 0 && total > 0)) return undefined;
  const time = Math.min(Math.max(now, start), end);
  const seconds = uptime * (time - start) + (end - time) - required * length;
  return { seconds, ratio: Math.min(seconds / total, 1) };
}

/** Returns whether the uptime so far is enough for the reward: the budget in seconds lasts until the end of the period. */
export const isRewardSafe = (budget: number, end: number, now: number): boolean => budget >= end - now;

/** Returns the seconds until a budget is used up at a rate of downtime (0 to 1), 0 if it is. Infinity if it lasts for the `left` seconds
 *  of the period. */
export function timeToRewardLoss(budget: number, rate: number, left: number): number {
  if (budget < 0) return 0;
  const seconds = budget / rate;
  return seconds < left ? Math.round(seconds) : Number.POSITIVE_INFINITY;
}

// Limits of delegations. Source: AvalancheGo, vms/platformvm/txs/executor/staker_tx_verification.go and
// staker_tx_verification_helpers.go (getDelegatorRules). Witness: test/e2e/delegations.test.ts.

const day = 86_400;
/** Minimum duration of a delegation in seconds by network: MinStakeDuration of AvalancheGo, which Helicon did not reduce for delegations.
 *  On other networks it is a setting of their nodes. */
const minDelegation = new Map([
  ...["mainnet", "simulated"].map((network) => [network, 14 * day] as const),
  ...["fuji", "local"].map((network) => [network, day] as const),
]);

/** Returns the time until which a delegation can begin in a period with this end, in Unix seconds. It can be earlier than the start of a
 *  short period. Undefined where the minimum duration is unknown. */
export function delegationsUntil(end: number | undefined, network: string | undefined): number | undefined {
  const min = minDelegation.get(network ?? "");
  return end === undefined || min === undefined ? undefined : end - min;
}

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

// Facts about the validators of an L1, as the virtual machine of one of its chains counts them on the queried node. Source:
// Subnet-EVM, warp/verifier_backend.go; icm-contracts, UPTIME_REWARDS_THRESHOLD_PERCENTAGE. Witness: test/e2e/evm-l1.test.ts.

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
