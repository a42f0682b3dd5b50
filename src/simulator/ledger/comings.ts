/** Who begins to stake in a block, and whose time is over in it. */
import { createHeap } from "../heap.ts";
import { requiredUptime } from "../helicon.ts";
import { type Delegator, uptimeOf, type Validator } from "../stakers.ts";
import type { Staking } from "../staking.ts";
import type { Subnet } from "../subnets.ts";
import type { Place, Staker } from "./stakes.ts";

/** With all that decides about its reward. */
type Whole = Validator | Delegator;
export type Coming = { readonly staker: Staker; readonly place: Place };
/** The rewards, in the smallest unit of what is staked; of who is not rewarded those from delegators alone. */
export type Going = Coming & { readonly isRewarded: boolean; readonly rewards: readonly bigint[] };
export type Changes = {
  readonly comings: readonly Coming[];
  readonly goings: readonly Going[];
  /** Subnets that become L1s. */
  readonly conversions: readonly Subnet[];
};
/** `place` gives none where the subnet is not there; `helicon` in Unix seconds. */
type Options = { readonly staking: Staking; readonly place: () => Place | undefined; readonly helicon: number };

export const noChanges: Changes = { comings: [], goings: [], conversions: [] };
const renews = (staker: Whole) => !("to" in staker) && staker.renewal !== undefined;

function rewardsOf(staker: Whole, helicon: number): Pick<Going, "isRewarded" | "rewards"> {
  const validator = "to" in staker ? staker.to : staker;
  const isRewarded = uptimeOf(validator, staker.end) >= requiredUptime(validator.start, helicon);
  const { reward } = staker;
  const own = "to" in staker ? reward - (reward * BigInt(validator.fee)) / 1_000_000n : reward;
  const rewards = [isRewarded ? own : 0n, "to" in staker ? 0n : staker.accrued];
  return { isRewarded, rewards: rewards.filter((amount) => amount > 0n) };
}

/** Whoever renews by himself neither comes anew nor goes. */
export function createComings({ staking, place, helicon }: Options) {
  const endings = createHeap<Whole>((left, right) => left.end - right.end || right.n - left.n); // delegators first
  let seen = 0;
  let last = -1;

  function newcomers(): Whole[] {
    if (staking.stakes.length === seen) return [];
    seen = staking.stakes.length;
    const all = staking.validators.flatMap((validator): Whole[] => [validator, ...validator.delegators]);
    const found = all.filter(({ n }) => n > last);
    for (const staker of found) if (!renews(staker)) endings.push(staker);
    last = found.reduce((most, { n }) => Math.max(most, n), last);
    return found;
  }
  newcomers();

  function leavers(time: number): Whole[] {
    const found: Whole[] = [];
    for (let next = endings.peek(); next && next.end <= time; next = endings.peek()) {
      endings.pop();
      found.push(next);
    }
    return found;
  }

  /** Since the block before; `time` in Unix seconds. */
  return function changes(time: number): Omit<Changes, "conversions"> {
    const [came, gone, at] = [newcomers(), leavers(time), place()];
    if (!at || came.length + gone.length === 0) return noChanges;
    return {
      comings: came.map((staker) => ({ staker, place: at })),
      goings: gone.map((staker) => ({ staker, place: at, ...rewardsOf(staker, helicon) })),
    };
  };
}
