/** Validators of L1s. Each pays the validator fee, by the second, until its balance does not pay one second more. */
import { costOf, excessAfter, secondsUntilEmpty, type ValidatorFeeConfig, type ValidatorFeeState } from "./fees.ts";
import { createHeap } from "./heap.ts";
import { ownerCount } from "./identities.ts";
import type { Random } from "./random.ts";

/** The address of the contract that manages each L1. */
export const managerAddress = "0x0feedc0de0000000000000000000000000000000";

/** Seconds are Unix seconds, amounts nAVAX, weights of the L1's own unit. */
export type L1Validator = {
  readonly n: number;
  /** Number of its subnet. */
  readonly subnet: number;
  readonly start: number;
  readonly weight: bigint;
  readonly minNonce: bigint;
  /** Undefined if the validator has no owner. */
  readonly owner: number | undefined;
  /** Initial balance. */
  initial: bigint;
  /** Cumulative fee per validator at which the balance is used up; 0 while inactive. */
  paidUntil: bigint;
  /** Infinity while it is active. */
  inactiveSince: number;
};

type Options = {
  readonly fee: ValidatorFeeConfig;
  readonly count: number;
  /** Numbers of the L1s that they are spread over. */
  readonly subnets: readonly number[];
  readonly elsewhere: number;
  readonly excess: bigint;
  readonly hasShortBalances: boolean;
  readonly time: number;
  /** Time of the conversions. */
  readonly since: number;
  readonly random: Random;
};
const day = 86_400;
/** Seconds that a balance lasts at the minimum price. */
const ample = { min: 180 * day, max: 720 * day };
const short = { min: 3600, max: 90 * day, first: 900 };
/** With short balances, one in so many validators of each L1 is inactive. */
const inactiveEvery = 40;

/** `elsewhere`: active validators of other L1s, which count for the fee but are not listed. */
export function createL1s(options: Options) {
  const { fee, count, subnets, elsewhere, hasShortBalances, time, since, random } = options;
  const validators: L1Validator[] = [];
  const bySubnet = new Map<number, L1Validator[]>();
  const active = createHeap<L1Validator>((left, right) => Number(left.paidUntil - right.paidUntil) || left.n - right.n);
  let listed = 0;
  let paid = 0n;
  let clock = time;
  let { excess } = options;
  const state = (): ValidatorFeeState => ({ active: BigInt(listed + elsewhere), excess });

  const { min, max } = hasShortBalances ? short : ample;
  const drawSeconds = () => random.magnitude(min, max, 0.2);
  /** Cumulative fee after so many seconds at the minimum price. */
  const paidAfter = (seconds: number) => paid + BigInt(Math.floor(seconds)) * fee.minPrice;
  const drawWeight = () => BigInt(1 + random.below(1000));
  const drawOwner = () => (random.chance(0.9) ? random.below(ownerCount) : undefined);

  function add(traits: Omit<L1Validator, "inactiveSince" | "initial">) {
    const { start, paidUntil } = traits;
    const inactiveSince = paidUntil === 0n ? start : Number.POSITIVE_INFINITY;
    const initial = paidUntil === 0n ? 0n : paidUntil - paid + BigInt(clock - start) * fee.minPrice;
    const validator: L1Validator = { ...traits, initial, inactiveSince };
    validators.push(validator);
    const those = bySubnet.get(validator.subnet) ?? [];
    bySubnet.set(validator.subnet, those);
    those.push(validator);
    if (validator.paidUntil === 0n) return;
    active.push(validator);
    listed++;
  }
  for (let n = 0; n < count; n++) {
    const seconds = hasShortBalances && n === 0 ? short.first : drawSeconds();
    const subnet = subnets[n % subnets.length] as number;
    const isInactive = hasShortBalances && Math.floor(n / subnets.length) % inactiveEvery === 2;
    add({
      n,
      subnet,
      start: since,
      weight: drawWeight(),
      minNonce: BigInt(random.below(4)),
      owner: drawOwner(),
      paidUntil: isInactive ? 0n : paidAfter(seconds),
    });
  }

  return {
    validators: validators as readonly L1Validator[],
    of: (subnet: number): readonly L1Validator[] => bySubnet.get(subnet) ?? [],
    state,
    balance: ({ paidUntil }: L1Validator): bigint => (paidUntil === 0n ? 0n : paidUntil - paid),
    /** Seconds until the next balance runs out, if within `within`. */
    nextEmpty(within: number): number | undefined {
      const next = active.peek();
      const seconds = next && secondsUntilEmpty(fee, state(), next.paidUntil - paid, BigInt(within));
      return seconds === undefined ? undefined : Math.max(Number(seconds), 1);
    },
    /** Charges the fee for these seconds. A validator that cannot pay the next second becomes inactive. */
    accept(seconds: bigint) {
      paid += costOf(fee, state(), seconds);
      excess = excessAfter(fee, state(), seconds);
      clock += Number(seconds);
      const nextCost = paid + costOf(fee, state(), 1n);
      for (let next = active.peek(); next && next.paidUntil < nextCost; next = active.peek()) {
        active.pop();
        next.paidUntil = 0n;
        next.inactiveSince = clock;
        listed--;
      }
    },
    /** Adds validators of a subnet that becomes an L1 now. */
    join(subnet: number, howMany: number, now: number) {
      for (let i = 0; i < howMany; i++) {
        const traits = { weight: drawWeight(), minNonce: 0n, owner: drawOwner(), paidUntil: paidAfter(drawSeconds()) };
        add({ n: validators.length, subnet, start: now, ...traits });
      }
    },
  };
}
export type L1s = ReturnType<typeof createL1s>;
