/** X- and C-Chain: block times, computed on demand. */
import { scatter } from "./random.ts";

/** `begin`: a height; the others in milliseconds. */
type Options = Readonly<Record<"seed" | "begin" | "start" | "every" | "until", number>>;

/** Milliseconds until the block for a pending transaction. */
export const expediteDelayMs = 500;

/** A chain with one block in each period `every` until `until`, and `begin` blocks before `start`. `expedite` adds blocks. */
export function createPeriodicChain({ seed, begin, start, every, until }: Options) {
  const further: number[] = [];
  const acceptedAt = (turn: number) => start + Math.floor((turn + scatter(seed, turn)) * every);

  /** Returns the number of the last periodic block. */
  function turnAt(now: number): number {
    const turn = Math.max(Math.floor((now - start) / every), -begin);
    return acceptedAt(turn) <= now ? turn : turn - 1;
  }
  const furtherUntil = (now: number) => further.filter((at) => at <= now);

  function between(after: number, to: number): number[] {
    const [first, last] = [turnAt(Math.min(after, until)) + 1, turnAt(Math.min(to, until))];
    const turns = Array.from({ length: Math.max(last - first + 1, 0) }, (_, i) => acceptedAt(first + i));
    const others = further.filter((at) => at > after && at <= to);
    return others.length === 0 ? turns : [...turns, ...others].sort((left, right) => left - right);
  }

  return {
    /** Time of the first block, which has height 0. */
    begins: Math.floor(acceptedAt(-begin - 1) / 1000) * 1000,
    /** Returns the last block at a time. Milliseconds. */
    lastAccepted(at: number) {
      const now = Math.min(at, until);
      const turn = Math.max(turnAt(now), -1);
      const others = furtherUntil(at);
      return { height: begin + turn + 1 + others.length, acceptedAt: Math.max(acceptedAt(turn), others.at(-1) ?? 0) };
    },
    /** Acceptance time of a height, without expedited blocks. */
    acceptedAt: (height: number) => acceptedAt(height - begin - 1),
    /** Returns block times after the first and up to the second time. */
    between,
    /** Brings the next block forward, unless the chain has stopped. */
    expedite(now: number) {
      if (now + expediteDelayMs <= until && between(now, now + expediteDelayMs).length === 0)
        further.push(now + expediteDelayMs);
    },
  };
}
export type PeriodicChain = ReturnType<typeof createPeriodicChain>;
