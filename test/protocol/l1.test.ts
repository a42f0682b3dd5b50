import { keccak_256 } from "@noble/hashes/sha3";
import { expect, test } from "vitest";
import * as facts from "../../src/protocol/l1.ts";
import type { Fees } from "../../src/protocol/validator-fee.ts";
import { type ChurnTracker, churnAt, managerFunctions } from "../../src/protocol/validator-manager.ts";
import { fc } from "../support/random.ts";

const day = 86_400;
/** One nAVAX pays for a second, from the time 0 on. */
const fees = { state: { price: 1n, excess: 0n, timestamp: new Date(0) } };
const free = { state: { ...fees.state, price: 0n } };
type Given = readonly (readonly [weight: bigint, balance: number | undefined])[];
const members = (...given: Given) =>
  facts.inOrderOfBalances(
    given.map(([weight, balance], index) => ({
      validation_id: `v${index}`,
      node_id: "",
      alias: "",
      weight,
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

const start = 1_795_600_000;
/** A limit of 20 % of 100, of which 15 is used, in periods of an hour. */
const tracker: ChurnTracker = {
  periodSeconds: 3600n,
  maxPercent: 20n,
  start: BigInt(start),
  initialWeight: 100n,
  totalWeight: 115n,
  amount: 15n,
};

test.each<[string, Partial<ChurnTracker>, number, ReturnType<typeof churnAt>]>([
  ["within the period it counts", {}, 0, { used: 0.75, left: 5n }],
  ["in the last second of the period it counts", {}, 3599, { used: 0.75, left: 5n }],
  ["at the end of the period it is 0 of a new limit", {}, 3600, { used: 0, left: 23n }],
  ["before the first change it is 0", { start: 0n, initialWeight: 0n, amount: 0n }, 0, { used: 0, left: 23n }],
  ["a period of 0 seconds is over at once", { periodSeconds: 0n }, 0, { used: 0, left: 23n }],
  ["the whole limit is used", { amount: 20n }, 0, { used: 1, left: 0n }],
  ["a part of a unit cannot be used", { initialWeight: 104n, amount: 20n }, 0, { used: 2000 / 2080, left: 0n }],
  ["more than the limit is used", { amount: 25n }, 0, { used: 1.25, left: 0n }],
  ["a clock that is behind counts the present period", {}, -60, { used: 0.75, left: 5n }],
  ["without weight there is no limit", { totalWeight: 0n }, 3600, undefined],
  ["without weight at the start there is no limit", { initialWeight: 0n }, 0, undefined],
  ["without a percentage there is no limit", { maxPercent: 0n }, 0, undefined],
])("churn: %s", (_name, changes, seconds, expected) => {
  expect(churnAt({ ...tracker, ...changes }, start + seconds)).toEqual(expected);
});

/** Returns the tracker after a change of weight, by the rules of the contract; undefined if it rejects the change. */
function changed(before: ChurnTracker, change: bigint, isAdded: boolean, time: number): ChurnTracker | undefined {
  const begins = before.start === 0n || BigInt(time) >= before.start + before.periodSeconds;
  const [since, initialWeight, amount] = begins
    ? [BigInt(time), before.totalWeight, change]
    : [before.start, before.initialWeight, before.amount + change];
  if (before.maxPercent * initialWeight < amount * 100n) return undefined;
  const totalWeight = before.totalWeight + (isAdded ? change : -change);
  return { ...before, start: since, initialWeight, amount, totalWeight };
}

const changes = fc.array(
  fc.record({ part: fc.integer({ min: 0, max: 120 }), isAdded: fc.boolean(), wait: fc.nat(3000) }),
);
test("the contract accepts a change of what is left, and rejects one more", () => {
  fc.assert(
    fc.property(fc.bigInt(100n, 10n ** 12n), fc.bigInt(1n, 20n), changes, (weight, maxPercent, steps) => {
      let time = start;
      let now: ChurnTracker = {
        ...tracker,
        maxPercent,
        start: 0n,
        initialWeight: 0n,
        totalWeight: weight,
        amount: 0n,
      };
      for (const { part, isAdded, wait } of steps) {
        time += wait;
        const { used = Number.NaN, left = -1n } = churnAt(now, time) ?? {};
        expect(changed(now, left, true, time)).toBeDefined();
        expect(changed(now, left + 1n, true, time)).toBeUndefined();
        expect(used >= 0 && used <= 1).toBe(true);
        now = changed(now, (left * BigInt(part)) / 100n, isAdded, time) ?? now;
      }
    }),
  );
});

const { totalWeight, churnTracker, owner } = managerFunctions;
const words = (...values: readonly bigint[]) =>
  `0x${values.map((value) => value.toString(16).padStart(64, "0")).join("")}`;
const max = (bits: bigint) => 2n ** bits - 1n;

test.each(Object.values(managerFunctions))("the selector of $signature begins its Keccak-256", (definition) => {
  const hash = Buffer.from(keccak_256(definition.signature)).toString("hex");
  expect(definition.selector).toBe(`0x${hash.slice(0, 8)}`);
});

test.each<[string, string, bigint | undefined]>([
  ["a weight", words(1000n), 1000n],
  ["the largest weight", words(max(64n)), max(64n)],
  ["more than 64 bits", words(2n ** 64n), undefined],
  ["nothing, as of an address without a contract", "0x", undefined],
  ["one byte less", words(1000n).slice(0, -2), undefined],
  ["two values", words(1000n, 0n), undefined],
])("l1TotalWeight() returns %s", (_name, bytes, weight) => {
  expect(totalWeight.decode(bytes)).toBe(weight);
});

test("getChurnTracker() returns six values", () => {
  expect(churnTracker.decode(words(3600n, 20n, 1_795_600_000n, 100n, 115n, 15n))).toEqual({
    periodSeconds: 3600n,
    maxPercent: 20n,
    start: 1_795_600_000n,
    initialWeight: 100n,
    totalWeight: 115n,
    amount: 15n,
  });
});

test.each<[string, string]>([
  ["nothing", "0x"],
  ["five values", words(1n, 1n, 1n, 1n, 1n)],
  ["a percentage of more than 8 bits", words(1n, 256n, 1n, 1n, 1n, 1n)],
  ["a weight of more than 64 bits", words(1n, 20n, 1n, 1n, 2n ** 64n, 1n)],
])("%s is no churn tracker", (_name, bytes) => {
  expect(churnTracker.decode(bytes)).toBeUndefined();
});

test("owner() returns an address", () => {
  expect(owner.decode(words(7n))).toBe(`0x${"7".padStart(40, "0")}`);
  expect(owner.decode(words(max(160n)).toUpperCase().replace("X", "x"))).toBe(`0x${"f".repeat(40)}`);
  expect([owner.decode(words(2n ** 160n)), owner.decode("0x")]).toEqual([undefined, undefined]);
});
