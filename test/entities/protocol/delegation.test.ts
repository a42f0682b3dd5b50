import { expect, test } from "vitest";
import { delegationCapacity } from "../../../src/entities/protocol/staking.ts";
import { fc } from "../../support/random.ts";

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
