import { expect, test } from "vitest";
import { delayOf, tokensOf } from "../../src/facts/evm.ts";

test("a token has 10^18 units", () => {
  expect([tokensOf(0n), tokensOf(1_500_000_000_000_000_000n)]).toEqual([0, 1.5]);
});

test.each([
  ["without an excess is a millisecond", 0n, 0.001],
  ["is two seconds at the excess with which Granite begins", 7_970_124n, 2],
])("the minimum time between two blocks %s", (_title, excess, seconds) => {
  expect(delayOf(excess)).toBeCloseTo(seconds, 5);
});
