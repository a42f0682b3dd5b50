import { bech32 } from "@scure/base";
import { expect, test } from "vitest";
import { addressExported, addressExports } from "../../src/collectors/exports.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { type Answers, createRuns, failedError, runOnce, samplesOf, settings } from "../support/run-collector.ts";
import { pageOf, shortId, stakingAsset, utxoOf } from "../support/utxos.ts";

const addressOf = (chain: string, letter: string) =>
  `${chain}-${bech32.encode("local", bech32.toWords(Buffer.alloc(20, letter)))}`;
const [a, b, c, d] = [addressOf("P", "a"), addressOf("P", "b"), addressOf("X", "a"), addressOf("C", "a")];
const otherAsset = primaryNetwork;
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
  expect(asked).toEqual([
    ...["P from X: 2", "P from C: 2", "X from P: 1", "X from C: 1"],
    ...["C from P: 1", "C from X: 1"],
  ]);
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
      utxoOf(1, { amount: 7n, owners: [shortId("a")], asset: otherAsset }),
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
