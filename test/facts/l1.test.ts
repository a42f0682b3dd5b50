import { expect, test } from "vitest";
import { activeWeightRatio, forecastWeightRatio, lowestRunway, type Member, timeToHalt } from "../../src/facts/l1.ts";

const day = 86_400;
const forever = Number.POSITIVE_INFINITY;
const members = (...given: readonly (readonly [weight: bigint, runway: number | undefined])[]): readonly Member[] =>
  given.map(([weight, runway]) => ({ weight, runway }));

test.each<[title: string, set: readonly Member[], now: number | undefined, ahead: number | undefined, low?: number]>([
  ["without validators nothing is known", [], undefined, undefined],
  ["inactive validators count in the whole weight only", members([6n, 30 * day], [2n, 0]), 0.75, 0.75, 30 * day],
  ["a balance of a day is gone in seven", members([6n, 30 * day], [2n, day]), 1, 0.75, day],
  ["a validator that pays no fee stays active", members([6n, forever], [2n, 0]), 0.75, 0.75],
  ["if a balance is unknown, the ratios are, too", members([6n, undefined], [2n, day]), undefined, undefined, day],
  ["weights beyond 2^53 have a ratio", members([2n ** 63n, forever], [2n ** 63n, 0]), 0.5, 0.5],
])("%s", (_title, set, now, ahead, low) => {
  expect([activeWeightRatio(set), forecastWeightRatio(set), lowestRunway(set)]).toEqual([now, ahead, low]);
});

test.each<[title: string, set: readonly Member[], seconds: number | undefined]>([
  ["an L1 without validators never halts", [], undefined],
  [
    "an L1 halts when less than 80 % of its weight is active",
    members([8n, 30 * day], [1n, day], [1n, 2 * day]),
    30 * day,
  ],
  ["an L1 with exactly 80 % halts with the next balance", members([2n, day], [8n, 5 * day]), 5 * day],
  ["balances that end together count together", members([8n, 30 * day], [1n, day], [2n, day]), day],
  ["an L1 with less than 80 % has halted", members([6n, 30 * day], [2n, 0]), 0],
  ["an L1 whose validators pay no fee never halts", members([8n, forever], [2n, 0]), undefined],
  ["if a balance is unknown, the time is, too", members([6n, undefined], [2n, day]), undefined],
])("%s", (_title, set, seconds) => {
  expect(timeToHalt(set)).toBe(seconds);
});
