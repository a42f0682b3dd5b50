/** The P-Chain's blocks from the first one on until the simulation begins, and somebody who staked and ended in them. */
import type { Network } from "../networks.ts";
import type { Accepted } from "./clerks.ts";
import { noChanges } from "./comings.ts";
import type { Stakes } from "./stakes.ts";

const day = 86_400;
/** Least staking periods that it takes: long enough to have staked since. */
const periods = 1.5;
/** Heights of the blocks in which the subnets came to be, and in which somebody began to stake. */
export const ofSubnets = 1;
const ofStaking = 2;
const pastStake = { n: -1, owner: 0, weight: 1000n * 10n ** 9n, reward: 10n ** 9n, to: { node: 0 } };

/** `time` in Unix seconds. */
export function historyOf({ begin, leastDays }: Network, time: number, { primary: place }: Stakes) {
  const every = Math.ceil((periods * leastDays * day) / begin.p);
  const timeOf = (height: number) => time - (begin.p - height) * every;
  /** Of the first of two blocks in which the staking ended. */
  const ofEnd = ofStaking + Math.ceil((leastDays * day) / every);
  const past = { place, staker: { ...pastStake, start: timeOf(ofStaking), end: timeOf(ofEnd) } };
  const goings = [{ ...past, isRewarded: true, rewards: [pastStake.reward] }];

  function blockAt(height: number): Accepted {
    const isPlain = height !== ofEnd;
    const changes = { ...noChanges, ...(height === ofStaking && { comings: [past] }), ...(!isPlain && { goings }) };
    const at = timeOf(height);
    return { time: at, acceptedAt: 1000 * at, hasTransactions: isPlain, isStandard: isPlain, price: 1n, changes };
  }
  const heights = Array.from({ length: begin.p }, (_, i) => i + 1).filter((height) => height !== ofEnd + 1);
  return { since: timeOf(ofSubnets), blocks: heights.map(blockAt) };
}
