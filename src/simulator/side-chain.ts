/** The X- and the C-Chain: no more than heights that grow with time, worked out when asked. */
import { scatter } from "./random.ts";

/** `begin`: a height; the others in milliseconds. */
type Options = Readonly<Record<"seed" | "begin" | "start" | "every" | "until", number>>;

/** One block in each `every` from `start` until `until`, somewhere within them. */
export function createSideChain({ seed, begin, start, every, until }: Options) {
  const acceptedAt = (turn: number) => start + Math.floor((turn + scatter(seed, turn)) * every);

  /** The last block at a time; all in milliseconds. */
  return function lastAccepted(at: number) {
    const now = Math.min(at, until);
    const turn = Math.max(Math.floor((now - start) / every), 0);
    const last = acceptedAt(turn) <= now ? turn : turn - 1;
    return { height: begin + last + 1, acceptedAt: acceptedAt(last) };
  };
}
