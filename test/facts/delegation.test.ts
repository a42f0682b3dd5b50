import { expect, test } from "vitest";
import { delegationCapacity } from "../../src/facts/delegation.ts";
import { fc } from "../support/random.ts";

const avax = 10n ** 9n;

test.each([
  [2000n, 0n, 5n, 8000n],
  [2000n, 8000n, 5n, 0n],
  [2000n, 8000n, 25n, 40_000n],
  [1_000_000n, 500_000n, 5n, 1_500_000n],
  [3_000_000n, 0n, 5n, 0n],
  [3_000_000n, 1n, 5n, 0n],
])(
  "a validator with a stake of %i AVAX and delegations of %i has at a factor of %i a capacity of %i",
  (own, delegated, factor, room) => {
    expect(delegationCapacity(own * avax, delegated * avax, factor)).toBe(room * avax);
  },
);

test("delegations never take a validator beyond five times its stake or 3,000,000 AVAX", () => {
  const amount = fc.bigInt({ min: 0n, max: 4_000_000n * avax });
  fc.assert(
    fc.property(amount, amount, (own, delegated) => {
      const room = delegationCapacity(own, delegated, 5n);
      const total = own + delegated + room;
      expect(room === 0n || (total <= 5n * own && total <= 3_000_000n * avax)).toBe(true);
    }),
  );
});
