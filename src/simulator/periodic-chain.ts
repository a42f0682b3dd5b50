/** The X- and the C-Chain: when their blocks come, worked out when asked. */
import { scatter } from "./random.ts";

/** `begin`: a height; the others in milliseconds. */
type Options = Readonly<Record<"seed" | "begin" | "start" | "every" | "until", number>>;

/** Milliseconds until a block comes that somebody waits for. */
export const expediteDelayMs = 500;

/** One block in each `every` from `start` until `until`, somewhere within them, and the same before: `begin` of them since the
 *  first. Further ones when somebody waits. */
export function createPeriodicChain({ seed, begin, start, every, until }: Options) {
  const further: number[] = [];
  const acceptedAt = (turn: number) => start + Math.floor((turn + scatter(seed, turn)) * every);

  /** The last turn whose block has come. */
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
    /** When the first block came, which has height 0. */
    begins: Math.floor(acceptedAt(-begin - 1) / 1000) * 1000,
    /** The last block at a time; all in milliseconds. */
    lastAccepted(at: number) {
      const now = Math.min(at, until);
      const turn = Math.max(turnAt(now), -1);
      const others = furtherUntil(at);
      return { height: begin + turn + 1 + others.length, acceptedAt: Math.max(acceptedAt(turn), others.at(-1) ?? 0) };
    },
    /** Of a chain without further ones. */
    acceptedAt: (height: number) => acceptedAt(height - begin - 1),
    /** When blocks came, after the one and until the other. */
    between,
    /** A block comes soon, unless none comes any more. */
    expedite(now: number) {
      if (now + expediteDelayMs <= until && between(now, now + expediteDelayMs).length === 0)
        further.push(now + expediteDelayMs);
    },
  };
}
export type PeriodicChain = ReturnType<typeof createPeriodicChain>;
