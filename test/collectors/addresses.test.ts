import { expect, test } from "vitest";
import { addresses } from "../../src/collectors/addresses.ts";
import { addressBalance } from "../../src/metrics/addresses.ts";
import { type Answers, failedError, named, runOnce, samplesOf, settings } from "../support/run-collector.ts";

const addressed = (...given: string[]) => settings({ watch: { addresses: named(...given) } });

test("time-locked parts of a P-Chain balance are separate samples", async () => {
  const balance = { unlocked: "1500000000", lockedStakeable: "2", lockedNotStakeable: "0" };
  const rest = { balances: {}, unlockeds: {}, lockedStakeables: {}, lockedNotStakeables: {}, utxoIDs: null };
  const { text } = await runOnce(
    addresses,
    { "platform.getBalance": { ...balance, ...rest } },
    { settings: addressed("P-a1") },
  );
  expect(samplesOf(text, addressBalance)).toEqual([
    'avax_address_balance_avax{address="P-a1",chain="P",state="unlocked"} 1.5',
    'avax_address_balance_avax{address="P-a1",chain="P",state="locked_stakeable"} 0.000000002',
    'avax_address_balance_avax{address="P-a1",chain="P",state="locked_not_stakeable"} 0',
  ]);
});

test("an address that the node rejects does not affect the others", async () => {
  const answers: Answers = { "platform.getBalance": failedError() };
  const { text, ended } = await runOnce(addresses, answers, { settings: addressed("P-a1", "X-a1") });
  expect([samplesOf(text, addressBalance).length, ended.failed.length]).toEqual([1, 1]);
});

test("without addresses the collector has nothing to do", () => {
  expect(addresses.configure(settings())).toBeUndefined();
});
