import { expect, test } from "vitest";
import { maxWeightFactor, requiredUptime, type UpgradeTimes, upgradeTimesOf } from "../../src/facts/upgrades.ts";

test.each([
  ["mainnet", "2026-09-22T14:59:59Z", 0.8],
  ["mainnet", "2026-09-22T15:00:00Z", 0.9],
  ["fuji", "2026-07-28T14:59:59Z", 0.8],
  ["fuji", "2026-07-28T15:00:00Z", 0.9],
  ["local", "2026-12-01T00:00:00Z", 0.8],
])("on %s, a staking period that starts at %s requires an uptime of %d", (network, start, required) => {
  expect(requiredUptime(new Date(start), upgradeTimesOf(network) ?? {})).toBe(required);
});

const now = new Date("2030-01-01T00:00:00Z");

test("a validator can have five times its own stake, whether or not the upgrades are known", () => {
  expect([maxWeightFactor(undefined, now), maxWeightFactor({}, now)]).toEqual([5n, 5n]);
});

const later = [{ factor: 5n }, { since: "next", factor: 25n }];
test.each<[title: string, times: UpgradeTimes | undefined, factor: bigint | undefined]>([
  ["from its activation on", { next: now }, 25n],
  ["not before it", { next: new Date(now.getTime() + 1) }, 5n],
  ["not on a network without it", { helicon: now }, 5n],
  ["while it is unknown whether it is active: none is known", undefined, undefined],
])("an upgrade that changes the factor: %s", (_title, times, factor) => {
  expect(maxWeightFactor(times, now, later)).toBe(factor);
});
