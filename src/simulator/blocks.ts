/** P-Chain blocks: their times and changes. */
import type { createGas } from "./gas.ts";
import type { L1s } from "./l1s.ts";
import type { Accepted } from "./ledger/block-builders.ts";
import type { BlockChanges } from "./ledger/staker-changes.ts";
import { expediteDelayMs } from "./periodic-chain.ts";
import type { Random } from "./random.ts";

/** Changes that are due at a time, in Unix seconds. */
type Timed = { readonly due: () => number; readonly accept: (time: number) => void };
type Parts = {
  readonly timed: readonly Timed[];
  readonly l1s: L1s;
  readonly gas: ReturnType<typeof createGas>;
  readonly random: Random;
  /** Unix seconds and height of the block before the first. */
  readonly time: number;
  readonly height: number;
  /** Mean and maximum time between two blocks, in seconds. */
  readonly blockEvery: number;
  readonly maxBlockGap: number;
  readonly epochSeconds: number;
  /** Returns the changes by staking transactions and conversions in the block at that time. */
  readonly changes: (time: number) => BlockChanges;
  /** Called for every block. */
  readonly onAccept: (block: Accepted) => void;
};
/** The proposed height lags by the blocks of these last seconds, up to this number. */
const windowSeconds = 30;
const windowBlocks = 64;

export function createBlocks({
  timed,
  l1s,
  gas,
  random,
  blockEvery,
  maxBlockGap,
  epochSeconds,
  changes,
  onAccept,
  ...begin
}: Parts) {
  let { time, height } = begin;
  let acceptedAt = time * 1000;
  const epochs = [{ number: Math.floor(time / epochSeconds), start: time, height }];
  /** Returns the last epoch that has begun at a time in Unix seconds. */
  const epochAt = (at: number) => epochs.findLast(({ start }) => start <= at) ?? (epochs[0] as (typeof epochs)[number]);
  let next = plan();
  const lately: number[] = [];
  const times = [time];

  /** Plans the next block: at the next transactions, or when a staking period or balance ends or a subnet converts. */
  function plan() {
    const gap = Math.min(Math.max(Math.round(random.wait(blockEvery)), 1), maxBlockGap);
    const due = Math.max(Math.min(...timed.map((each) => each.due())) - time, 1);
    const at = time + Math.min(gap, due, l1s.nextEmpty(gap) ?? gap);
    return { time: at, hasTransactions: at === time + gap, acceptedAt: at * 1000 + random.below(900) };
  }

  /** Appends blocks of the same time. */
  function add(count: number) {
    height += count;
    times.push(...Array<number>(count).fill(time));
    lately.push(...Array<number>(count).fill(acceptedAt));
    lately.splice(0, lately.length - windowBlocks);
  }

  return {
    /** Unix seconds. */
    time: () => time,
    height: () => height,
    /** Unix seconds. Earlier blocks have the time of the first one. */
    timeAt: (at: number): number => times[Math.max(at - begin.height, 0)] ?? time,
    /** Milliseconds. */
    acceptedAt: () => acceptedAt,
    nextAt: () => next.acceptedAt,
    epochAt,
    /** Returns the proposed P-Chain height at this time, in milliseconds. */
    proposedHeight: (now: number) => height - lately.filter((at) => at >= now - windowSeconds * 1000).length,

    accept() {
      const seconds = next.time - time;
      const { hasTransactions } = next;
      ({ time, acceptedAt } = next);
      gas.accept(seconds, hasTransactions);
      l1s.accept(BigInt(seconds));
      for (const each of timed) each.accept(time);
      const number = Math.floor(time / epochSeconds);
      const last = epochAt(time);
      const epoch = number === last.number ? last : { number, start: time, height: height + 1 };
      if (epoch !== last) epochs.push(epoch);
      const changed = changes(time);
      const { starts, ends, conversions } = changed;
      const isStandard = hasTransactions || ends.length === 0 || starts.length + conversions.length > 0;
      add(2 * ends.length + Number(isStandard));
      onAccept({ time, acceptedAt, hasTransactions, isStandard, price: gas.price(), changes: changed, epoch });
      next = plan();
    },
    /** Brings the next block forward for a pending transaction; at most one block per second. */
    expedite(now: number) {
      const at = Math.max(time + 1, Math.floor((now + expediteDelayMs) / 1000));
      const sooner = { time: at, acceptedAt: Math.max(1000 * at, now + expediteDelayMs) };
      next = { ...next, ...(at < next.time && sooner), hasTransactions: true };
    },
  };
}
