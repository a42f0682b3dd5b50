import { expect, test } from "vitest";
import * as facts from "../../../src/entities/protocol/l1.ts";
import type { Fees } from "../../../src/entities/protocol/validator-fee.ts";

const day = 86_400;
/** One nAVAX pays for a second, from the time 0 on. */
const fees = { state: { price: 1n, excess: 0n, timestamp: new Date(0) } };
const free = { state: { ...fees.state, price: 0n } };
type Given = readonly (readonly [weight: bigint, balance: number | undefined])[];
const members = (...given: Given) =>
  facts.inOrderOfBalances(
    given.map(([weight, balance], index) => ({
      ...{ validation_id: `v${index}`, node_id: "", alias: "", weight },
      balance: balance === undefined ? undefined : BigInt(balance),
    })),
  );
type Members = ReturnType<typeof members>;

test("balances are in the order in which they run out, and equal ones stay in theirs", () => {
  const inOrder = members([1n, undefined], [2n, day], [3n, 0], [4n, undefined], [5n, day], [6n, 0]);
  expect(inOrder.map(({ weight }) => weight)).toEqual([3n, 6n, 2n, 5n, 1n, 4n]);
});

test.each<[title: string, set: Members, fees: Fees, ending: readonly (readonly [string, number])[] | undefined]>([
  ["none of no validators", members(), fees, []],
  ["an inactive validator has ended", members([2n, 0], [6n, undefined]), fees, [["v0", 0]]],
  ["a balance that ends at the time", members([2n, 7 * day]), fees, [["v0", 7 * day]]],
  ["no balance that ends later", members([2n, 7 * day + 1]), fees, []],
  ["none without a fee but inactive ones", members([2n, 1], [1n, 0]), free, [["v1", 0]]],
  ["unknown without the fee", members([2n, 1], [1n, 0]), {}, undefined],
  ["inactive ones also without the fee", members([6n, undefined], [2n, 0]), {}, [["v1", 0]]],
])("balances that run out within seven days: %s", (_title, set, given, ending) => {
  const found = facts.endingUntil(set, given, 7 * day);
  expect(found?.map(({ validation_id, exhaustion }) => [validation_id, exhaustion])).toEqual(ending);
});

test.each<[title: string, set: Members, fees: Fees, first: number | undefined]>([
  ["none of no validators", members(), fees, undefined],
  ["an inactive validator has no end", members([6n, 30 * day], [2n, 0]), fees, 30 * day],
  ["the first of two", members([6n, 30 * day], [2n, day]), fees, day],
  ["none without a fee", members([6n, 1]), free, undefined],
  ["none of a validator from before the conversion", members([6n, undefined], [2n, 0]), fees, undefined],
  ["unknown without the fee", members([6n, 1]), {}, undefined],
])("the first balance that runs out: %s", (_title, set, given, first) => {
  expect(facts.firstExhaustion(set, given)).toBe(first);
});

test.each<[title: string, set: Members, fees: Fees, time: number | undefined]>([
  ["an L1 without validators never halts", members(), fees, undefined],
  [
    "an L1 halts when less than 75 % of its weight is active",
    ...([members([6n, 30 * day], [1n, day], [1n, 2 * day]), fees, 30 * day] as const),
  ],
  ["an L1 with exactly 75 % halts with the next balance", members([1n, day], [3n, 5 * day]), fees, 5 * day],
  ["balances that end together count together", members([7n, 30 * day], [1n, day], [2n, day]), fees, day],
  ["an L1 with less than 75 % has halted", members([5n, 30 * day], [2n, 0]), fees, 0],
  ["an L1 whose validators pay no fee never halts", members([8n, undefined], [2n, 0]), fees, undefined],
  ["an L1 without a fee never halts", members([8n, day], [2n, 0]), free, undefined],
  ["if the fee is unknown, the time is, too", members([6n, day], [2n, 1]), {}, undefined],
])("%s", (_title, set, given, time) => {
  expect(facts.haltTime(set, given, 0.75)).toBe(time);
});

const fee = { price: 1n, excess: 0n, timestamp: new Date(1000 * day) };
test.each<
  [title: string, balance: bigint | undefined, fees: Parameters<typeof facts.exhaustionOf>[1], end: number | undefined]
>([
  ["an inactive validator has ended", 0n, { state: fee }, 0],
  ["it has ended without a known fee, too", 0n, {}, 0],
  ["an active validator ends with its balance", 100n, { state: fee }, day + 100],
  ["the end of an active validator is unknown without the fee", 100n, {}, undefined],
  ["a validator from before the conversion never ends", undefined, {}, Number.POSITIVE_INFINITY],
])("%s", (_title, balance, fees, end) => {
  expect(facts.exhaustionOf(balance, fees)).toBe(end);
});
