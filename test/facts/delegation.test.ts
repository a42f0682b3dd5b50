import { expect, test } from "vitest";
import { delegateeReward, delegationCapacity } from "../../src/facts/delegation.ts";
import { fc } from "../support/random.ts";

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

const max = 2n ** 64n - 1n;
test.each<[title: string, reward: bigint, fee: number, expected: bigint]>([
  ["a share of the reward", 6_817_052n, 0.02, 136_342n],
  ["rounded up", 99n, 0.02, 2n],
  ["with a fee of 12.3456 %", 1_000_000_000n, 0.123456, 123_456_000n],
  ["all of it", 6_817_052n, 1, 6_817_052n],
  ["nothing of no reward", 0n, 0.02, 0n],
  // 980,000 times the reward exceeds 64 bits: the node multiplies whole millions
  ["of a reward of more than 18,000 AVAX", 19_000_000_999_999n, 0.02, 19_000_000_999_999n - 18_620_000_000_000n],
  ["of the largest reward", max, 0.5, max - 500_000n * (max / 1_000_000n)],
])("the validator gets of the reward of a delegation %s", (_title, reward, fee, expected) => {
  expect(delegateeReward(reward, fee)).toBe(expected);
});
