import { expect, test } from "vitest";
import { balanceOnP, balanceOnX, tokensOf } from "../../src/protocol/balance.ts";

const now = 1000.5;
const output = (amount: bigint, locktime = 0n, stakeableLocktime = 0n) => ({ amount, locktime, stakeableLocktime });

test.each<[title: string, output: ReturnType<typeof output>, kind: string]>([
  ["without locks", output(7n), "unlocked"],
  ["whose locks have ended", output(7n, 1000n, 1000n), "unlocked"],
  ["that can be staked only", output(7n, 0n, 1001n), "lockedStakeable"],
  ["that no owner can spend", output(7n, 1001n), "lockedNotStakeable"],
  ["with both locks", output(7n, 1001n, 1001n), "lockedNotStakeable"],
])("on the P-Chain, an output %s", (_title, given, kind) => {
  const nothing = { unlocked: 0n, lockedStakeable: 0n, lockedNotStakeable: 0n };
  expect(balanceOnP([given], now)).toEqual({ ...nothing, [kind]: 7n });
});

test("on the P-Chain, outputs of one kind are added up", () => {
  const outputs = [output(1n), output(2n), output(4n, 1001n), output(8n, 1001n), output(16n, 0n, 1001n)];
  expect(balanceOnP(outputs, now)).toEqual({ unlocked: 3n, lockedStakeable: 16n, lockedNotStakeable: 12n });
});

test("on the X-Chain, shared and locked outputs do not count", () => {
  const outputs = [
    { ...output(1n), owners: ["a"] },
    { ...output(2n, 1000n), owners: ["a"] },
    { ...output(4n, 1001n), owners: ["a"] },
    { ...output(8n), owners: ["a", "b"] },
  ];
  expect(balanceOnX(outputs, now)).toBe(3n);
});

test("a token has 10^18 units", () => {
  expect([tokensOf(0n), tokensOf(1_500_000_000_000_000_000n)]).toEqual([0, 1.5]);
});
