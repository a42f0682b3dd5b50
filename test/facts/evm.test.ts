import { expect, test } from "vitest";
import { delayOf, gasTargetOf, minBaseFeeOf, tokensOf } from "../../src/facts/evm.ts";

test("a token has 10^18 units", () => {
  expect([tokensOf(0n), tokensOf(1_500_000_000_000_000_000n)]).toEqual([0, 1.5]);
});

test.each([
  ["without an excess is a millisecond", 0n, 0.001],
  ["is two seconds at the excess with which Granite begins", 7_970_124n, 2],
])("the minimum time between two blocks %s", (_title, excess, seconds) => {
  expect(delayOf(excess)).toBeCloseTo(seconds, 5);
});

// of headers of mainnet (block 95,921,422) and of Fuji (block 58,542,683)
test.each([
  ["with which Helicon begins", 0n, 1_000_000n],
  ["of a block of mainnet", 0x2c5c860n, 4_000_000n],
  ["of a block of Fuji", 0xf0a451n, 1_600_000n],
])("the gas target of the exponent %s", (_title, exponent, target) => {
  expect(gasTargetOf(exponent)).toBe(target);
});
test.each([
  ["with which Helicon begins", 0n, 1n],
  ["of a block of mainnet", 0x26af37c048d118n, 1n],
  ["of a block of Fuji", 0xd49a784bcd1b8b0n, 10n],
])("the minimum base fee of the exponent %s", (_title, exponent, fee) => {
  expect(minBaseFeeOf(exponent)).toBe(fee);
});
