import { expect, test } from "vitest";
import { addressBalance, addresses } from "../../src/collectors/addresses.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { type Answers, failedError, named, runOnce, samplesOf, settings } from "../support/run-collector.ts";
import { pageOf, shortId, stakingAsset, utxoOf } from "../support/utxos.ts";

const addressed = (...given: string[]) => settings({ watch: { addresses: named(...given) } });

test("an address that the node rejects does not affect the others", async () => {
  const answers: Answers = { "platform.getUTXOs": failedError() };
  const { text, ended } = await runOnce(addresses, answers, { settings: addressed("P-a1", "X-a1") });
  expect([samplesOf(text, addressBalance).length, ended.failed.length]).toEqual([1, 1]);
});

/** A node with these UTXOs. */
const withUtxos = (utxos: readonly string[]): Answers => ({
  ...stakingAsset,
  "platform.getUTXOs": pageOf(utxos),
  "avm.getUTXOs": pageOf(utxos),
});
const owners = [shortId("a")];
const date = 1_000_000;
const utxos = [
  utxoOf(0, { amount: 1n, owners }),
  utxoOf(1, { amount: 2n, owners, locktime: 1000n, stakeableLocktime: 1000n }),
  utxoOf(2, { amount: 4n, owners, stakeableLocktime: 1001n }),
  utxoOf(3, { amount: 8n, owners, locktime: 1001n }),
  utxoOf(4, { amount: 16n, owners: [shortId("a"), shortId("b")] }),
  utxoOf(5, { amount: 32n, owners, asset: primaryNetwork }),
];

test("the balances are those of the UTXOs at the present time, with the time-locked parts on the P-Chain as separate samples", async () => {
  const { text, ended } = await runOnce(addresses, withUtxos(utxos), { settings: addressed("P-a1", "X-a1"), date });
  expect(samplesOf(text, addressBalance)).toEqual([
    'avax_address_balance_avax{address="P-a1",chain="P",state="unlocked"} 0.000000019',
    'avax_address_balance_avax{address="P-a1",chain="P",state="locked_stakeable"} 0.000000004',
    'avax_address_balance_avax{address="P-a1",chain="P",state="locked_not_stakeable"} 0.000000008',
    'avax_address_balance_avax{address="X-a1",chain="X",state="unlocked"} 0.000000007',
  ]);
  expect([ended.failed, ended.unavailable]).toEqual([[], []]);
});

test("without UTXOs the balance is 0", async () => {
  const { text } = await runOnce(addresses, withUtxos([]), { settings: addressed("X-a1") });
  expect(samplesOf(text, addressBalance)).toEqual([
    'avax_address_balance_avax{address="X-a1",chain="X",state="unlocked"} 0',
  ]);
});

const page = (from: number, length: number) =>
  Array.from({ length }, (_, i) => utxoOf(from + i, { amount: 1n, owners }));
test("all pages are read, and UTXOs that several pages have count once", async () => {
  const endIndex = { address: "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u", utxo: primaryNetwork };
  const starts: unknown[] = [];
  const answers = {
    ...withUtxos([]),
    "platform.getUTXOs": (params: unknown) => {
      const { startIndex } = params as { startIndex?: object };
      starts.push(startIndex);
      return startIndex === undefined ? pageOf(page(0, 1024), endIndex) : pageOf(page(1023, 10), endIndex);
    },
  };
  const { text } = await runOnce(addresses, answers, { settings: addressed("P-a1") });
  expect(starts).toEqual([undefined, endIndex]);
  expect(samplesOf(text, addressBalance)[0]).toContain(" 0.000001033");
});

test("a balance of more UTXOs than are read is unknown", async () => {
  const answers = withUtxos(page(0, 1024));
  const { text, ended } = await runOnce(addresses, answers, { settings: addressed("P-a1") });
  expect(samplesOf(text, addressBalance)).toEqual([]);
  expect(ended.failed.map(({ message }) => message)).toEqual(["platform.getUTXOs: more than 32768 UTXOs"]);
});
