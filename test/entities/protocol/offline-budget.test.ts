import { expect, test } from "vitest";
import { isRewardSafe, offlineBudget, timeToRewardLoss } from "../../../src/entities/protocol/staking.ts";

const day = 86_400;
const period = { start: 0, end: 100 * day, required: 0.9 };

test.each<[title: string, uptime: number, days: number, left: number | undefined, share: number | undefined]>([
  ["at the start the whole budget is left", 0, 0, 10, 1],
  ["without an interruption nothing of it is used", 1, 50, 10, 1],
  ["each second offline reduces it by a second", 0.96, 50, 8, 0.8],
  ["at 0 the reward depends on every further second", 0.8, 50, 0, 0],
  ["below 0 the reward is lost", 0.5, 50, -15, -1.5],
  ["at the end it is the excess over the requirement", 0.95, 100, 5, 0.5],
  ["after the end it no longer changes", 0.95, 120, 5, 0.5],
  ["before the start the whole budget is left", 0, -1, 10, 1],
])("%s", (_title, uptime, days, left, share) => {
  const { seconds, ratio } = offlineBudget({ ...period, uptime }, days * day) ?? {};
  expect(seconds).toBeCloseTo((left ?? 0) * day, 3);
  expect(ratio).toBeCloseTo(share ?? 0, 6);
});

test("a period without a length or a budget has none", () => {
  expect(offlineBudget({ ...period, uptime: 1, end: 0 }, 0)).toBeUndefined();
  expect(offlineBudget({ ...period, uptime: 1, required: 1 }, 0)).toBeUndefined();
});

test.each([
  ["that lasts until the end", 10 * day, true],
  ["that ends a second earlier", 10 * day - 1, false],
])("a reward with a budget %s is safe: %s s, %s", (_title, budget, is) => {
  expect(isRewardSafe(budget, 100 * day, 90 * day)).toBe(is);
});

test.each<[title: string, budget: number, rate: number, left: number, seconds: number | undefined]>([
  ["at a rate of 1", day, 1, 2 * day, day],
  ["at a rate below 1", day, 0.3, 4 * day, 288_000],
  ["in parts of a second", 10, 0.3, day, 33],
  ["at the end of the period", day, 0.5, 2 * day, undefined],
  ["without downtime", day, 0, 2 * day, undefined],
  ["without a budget", 0, 0.1, day, 0],
  ["without a budget or downtime", 0, 0, day, undefined],
  ["below 0", -1, 0, day, 0],
])(
  "a budget that is used up %s: %d s at a rate of %d, %d s before the end, is so in %s s",
  (_title, budget, rate, left, seconds) => {
    expect(timeToRewardLoss(budget, rate, left)).toBe(seconds);
  },
);
