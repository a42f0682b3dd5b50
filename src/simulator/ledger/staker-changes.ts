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
/** `rewards` in the smallest unit of the asset; without `isRewarded` only those from delegators. */
export type StakerEnd = StakerStart & { readonly isRewarded: boolean; readonly rewards: readonly bigint[] };
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
const renews = (staker: FullStaker) => !("to" in staker) && staker.renewal !== undefined;

function rewardsOf(staker: FullStaker, helicon: number): Pick<StakerEnd, "isRewarded" | "rewards"> {
  const validator = "to" in staker ? staker.to : staker;
  const isRewarded = uptimeOf(validator, staker.end) >= requiredUptime(validator.start, helicon);
  const { reward } = staker;
  const own = "to" in staker ? reward - (reward * BigInt(validator.fee)) / 1_000_000n : reward;
  const rewards = [isRewarded ? own : 0n, "to" in staker ? 0n : staker.accrued];
  return { isRewarded, rewards: rewards.filter((amount) => amount > 0n) };
}

/** Auto-renewing validators neither start again nor end. */
export function createStakerChanges({ staking, place, helicon }: Options) {
  const endings = createHeap<FullStaker>((left, right) => left.end - right.end || right.n - left.n); // delegators first
  let seen = 0;
  let last = -1;

  function newcomers(): FullStaker[] {
    if (staking.stakes.length === seen) return [];
    seen = staking.stakes.length;
    const all = staking.validators.flatMap((validator): FullStaker[] => [validator, ...validator.delegators]);
    const found = all.filter(({ n }) => n > last);
    for (const staker of found) if (!renews(staker)) endings.push(staker);
    last = found.reduce((most, { n }) => Math.max(most, n), last);
    return found;
  }
  newcomers();

  function leavers(time: number): FullStaker[] {
    const found: FullStaker[] = [];
    for (let next = endings.peek(); next && next.end <= time; next = endings.peek()) {
      endings.pop();
      found.push(next);
    }
    return found;
  }

  /** Returns the changes since the previous block; `time` in Unix seconds. */
  return function changes(time: number): Omit<BlockChanges, "conversions"> {
    const [came, gone, at] = [newcomers(), leavers(time), place()];
    if (!at || came.length + gone.length === 0) return noChanges;
    return {
      starts: came.map((staker) => ({ staker, place: at })),
      ends: gone.map((staker) => ({ staker, place: at, ...rewardsOf(staker, helicon) })),
    };
  };
}
