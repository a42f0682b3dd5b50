/** Who begins to stake in a block, and whose time is over in it. */
import { createHeap } from "../heap.ts";
import { requiredUptime } from "../helicon.ts";
import { type Delegator, uptimeOf, type Validator } from "../stakers.ts";
import type { Staking } from "../staking.ts";
import type { Place } from "./stakes.ts";

type Staker = Validator | Delegator;
export type Coming = { readonly staker: Staker; readonly place: Place };
/** The rewards, in the smallest unit of what is staked: none where there is none. */
type Going = Coming & { readonly rewards: readonly bigint[] };
export type Changes = { readonly comings: readonly Coming[]; readonly goings: readonly Going[] };
/** `place` gives none where the subnet is not there; `helicon` in Unix seconds. */
type Options = { readonly staking: Staking; readonly place: () => Place | undefined; readonly helicon: number };

const none: Changes = { comings: [], goings: [] };
const renews = (staker: Staker) => !("to" in staker) && staker.renewal !== undefined;

function rewardsOf(staker: Staker, helicon: number): bigint[] {
  const validator = "to" in staker ? staker.to : staker;
  if (uptimeOf(validator, staker.end) < requiredUptime(validator.start, helicon)) return [];
  const { reward } = staker;
  const rewards =
    "to" in staker ? [reward - (reward * BigInt(validator.fee)) / 1_000_000n] : [reward, validator.accrued];
  return rewards.filter((amount) => amount > 0n);
}

/** Whoever renews by himself neither comes anew nor goes. */
export function createComings({ staking, place, helicon }: Options) {
  const endings = createHeap<Staker>((left, right) => left.end - right.end || left.n - right.n);
  let seen = 0;
  let last = -1;

  function newcomers(): Staker[] {
    if (staking.stakes.length === seen) return [];
    seen = staking.stakes.length;
    const all = staking.validators.flatMap((validator): Staker[] => [validator, ...validator.delegators]);
    const found = all.filter(({ n }) => n > last);
    for (const staker of found) if (!renews(staker)) endings.push(staker);
    last = found.reduce((most, { n }) => Math.max(most, n), last);
    return found;
  }
  newcomers();

  function leavers(time: number): Staker[] {
    const found: Staker[] = [];
    for (let next = endings.peek(); next && next.end <= time; next = endings.peek()) {
      endings.pop();
      found.push(next);
    }
    return found;
  }

  /** Since the block before; `time` in Unix seconds. */
  return function changes(time: number): Changes {
    const [came, gone, at] = [newcomers(), leavers(time), place()];
    if (!at || came.length + gone.length === 0) return none;
    return {
      comings: came.map((staker) => ({ staker, place: at })),
      goings: gone.map((staker) => ({ staker, place: at, rewards: rewardsOf(staker, helicon) })),
    };
  };
}
