import { expect, test } from "vitest";
import { addresses } from "../../src/collectors/addresses.ts";
import { type Answers, failedError, named, runOnce, samples, settings } from "../support/run-collector.ts";

const addressed = (...given: string[]) => settings({ watch: { addresses: named(...given) } });

test("time-locked parts of a P-Chain balance are separate samples", async () => {
  const balance = { unlocked: "1500000000", lockedStakeable: "2", lockedNotStakeable: "0" };
  const rest = { balances: {}, unlockeds: {}, lockedStakeables: {}, lockedNotStakeables: {}, utxoIDs: null };
  const { text } = await runOnce(
    addresses,
    { "platform.getBalance": { ...balance, ...rest } },
    { settings: addressed("P-a1") },
  );
  expect(samples(text).slice(0, 3)).toEqual([
    'avax_address_balance_avax{address="P-a1",chain="P",state="unlocked"} 1.5',
    'avax_address_balance_avax{address="P-a1",chain="P",state="locked_stakeable"} 0.000000002',
    'avax_address_balance_avax{address="P-a1",chain="P",state="locked_not_stakeable"} 0',
  ]);
});

test("an address that the node rejects does not affect the others", async () => {
  const answers: Answers = { "platform.getBalance": failedError(), "platform.getUTXOs": failedError() };
  const { text, ended } = await runOnce(addresses, answers, { settings: addressed("P-a1", "X-a1") });
  expect([samples(text).length, ended.failed.length]).toEqual([3, 2]);
});

test("UTXOs that the other chains have exported are counted, up to a limit, without their content", async () => {
  const asked: unknown[] = [];
  const utxosOf = (count: string) => (params: unknown, selector: string | undefined) => {
    asked.push([selector, params]);
    return { numFetched: count, utxos: [], endIndex: { address: "P-a1", utxo: "u" }, encoding: "hex" };
  };
  const answers: Answers = { "platform.getUTXOs": utxosOf("2"), "avm.getUTXOs": utxosOf("0") };
  const { text } = await runOnce(addresses, answers, { settings: addressed("P-a1", "X-a1") });
  expect(samples(text).filter((line) => line.startsWith("avax_address_unimported_utxos"))).toEqual([
    'avax_address_unimported_utxos{address="P-a1",chain="P",source_chain="X"} 2',
    'avax_address_unimported_utxos{address="P-a1",chain="P",source_chain="C"} 2',
    'avax_address_unimported_utxos{address="X-a1",chain="X",source_chain="P"} 0',
    'avax_address_unimported_utxos{address="X-a1",chain="X",source_chain="C"} 0',
  ]);
  expect(asked).toEqual([
    [undefined, { addresses: ["P-a1"], sourceChain: "X", limit: 100 }],
    [undefined, { addresses: ["P-a1"], sourceChain: "C", limit: 100 }],
    ["X", { addresses: ["X-a1"], sourceChain: "P", limit: 100 }],
    ["X", { addresses: ["X-a1"], sourceChain: "C", limit: 100 }],
  ]);
});

test("without addresses the collector has nothing to do", () => {
  expect(addresses.configure(settings())).toBeUndefined();
});
