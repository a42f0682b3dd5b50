/** Calculations of fees and rewards, with the values of real nodes. */
import { expect, test } from "vitest";
import { exponential } from "../../src/simulator/exponential.ts";
import {
  costOf,
  excessAfter,
  minRateAt,
  rewardOf,
  secondsUntilEmpty,
  validatorPrice,
} from "../../src/simulator/fees.ts";
import { networks } from "../../src/simulator/networks.ts";
import { fc } from "../support/random.ts";

const { validatorFee } = networks.mainnet;
const avax = 10n ** 9n;
const uint = (max: bigint) => fc.bigInt({ min: 0n, max });

test.each([
  [1n, 0n, 2_164_043n, 1n],
  [1n, 2_712_158n, 2_164_043n, 3n], // as reported by a real node
  [512n, 10_000n * 86_400n, 1_246_488_515n, 1024n], // doubles within a day
  [1n, 2n ** 64n - 1n, 1n, 2n ** 64n - 1n],
])("price %d at excess %d over %d is %d", (minimum, excess, constant, price) => {
  expect(exponential(minimum, excess, constant)).toBe(price);
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

test.each([
  [-1, 100_000n],
  [45 * 86_400, 87_500n],
  [90 * 86_400, 75_000n],
])("a period that starts %d s after Helicon has the minimum rate %d", (after, rate) => {
  expect(minRateAt(1_790_000_000 + after, 1_790_000_000)).toBe(rate);
});
