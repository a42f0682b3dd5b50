import { expect, test } from "vitest";
import { primaryNetwork } from "../../src/api/ids.ts";
import { addresses } from "../../src/collectors/addresses.ts";
import { addressBalance } from "../../src/metrics/addresses.ts";
import {
  type Answers,
  createRuns,
  failedError,
  named,
  runOnce,
  samplesOf,
  settings,
  unavailableError,
} from "../support/run-collector.ts";
import { pageOf, shortId, stakingAsset, utxoOf } from "../support/utxos.ts";

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

const gone = unavailableError("method_unknown");
/** A node that no longer knows getBalance, with these UTXOs. */
const withUtxos = (utxos: readonly string[]): Answers => ({
  ...stakingAsset,
  "platform.getBalance": gone,
  "avm.getBalance": gone,
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

test("without getBalance the balances are those of the UTXOs at the present time", async () => {
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

test("a node without getBalance is not asked for it again", async () => {
  let asked = 0;
  const run = createRuns(addresses, { settings: addressed("P-a1") });
  const count = () => {
    asked++;
    return gone;
  };
  const answers = { ...withUtxos(utxos), "platform.getBalance": count };
  const texts = [(await run(answers)).text, (await run(answers)).text];
  expect(asked).toBe(1);
  expect(texts[1]).toBe(texts[0]);
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
