/** P-Chain blocks before the simulation, with one staking period that has ended. */
import type { Network } from "../networks.ts";
import type { Accepted } from "./block-builders.ts";
import { noChanges } from "./staker-changes.ts";
import type { Stakes } from "./staking-transactions.ts";

const day = 86_400;
/** Length in minimum staking periods. */
const periods = 1.5;
/** Heights of the blocks that created the subnets and that started the staking period. */
export const subnetsHeight = 1;
const stakingHeight = 2;
const pastStake = { n: -1, owner: 0, weight: 1000n * 10n ** 9n, reward: 10n ** 9n, to: { node: 0 } };

/** `time` in Unix seconds. */
export function historyOf({ begin, minDays }: Network, time: number, { primary: place }: Stakes) {
  const every = Math.ceil((periods * minDays * day) / begin.p);
  const timeOf = (height: number) => time - (begin.p - height) * every;
  /** Height of the first of the two blocks that ended the staking period. */
  const endHeight = stakingHeight + Math.ceil((minDays * day) / every);
  const past = { place, staker: { ...pastStake, start: timeOf(stakingHeight), end: timeOf(endHeight) } };
  const ends = [{ ...past, isRewarded: true, isRenewed: false, rewards: [pastStake.reward] }];

  function blockAt(height: number): Accepted {
    const isPlain = height !== endHeight;
    const changes = { ...noChanges, ...(height === stakingHeight && { starts: [past] }), ...(!isPlain && { ends }) };
    const at = timeOf(height);
    return { time: at, acceptedAt: 1000 * at, hasTransactions: isPlain, isStandard: isPlain, price: 1n, changes };
  }
  const heights = Array.from({ length: begin.p }, (_, i) => i + 1).filter((height) => height !== endHeight + 1);
  return { since: timeOf(subnetsHeight), blocks: heights.map(blockAt) };
}
