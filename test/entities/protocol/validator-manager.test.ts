import { expect, test } from "vitest";
import { type ChurnTracker, churnAt } from "../../../src/entities/protocol/l1.ts";
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
