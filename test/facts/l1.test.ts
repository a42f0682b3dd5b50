import { expect, test } from "vitest";
import * as facts from "../../src/facts/l1.ts";

const day = 86_400;
const forever = Number.POSITIVE_INFINITY;
type Given = readonly (readonly [weight: bigint, exhaustion: number | undefined])[];
const members = (...given: Given): readonly facts.Member[] =>
  given.map(([weight, exhaustion]) => ({ weight, exhaustion }));
const ids = { validation_id: "v", node_id: "NodeID-v", alias: "" };
const named = (...given: readonly (readonly [weight: bigint, exhaustion: number])[]): readonly facts.L1Member[] =>
  given.map(([weight, exhaustion]) => ({ ...ids, weight, balance: 0n, exhaustion }));

test.each<[title: string, total: bigint, ending: readonly facts.L1Member[], ratio: number | undefined]>([
  ["without weight nothing is known", 0n, [], undefined],
  ["inactive validators count in the whole weight only", 8n, named([2n, 0]), 0.75],
  ["a balance that ends before the time is gone", 8n, named([2n, day]), 0.75],
  ["a balance that ends at the time is gone", 8n, named([2n, 7 * day]), 0.75],
  ["a balance that ends later is left", 8n, named([2n, 8 * day]), 1],
  ["weights beyond 2^53 have a ratio", 2n ** 64n, named([2n ** 63n, 0]), 0.5],
])("the active weight after seven days: %s", (_title, total, ending, ratio) => {
  expect(facts.forecastRatio(total, ending, 7 * day)).toBe(ratio);
});

test.each<[title: string, set: readonly facts.Member[], first: number | undefined]>([
  ["none of no validators", [], undefined],
  ["an inactive validator has no end", members([6n, 30 * day], [2n, 0]), 30 * day],
  ["the first of two", members([6n, 30 * day], [2n, day]), day],
  ["none without a fee", members([6n, forever]), undefined],
  ["an unknown end does not hide the others", members([6n, undefined], [2n, day]), day],
])("the first balance that runs out: %s", (_title, set, first) => {
  expect(facts.firstExhaustion(set)).toBe(first);
});

test.each<[title: string, set: readonly facts.Member[], time: number | undefined]>([
  ["an L1 without validators never halts", [], undefined],
  [
    "an L1 halts when less than 75 % of its weight is active",
    members([6n, 30 * day], [1n, day], [1n, 2 * day]),
    30 * day,
  ],
  ["an L1 with exactly 75 % halts with the next balance", members([1n, day], [3n, 5 * day]), 5 * day],
  ["balances that end together count together", members([7n, 30 * day], [1n, day], [2n, day]), day],
  ["an L1 with less than 75 % has halted", members([5n, 30 * day], [2n, 0]), 0],
  ["an L1 whose validators pay no fee never halts", members([8n, forever], [2n, 0]), undefined],
  ["if a balance is unknown, the time is, too", members([6n, undefined], [2n, day]), undefined],
  ["it is unknown even if the others decide it alone", members([1n, undefined], [7n, day]), undefined],
])("%s", (_title, set, time) => {
  expect(facts.haltTime(set, 0.75)).toBe(time);
});

const fee = { price: 1n, excess: 0n, timestamp: new Date(1000 * day) };
test.each<
  [title: string, balance: bigint | undefined, fees: Parameters<typeof facts.exhaustionOf>[1], end: number | undefined]
>([
  ["an inactive validator has ended", 0n, { state: fee }, 0],
  ["it has ended without a known fee, too", 0n, {}, 0],
  ["an active validator ends with its balance", 100n, { state: fee }, day + 100],
  ["the end of an active validator is unknown without the fee", 100n, {}, undefined],
  ["a validator from before the conversion never ends", undefined, {}, forever],
])("%s", (_title, balance, fees, end) => {
  expect(facts.exhaustionOf(balance, fees)).toBe(end);
});

test.each<[weight: number | bigint, isActive: boolean | undefined, counted: number | bigint]>([
  [20n, true, 20n],
  [20n, false, 0n],
  [20, false, 0],
  [20, undefined, 20],
])("a weight of %d counts %s: %d", (weight, isActive, counted) => {
  expect(facts.activeWeight(weight, isActive)).toBe(counted);
});
