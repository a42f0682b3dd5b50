/** A small seedable generator (sfc32): the same seed gives the same run. */
import { hash } from "node:crypto";

export function createRandom(seed: string) {
  const words = hash("sha256", seed, "buffer");
  let a = words.readInt32LE(0);
  let b = words.readInt32LE(4);
  let c = words.readInt32LE(8);
  let counter = 1;

  /** From 0 up to but not including 1. */
  function next(): number {
    const sum = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  }

  return {
    next,
    /** An integer from 0 up to but not including `n`. */
    below: (n: number) => Math.floor(next() * n),
    between: (low: number, high: number) => low + next() * (high - low),
    /** Every order of magnitude between the two is as likely. `skew` over 1 favors the low end. */
    magnitude: (low: number, high: number, skew = 1) => low * (high / low) ** (next() ** skew),
    chance: (probability: number) => next() < probability,
    /** Waiting time for something that comes every `mean` on average. */
    wait: (mean: number) => -Math.log(1 - next()) * mean,
    /** Mean 0, deviation 1. */
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
export type Random = ReturnType<typeof createRandom>;

/** Returns a number from 0 up to but not including 1, derived from `n` instead of a sequence. */
export function scatter(seed: number, n: number): number {
  let mixed = Math.imul((seed | 0) ^ Math.imul(n | 0, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  mixed ^= mixed >>> 13;
  return ((Math.imul(mixed, 0x27d4eb2f) ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
}
