import { keccak_256 } from "@noble/hashes/sha3";
import { expect, test } from "vitest";
import { type ChurnTracker, churnAt, managerFunctions } from "../../../src/entities/protocol/validator-manager.ts";
import { fc } from "../../support/random.ts";

const start = 1_795_600_000;
/** A limit of 20 % of 100, of which 15 is used, in periods of an hour. */
const tracker: ChurnTracker = {
  ...{ periodSeconds: 3600n, maxPercent: 20n, start: BigInt(start) },
  ...{ initialWeight: 100n, totalWeight: 115n, amount: 15n },
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
      let now: ChurnTracker = { ...tracker, maxPercent, start: 0n, initialWeight: 0n, totalWeight: weight, amount: 0n };
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
