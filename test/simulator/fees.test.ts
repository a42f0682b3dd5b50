import { expect, test } from "vitest";
import { exponential } from "../../src/facts/exponential.ts";
import {
  advanceGas,
  consumeGas,
  costOf,
  excessAfter,
  minRateAt,
  rewardOf,
  secondsUntilEmpty,
  supplyCap,
  validatorPrice,
} from "../../src/simulator/fees.ts";
import { gasConfig, networks } from "../../src/simulator/networks.ts";
import { fc } from "../support/random.ts";

const { validatorFee } = networks.mainnet;
const avax = 10n ** 9n;
const uint = (max: bigint) => fc.bigInt({ min: 0n, max });

test.each([
  [1n, 0n, 2_164_043n, 1n],
  [1n, 1_499_999n, 2_164_043n, 1n], // K ln 2 is 1,500,000
  [1n, 1_500_010n, 2_164_043n, 2n],
  [1n, 2_712_158n, 2_164_043n, 3n], // as reported by a real node
  [512n, 0n, 1_246_488_515n, 512n],
  [512n, 10_000n * 86_400n, 1_246_488_515n, 1024n], // doubles within a day
  [1n, 2n ** 64n - 1n, 1n, 2n ** 64n - 1n],
])("price %d at excess %d over %d is %d", (minimum, excess, constant, price) => {
  expect(exponential(minimum, excess, constant)).toBe(price);
});

test("the price is the minimum price times e to the power of excess ÷ constant, rounded down", () => {
  fc.assert(
    fc.property(uint(40_000_000n), (excess) => {
      const exact = Math.exp(Number(excess) / 2_164_043);
      const price = Number(exponential(1n, excess, 2_164_043n));
      expect(Math.abs(price - exact)).toBeLessThan(1 + 1e-6 * exact);
    }),
  );
});

test("the price never decreases as the excess grows", () => {
  fc.assert(
    fc.property(uint(10n ** 9n), uint(10n ** 6n), (excess, more) => {
      expect(exponential(1n, excess + more, 2_164_043n)).toBeGreaterThanOrEqual(exponential(1n, excess, 2_164_043n));
    }),
  );
});

test("capacity refills and excess decays with time; gas consumes capacity and adds to excess", () => {
  const used = consumeGas({ capacity: 1_000_000n, excess: 0n }, 600_000n);
  expect(used).toEqual({ capacity: 400_000n, excess: 600_000n });
  expect(advanceGas(gasConfig, used, 2n)).toEqual({ capacity: 600_000n, excess: 500_000n });
  expect(advanceGas(gasConfig, used, 100n)).toEqual({ capacity: 1_000_000n, excess: 0n });
});

test("the validator excess changes by the distance from the target, and is never below zero", () => {
  expect(excessAfter(validatorFee, { active: 10_600n, excess: 5n }, 10n)).toBe(6005n);
  expect(excessAfter(validatorFee, { active: 9000n, excess: 5000n }, 10n)).toBe(0n);
});

test("a month at the minimum price costs 1.327104 AVAX", () => {
  expect(costOf(validatorFee, { active: 600n, excess: 0n }, 30n * 86_400n)).toBe(1_327_104_000n);
});

test.each([
  ["at the target", 10_000n, 2_000_000_000n],
  ["below", 4000n, 100_000n],
  ["above", 20_000n, 1_000_000_000n],
])("the cost is the sum over all seconds: %s", (_name, active, excess) => {
  let [sum, now] = [0n, excess];
  for (let second = 0; second < 60; second++) {
    now = excessAfter(validatorFee, { active, excess: now }, 1n);
    sum += validatorPrice(validatorFee, now);
  }
  expect(costOf(validatorFee, { active, excess }, 60n)).toBe(sum);
});

test("a balance runs out at the first second after which it cannot pay the next one", () => {
  const states = fc.record({ active: uint(20_000n), excess: uint(4_000_000_000n) });
  fc.assert(
    fc.property(states, fc.bigInt({ min: 1n, max: 40_000n }), (state, funds) => {
      const seconds = secondsUntilEmpty(validatorFee, state, funds, 60n);
      const cost = (of: bigint) => costOf(validatorFee, state, of);
      expect(cost(seconds ?? 61n)).toBeLessThanOrEqual(funds);
      if (seconds !== undefined) expect(cost(seconds + 1n)).toBeGreaterThan(funds);
    }),
  );
});

test.each([
  [2000n * avax, 259_199n, 361_196_333_750_752_149n, 1_635_624_355n],
  [2_000_000n * avax, 31_514_400n, 360_000_000_000_000_000n, 239_808_237_943_328n],
])("a stake of %d for %d s has the reward of a real node", (stake, seconds, supply, reward) => {
  expect(rewardOf(stake, seconds, supply)).toBe(reward);
});

test("no reward exceeds the supply cap", () => {
  expect(rewardOf(10n ** 15n, 365n * 86_400n, supplyCap)).toBe(0n);
});

test.each([
  [-1, 100_000n],
  [0, 100_000n],
  [1, 100_000n],
  [45 * 86_400, 87_500n],
  [90 * 86_400 - 1, 75_001n],
  [90 * 86_400, 75_000n],
  [400 * 86_400, 75_000n],
])("a period that starts %d s after Helicon has the minimum rate %d", (after, rate) => {
  expect(minRateAt(1_790_000_000 + after, 1_790_000_000)).toBe(rate);
});

test("the reduced minimum rate lowers the reward of short periods, and not that of a year", () => {
  const ofDays = (days: bigint, from?: bigint) => rewardOf(2000n * avax, days * 86_400n, 36n * 10n ** 16n, from);
  expect(Number(ofDays(2n, 75_000n)) / Number(ofDays(2n))).toBeCloseTo(0.75, 2);
  expect(ofDays(365n, 75_000n)).toBe(ofDays(365n));
});
