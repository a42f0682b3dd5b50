import { bech32 } from "@scure/base";
import { expect, test } from "vitest";
import { addressBalance, addressExported, addressExports, addresses } from "../../src/collectors/addresses.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import {
  type Answers,
  createRuns,
  failedError,
  named,
  runOnce,
  samplesOf,
  settings,
} from "../support/run-collector.ts";
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

// Exports to the addresses.

const addressOf = (chain: string, letter: string) =>
  `${chain}-${bech32.encode("local", bech32.toWords(Buffer.alloc(20, letter)))}`;
const [a, b, c, d] = [addressOf("P", "a"), addressOf("P", "b"), addressOf("X", "a"), addressOf("C", "a")];
const primary = (...names: readonly string[]) => names.map((chain) => ({ chain, subnet_id: "", alias: "" }));

type Asked = { readonly addresses: readonly string[]; readonly sourceChain: string };
/** Runs the collector on a node with these UTXOs, by the pair of chains. */
async function run(utxos: Readonly<Record<string, readonly string[]>>, chains = primary("P", "X", "C")) {
  const asked: string[] = [];
  const answer = (chain: string) => (params: unknown) => {
    const { addresses, sourceChain } = params as Asked;
    asked.push(`${chain} from ${sourceChain}: ${addresses.length}`);
    return pageOf(utxos[`${chain} from ${sourceChain}`] ?? []);
  };
  const answers: Answers = {
    ...stakingAsset,
    "platform.getUTXOs": answer("P"),
    "avm.getUTXOs": answer("X"),
    "avax.getUTXOs": answer("C"),
  };
  const watch = { addresses: [a, b, c, d].map((id) => ({ id, alias: id === a ? "ours" : "" })) };
  const { text, ended } = await runOnce(addressExports, answers, { settings: settings({ watch }), chains });
  return { asked, ended, lines: samplesOf(text, addressExported) };
}
const sample = (address: string, route: string, value: string) => {
  const [chain, , source] = route.split(" ");
  const alias = address === a ? 'alias="ours",' : "";
  return `avax_address_exported_avax{address="${address}",${alias}chain="${chain}",source_chain="${source}"} ${value}`;
};

test("there is one call per pair of chains for all addresses, and each address has the amount of its outputs", async () => {
  const { asked, lines } = await run({
    "P from X": [utxoOf(0, { amount: 1n, owners: [shortId("a")] }), utxoOf(1, { amount: 2n, owners: [shortId("a")] })],
    "P from C": [utxoOf(2, { amount: 4n, owners: [shortId("b")] })],
    "X from P": [utxoOf(3, { amount: 8n, owners: [shortId("a")] })],
    "C from P": [utxoOf(4, { amount: 16n, owners: [shortId("a")] })],
  });
  expect(asked).toEqual(["P from X: 2", "P from C: 2", "X from P: 1", "X from C: 1", "C from P: 1", "C from X: 1"]);
  expect(lines).toEqual([
    sample(a, "P from X", "0.000000003"),
    sample(b, "P from X", "0"),
    sample(a, "P from C", "0"),
    sample(b, "P from C", "0.000000004"),
    sample(c, "X from P", "0.000000008"),
    sample(c, "X from C", "0"),
    sample(d, "C from P", "0.000000016"),
    sample(d, "C from X", "0"),
  ]);
});

test("an output of several owners counts for each, and other assets do not count", async () => {
  const { lines } = await run({
    "P from X": [
      utxoOf(0, { amount: 5n, owners: [shortId("a"), shortId("b")], locktime: 9n }),
      utxoOf(1, { amount: 7n, owners: [shortId("a")], asset: primaryNetwork }),
    ],
  });
  expect(lines.slice(0, 2)).toEqual([sample(a, "P from X", "0.000000005"), sample(b, "P from X", "0.000000005")]);
});

test.each([
  [
    ["P", "X"],
    ["P from X: 2", "X from P: 1"],
  ],
  [["P"], []],
  [[], []],
])("a node that runs the chains %j knows only their exports", async (chains, calls) => {
  const { asked, lines } = await run({}, primary(...chains));
  expect(asked).toEqual(calls);
  expect(lines.length).toBe(chains.length < 2 ? 0 : 3);
});

test("a failed call does not affect the other chains", async () => {
  const answers: Answers = { ...stakingAsset, "platform.getUTXOs": failedError(), "avm.getUTXOs": pageOf([]) };
  const watch = { addresses: [a, c].map((id) => ({ id, alias: "" })) };
  const options = { settings: settings({ watch }), chains: primary("P", "X", "C") };
  const { text, ended } = await runOnce(addressExports, answers, options);
  expect([samplesOf(text, addressExported).length, ended.failed.length]).toEqual([2, 2]);
});

test("bytes that are no UTXO are a failure, and no amount", async () => {
  const { lines, ended } = await run({ "P from X": ["0x00"] });
  expect([lines.length, ended.failed.map(({ reason }) => reason)]).toEqual([6, ["schema"]]);
});

test("the ID of AVAX is read again after a failed call", async () => {
  const watch = { addresses: [{ id: a, alias: "ours" }] };
  const runAgain = createRuns(addressExports, { settings: settings({ watch }), chains: primary("P", "X") });
  const utxos = { "platform.getUTXOs": pageOf([utxoOf(0, { amount: 5n, owners: [shortId("a")] })]) };
  const first = await runAgain({ ...utxos, "platform.getStakingAssetID": failedError() });
  expect([first.ended.failed.length, samplesOf(first.text, addressExported)]).toEqual([1, []]);
  const second = await runAgain({ ...utxos, ...stakingAsset });
  expect(samplesOf(second.text, addressExported)).toEqual([sample(a, "P from X", "0.000000005")]);
});
