import { keccak_256 } from "@noble/hashes/sha3";
import { expect, test } from "vitest";
import { managerFunctions } from "../../src/node-api/evm.ts";

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
