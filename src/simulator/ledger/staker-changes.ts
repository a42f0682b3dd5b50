/** Stakers that start and end in each block. */
import { createHeap } from "../heap.ts";
import { requiredUptime } from "../helicon.ts";
import { type Delegator, uptimeOf, type Validator } from "../stakers.ts";
import type { Staking } from "../staking.ts";
import type { Subnet } from "../subnets.ts";
import type { Staker, StakingContext } from "./staking-transactions.ts";

/** A staker with all members that its reward depends on. */
type FullStaker = Validator | Delegator;
export type StakerStart = { readonly staker: Staker; readonly place: StakingContext };
/** End of a staking period, or of a cycle. `rewards` are paid out, in the smallest unit of the asset; without `isRewarded` only
 *  those from delegators and of earlier cycles. */
export type StakerEnd = StakerStart & {
  readonly isRewarded: boolean;
  readonly rewards: readonly bigint[];
  /** Whether another cycle begins. */
  readonly isRenewed: boolean;
};
export type BlockChanges = {
  readonly starts: readonly StakerStart[];
  readonly ends: readonly StakerEnd[];
  /** Subnets that become L1s. */
  readonly conversions: readonly Subnet[];
};
/** `place` returns undefined if the subnet does not exist; `helicon` in Unix seconds. */
type Options = {
  readonly staking: Staking;
  readonly place: () => StakingContext | undefined;
  readonly helicon: number;
};

export const noChanges: BlockChanges = { starts: [], ends: [], conversions: [] };

/** Returns the rewards of a staker, of which a cycle that follows restakes a part. */
function rewardsOf(staker: FullStaker, isRewarded: boolean, next: Validator | undefined): readonly bigint[] {
  const reward = isRewarded ? staker.reward : 0n;
  if ("to" in staker) return [reward - (reward * BigInt(staker.to.fee)) / 1_000_000n];
  const { renewal, weight, accrued } = staker;
  if (!renewal) return [reward, accrued];
  if (!next) return [reward + weight - renewal.first.weight, accrued];
  const left = reward + accrued - (next.weight - weight);
  return left < accrued ? [left] : [left - accrued, accrued];
}

export function createStakerChanges({ staking, place, helicon }: Options) {
  const endings = createHeap<FullStaker>((left, right) => left.end - right.end || right.n - left.n); // delegators first
  let seen = 0;
  let last = -1;

  function newcomers(): FullStaker[] {
    if (staking.stakes.length === seen) return [];
    seen = staking.stakes.length;
    const all = staking.validators.flatMap((validator): FullStaker[] => [validator, ...validator.delegators]);
    const found = all.filter(({ n }) => n > last);
    for (const staker of found) endings.push(staker);
    last = found.reduce((most, { n }) => Math.max(most, n), last);
    return found;
  }
  newcomers();

  function endOf(staker: FullStaker): Omit<StakerEnd, "place"> {
    const validator = "to" in staker ? staker.to : staker;
    const isRewarded = uptimeOf(validator, staker.end) >= requiredUptime(validator.start, helicon);
    const next = "to" in staker ? undefined : staking.validators.find(({ n }) => n === staker.n);
    if (next) endings.push(next);
    const rewards = rewardsOf(staker, isRewarded, next).filter((amount) => amount > 0n);
    return { staker, isRewarded, rewards, isRenewed: next !== undefined };
  }
  function leavers(time: number): Omit<StakerEnd, "place">[] {
    const found: Omit<StakerEnd, "place">[] = [];
    for (let next = endings.peek(); next && next.end <= time; next = endings.peek()) {
      endings.pop();
      found.push(endOf(next));
    }
    return found;
  }

  /** Returns the changes since the previous block; `time` in Unix seconds. */
  return function changes(time: number): Omit<BlockChanges, "conversions"> {
    const [came, gone, at] = [newcomers(), leavers(time), place()];
    if (!at || came.length + gone.length === 0) return noChanges;
    return {
      starts: came.map((staker) => ({ staker, place: at })),
      ends: gone.map((end) => ({ ...end, place: at })),
    };
  };
}
