import { expect, test } from "vitest";
import {
  type CountedValidator,
  delegationCapacity,
  delegationsUntil,
  isEndingSoon,
  isRewardSafe,
  isUnrewarded,
  offlineBudget,
  provenShare,
  reachesRenewal,
  timeToRewardLoss,
  weightedQuantile,
} from "../../src/protocol/staking.ts";
import { fc } from "../support/random.ts";

const day = 86_400;

test.each<[title: string, days: number, left: number, is: boolean]>([
  ["a year ends soon in its last week", 365, 7 * day - 1, true],
  ["a year does not end soon a week earlier", 365, 7 * day, false],
  ["two weeks end soon in their last tenth", 14, 1.4 * day - 1, true],
  ["two weeks do not end soon earlier", 14, 1.4 * day, false],
  ["a period ends soon until it has ended, and after it", 365, -1, true],
])("%s", (_title, days, left, is) => {
  const period = { start: 1000 * day, end: (1000 + days) * day };
  expect(isEndingSoon(period, period.end - left)).toBe(is);
});

test.each<[title: string, isRewarded: boolean | undefined, ended: number | undefined, is: boolean]>([
  ["without its reward counts as unrewarded", false, day, true],
  ["without its reward counts as unrewarded for less than a week", false, 7 * day, false],
  ["with its reward does not", true, day, false],
  ["whose reward is unknown does not", undefined, day, false],
  ["whose end is unknown does not", false, undefined, false],
])("a period that ended %s", (_title, isRewarded, ended, is) => {
  const now = 1000 * day;
  expect(isUnrewarded(isRewarded, ended === undefined ? undefined : now - ended, now)).toBe(is);
});

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

test.each<[title: string, budget: number, rate: number, left: number, seconds: number]>([
  ["at a rate of 1", day, 1, 2 * day, day],
  ["at a rate below 1", day, 0.3, 4 * day, 288_000],
  ["in parts of a second", 10, 0.3, day, 33],
  ["at the end of the period", day, 0.5, 2 * day, Number.POSITIVE_INFINITY],
  ["without downtime", day, 0, 2 * day, Number.POSITIVE_INFINITY],
  ["without a budget", 0, 0.1, day, 0],
  ["without a budget or downtime", 0, 0, day, Number.POSITIVE_INFINITY],
  ["below 0", -1, 0, day, 0],
])(
  "a budget that is used up %s: %d s at a rate of %d, %d s before the end, is so in %s s",
  (_title, budget, rate, left, seconds) => {
    expect(timeToRewardLoss(budget, rate, left)).toBe(seconds);
  },
);

test.each<[budget: number | undefined, error: number, renews: boolean | undefined]>([
  [0, 0, true],
  [-0.1, 0, false],
  [-0.1, 60, undefined],
  [-60, 60, undefined],
  [-60.1, 60, false],
  [undefined, 0, undefined],
])("a validator with an offline budget of %s s, and an error of %d s, renews: %s", (budget, error, renews) => {
  expect(reachesRenewal(budget, error)).toBe(renews);
});

test.each<[network: string | undefined, days: number | undefined]>([
  ["mainnet", 14],
  ["simulated", 14],
  ["fuji", 1],
  ["local", 1],
  ["network-1337", undefined],
  [undefined, undefined],
])("on the network %s delegations begin up to %s days earlier than the end of a period", (network, days) => {
  expect(delegationsUntil(100 * day, network)).toBe(days === undefined ? undefined : (100 - days) * day);
  expect(delegationsUntil(undefined, network)).toBeUndefined();
});

const avax = 10n ** 9n;

test.each([
  [2000n, 0n, 8000n],
  [2000n, 8000n, 0n],
  [1_000_000n, 500_000n, 1_500_000n],
  [3_000_000n, 0n, 0n],
  [3_000_000n, 1n, 0n],
])("a validator with a stake of %i AVAX and delegations of %i has a capacity of %i", (own, delegated, room) => {
  expect(delegationCapacity(own * avax, delegated * avax)).toBe(room * avax);
});

test("delegations never take a validator beyond five times its stake or 3,000,000 AVAX", () => {
  const amount = fc.bigInt({ min: 0n, max: 4_000_000n * avax });
  fc.assert(
    fc.property(amount, amount, (own, delegated) => {
      const room = delegationCapacity(own, delegated);
      const total = own + delegated + room;
      expect(room === 0n || (total <= 5n * own && total <= 3_000_000n * avax)).toBe(true);
    }),
  );
});

const of = (weight: bigint, uptime: number | undefined, more: Partial<CountedValidator> = {}): CountedValidator => ({
  weight,
  uptime,
  isOwn: false,
  ...more,
});
const own = { isOwn: true };

test.each<[string, readonly CountedValidator[], number | undefined]>([
  ["all prove it", [of(3n, 1), of(1n, 0.8)], 1],
  ["one is just below", [of(3n, 1), of(1n, 0.799999)], 0.75],
  ["the node itself does not count", [of(6n, 1, own), of(3n, 1), of(1n, 0)], 0.75],
  ["an unknown uptime does not count", [of(6n, undefined), of(3n, 0), of(1n, 1)], 0.25],
  ["only the node itself", [of(6n, 1, own)], undefined],
])("proofs of uptime, %s", (_name, validators, share) => {
  expect(provenShare(validators)).toBe(share);
});

const items = [
  { value: 0.99, weight: 50n },
  { value: 0.5, weight: 20n },
  { value: 0.9, weight: 30n },
  { value: 0, weight: 0n },
];

test.each([
  [0.1, 0.5],
  [0.2, 0.5],
  [0.21, 0.9],
  [0.5, 0.9],
  [0.51, 0.99],
  [1, 0.99],
])("of 20 at 0.5, 30 at 0.9 and 50 at 0.99, the quantile %d is %d", (share, value) => {
  expect(weightedQuantile(items, share)).toBe(value);
});

test("without weight there is no quantile", () => {
  expect(weightedQuantile([], 0.5)).toBeUndefined();
  expect(weightedQuantile([{ value: 1, weight: 0n }], 0.5)).toBeUndefined();
});
