import { expect, test } from "vitest";
import {
  alwaysAdvances,
  haltedAfter,
  knownNetworks,
  maxBlockAge,
  networkNameOf,
  networksOf,
  pacemakerOf,
  requiredUptime,
  upgradeTimesOf,
} from "../../src/protocol/networks.ts";

test.each([
  ["mainnet", "P", true],
  ["mainnet", "C", true],
  ["fuji", "C", true],
  ["fuji", "P", false],
  ["simulated", "P", true],
  ["mainnet", "X", false],
  ["mainnet", "2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5", false],
  ["local", "P", false],
  ["network-1337", "P", false],
  ["songbird", "P", false],
  ["constructor", "P", false],
  [undefined, "P", false],
])("on the network %s the chain %s always advances: %s", (network, chain, expected) => {
  expect(alwaysAdvances(network, chain)).toBe(expected);
});

test.each([
  [1, "mainnet", "P"],
  [5, "fuji", "C"],
  [12345, "local", undefined],
  [1337, "network-1337", undefined],
])("the network with the ID %s is %s, and its chain that shows whether a node follows it is %s", (id, name, chain) => {
  expect(networkNameOf(id)).toBe(name);
  expect(pacemakerOf(networkNameOf(id))).toBe(chain);
});

test("the P-Chain always advances on mainnet, and the C-Chain on Fuji, too", () => {
  expect([networksOf("P"), networksOf("C")]).toEqual([
    ["mainnet", "simulated"],
    ["mainnet", "fuji", "simulated"],
  ]);
});

test("a chain has halted after many usual gaps between its blocks", () => {
  const gaps = Object.values(knownNetworks).flatMap(({ advancing }) => advancing.map(({ gap }) => gap));
  expect(Math.max(...gaps)).toBeLessThan(haltedAfter / 20);
});

const never = Number.POSITIVE_INFINITY;
test.each([
  ["P", [300, 25_000, never, undefined]],
  ["X", [never, never, never, never]],
  ["2q9e4r6Mu3U68nU1fYjgbR6JvwrRx36CohpAX5UQxse55x1Q5", [never, never, never, never]],
])("of the chains that can be idle, only the P-Chain of Fuji has halted after many usual gaps: %s", (chain, ages) => {
  const networks = ["mainnet", "fuji", "local", undefined];
  expect(networks.map((network) => maxBlockAge(network, chain))).toEqual(ages);
});

test.each([
  ["mainnet", "2026-09-22T14:59:59Z", 0.8],
  ["mainnet", "2026-09-22T15:00:00Z", 0.9],
  ["fuji", "2026-07-28T14:59:59Z", 0.8],
  ["fuji", "2026-07-28T15:00:00Z", 0.9],
  ["local", "2026-12-01T00:00:00Z", 0.8],
])("on %s, a staking period that starts at %s requires an uptime of %d", (network, start, required) => {
  expect(requiredUptime(new Date(start), upgradeTimesOf(network) ?? {})).toBe(required);
});
