/** The P-Chain's blocks from the first one on until the simulation begins. */
import type { Network } from "../networks.ts";
import type { Accepted } from "./clerks.ts";

const day = 86_400;
/** Least staking periods that it takes: long enough to have staked since. */
const periods = 1.5;

/** `time` in Unix seconds. */
export function historyOf({ begin, leastDays }: Network, time: number) {
  const every = Math.ceil((periods * leastDays * day) / begin.p);
  const timeOf = (height: number) => time - (begin.p - height) * every;
  const blocks = Array.from({ length: begin.p }, (_, i): Accepted => {
    const at = timeOf(i + 1);
    return { time: at, acceptedAt: 1000 * at, hasTransactions: true, price: 1n };
  });
  return { timeOf, blocks };
}
