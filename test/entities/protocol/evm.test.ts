import { expect, test } from "vitest";
import { tokensOf } from "../../../src/entities/protocol/balance.ts";

test("a token has 10^18 units", () => {
  expect([tokensOf(0n), tokensOf(1_500_000_000_000_000_000n)]).toEqual([0, 1.5]);
});
