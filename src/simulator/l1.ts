/** One L1. Each of its validators pays the validator fee, by the second, until its balance is used up. */
import { costOf, excessAfter, secondsUntilEmpty, type ValidatorFeeConfig, type ValidatorFeeState } from "./fees.ts";
import { createHeap } from "./heap.ts";
import { ownerCount } from "./names.ts";
import type { Random } from "./random.ts";

/** Seconds are Unix seconds, amounts nAVAX, weights of the L1's own unit. */
export type L1Validator = {
  readonly n: number;
  readonly start: number;
  readonly weight: bigint;
  readonly minNonce: bigint;
  /** None for some: anybody's. */
  readonly owner: number | undefined;
  /** What all active ones have paid when its balance is used up; 0 while it is inactive. */
  paidUntil: bigint;
};
/** Of a subnet with permission, or of an L1 from before its conversion. */
export type Member = { readonly n: number; readonly start: number; readonly end: number; readonly weight: bigint };

type Options = {
  readonly fee: ValidatorFeeConfig;
  readonly count: number;
  readonly elsewhere: number;
  readonly excess: bigint;
  readonly time: number;
  readonly random: Random;
};
const day = 86_400;
const mostDays = 90;
const inactiveEvery = 40;

function draw(n: number, { fee, count, time, random }: Options): L1Validator {
  const seconds = n === 0 ? 900 : random.magnitude(3600, mostDays * day, 0.2);
  const isInactive = count > 2 && n % inactiveEvery === 2;
  return {
    n,
    start: time - Math.floor(random.between(0, 300 * day)),
    weight: BigInt(1 + random.below(1000)),
    minNonce: BigInt(random.below(4)),
    owner: random.chance(0.9) ? random.below(ownerCount) : undefined,
    paidUntil: isInactive ? 0n : BigInt(Math.floor(seconds)) * fee.minPrice,
  };
}

/** `elsewhere`: active validators of other L1s. They count for the price and are not listed. */
export function createL1(options: Options) {
  const { fee, count, elsewhere } = options;
  const validators = Array.from({ length: count }, (_, n) => draw(n, options));
  const active = createHeap<L1Validator>((left, right) => Number(left.paidUntil - right.paidUntil) || left.n - right.n);
  let listed = 0;
  for (const validator of validators) {
    if (validator.paidUntil === 0n) continue;
    active.push(validator);
    listed++;
  }
  const weight = validators.reduce((sum, validator) => sum + validator.weight, 0n);
  let paid = 0n;
  let { excess } = options;
  const state = (): ValidatorFeeState => ({ active: BigInt(listed + elsewhere), excess });

  return {
    validators: validators as readonly L1Validator[],
    weight,
    state,
    balance: ({ paidUntil }: L1Validator): bigint => (paidUntil === 0n ? 0n : paidUntil - paid),
    /** In how many seconds the next one runs out, if within so many. */
    nextEmpty(within: number): number | undefined {
      const next = active.peek();
      const seconds = next && secondsUntilEmpty(fee, state(), next.paidUntil - paid, BigInt(within));
      return seconds === undefined ? undefined : Number(seconds);
    },
    /** All pay for these seconds. */
    accept(seconds: bigint) {
      paid += costOf(fee, state(), seconds);
      excess = excessAfter(fee, state(), seconds);
      for (let next = active.peek(); next && next.paidUntil <= paid; next = active.peek()) {
        active.pop();
        next.paidUntil = 0n;
        listed--;
      }
    },
  };
}
export type L1 = ReturnType<typeof createL1>;
