/** Assets and balances of the X-Chain. */
import assert from "node:assert/strict";
import { addressOn, readUtxo, type Utxo } from "../bytes.ts";
import type { Json } from "../calls.ts";
import type { Node } from "../node.ts";
import { rule } from "../rule.ts";
import { assertDecimal, assertNumber, strangerBytes, sum, unknownId } from "../values.ts";

const utxosOf = async ({ call }: Node, address: string): Promise<Utxo[]> =>
  (await call("avm.getUTXOs", { addresses: [address] })).utxos.map(readUtxo);
const stranger = async ({ network }: Node) => addressOn("X", (await network()).hrp, strangerBytes);
const created = ({ transaction }: Node) => transaction("X", "new asset", ({ initialStates }) => initialStates);
const now = () => BigInt(Math.floor(Date.now() / 1000));
/** What one address can spend on its own today. */
const isFree = ({ addresses, locktime, amount }: Utxo) => amount > 0n && addresses.length === 1 && locktime <= now();

const assets = [
  rule(
    "avm.getAssetDescription: assetID, name, symbol and denomination, which is a string",
    async ({ call, network }) => {
      const { avax } = await network();
      const description = await call("avm.getAssetDescription", { assetID: avax });
      assert.deepEqual(description, { assetID: avax, name: "Avalanche", symbol: "AVAX", denomination: "9" });
    },
  ),
  rule("avm.getAssetDescription: for a created asset, the values of its transaction", async (node) => {
    const { id, unsignedTx } = await created(node);
    const { name, symbol, denomination } = unsignedTx;
    const description = await node.call("avm.getAssetDescription", { assetID: id });
    assert.deepEqual(description, { assetID: id, name, symbol, denomination: String(denomination) });
  }),
  rule("avm.getAssetDescription: a transaction that creates no asset is an error", async ({ refusal, transaction }) => {
    const { id } = await transaction("X", "transfer", ({ initialStates }) => !initialStates);
    assert.equal(await refusal("avm.getAssetDescription", { assetID: id }), "transaction doesn't create an asset");
  }),
  rule("avm.getTxFee: the default fee and the fee of a new asset, in nAVAX", async ({ call }) => {
    const { txFee, createAssetTxFee, ...rest } = await call("avm.getTxFee");
    assertDecimal(txFee, createAssetTxFee);
    assert.deepEqual([BigInt(txFee) > 0n, BigInt(createAssetTxFee) >= BigInt(txFee), rest], [true, true, {}]);
  }),
  rule("a new asset burns createAssetTxFee", async (node) => {
    const { unsignedTx } = await created(node);
    const consumed = sum(unsignedTx.inputs.map(({ input }: Json) => input.amount));
    const left = sum(unsignedTx.outputs.map(({ output }: Json) => output.amount));
    assert.equal(String(consumed - left), (await node.call("avm.getTxFee")).createAssetTxFee);
  }),
];

const balances = [
  rule("avm.getBalance: the sum of the UTXOs that the address alone can spend now, and their IDs", async (node) => {
    const address = await node.holder("X");
    const { avax } = await node.network();
    const free = (await utxosOf(node, address)).filter((utxo) => isFree(utxo) && utxo.assetId === avax);
    const { balance, utxoIDs } = await node.call("avm.getBalance", { address, assetID: avax });
    assertDecimal(balance);
    assert.equal(BigInt(balance), sum(free.map(({ amount }) => amount)));
    const names = (list: readonly Json[]) => list.map(({ txID, outputIndex }) => `${txID}:${outputIndex}`).sort();
    const expected = free.map(({ txId, outputIndex }) => ({ txID: txId, outputIndex }));
    assert.deepEqual(names(utxoIDs), names(expected));
    assertNumber(...utxoIDs.map(({ outputIndex }: Json) => outputIndex));
  }),
  rule("avm.getBalance: 0 for an asset that the address does not have, and for an unknown one", async (node) => {
    const address = await stranger(node);
    for (const assetID of ["AVAX", unknownId]) {
      assert.deepEqual(await node.call("avm.getBalance", { address, assetID }), { balance: "0", utxoIDs: [] });
    }
  }),
  rule("avm.getBalance: with includePartial, jointly owned and locked UTXOs count as well", async (node) => {
    const [address] = (await node.coOwners("X")) as [string];
    const { avax } = await node.network();
    const all = (await utxosOf(node, address)).filter(({ assetId }) => assetId === avax);
    const total = (utxos: readonly Utxo[]) => String(sum(utxos.map(({ amount }) => amount)));
    const partial = await node.call("avm.getBalance", { address, assetID: avax, includePartial: true });
    const alone = await node.call("avm.getBalance", { address, assetID: avax, includePartial: false });
    assert.deepEqual([partial.balance, alone.balance], [total(all), total(all.filter(isFree))]);
    assert.notEqual(partial.balance, alone.balance);
  }),
  rule("avm.getAllBalances: each asset of the address once, by its alias if it has one", async (node) => {
    const address = await node.holder("X");
    const { avax } = await node.network();
    const { balances: all } = await node.call("avm.getAllBalances", { address });
    const free = (await utxosOf(node, address)).filter(isFree);
    const assetIds = [...new Set(free.map(({ assetId }) => assetId))];
    const expected = assetIds.map((assetId) => ({
      asset: assetId === avax ? "AVAX" : assetId,
      balance: String(sum(free.filter((utxo) => utxo.assetId === assetId).map(({ amount }) => amount))),
    }));
    const byAsset = (left: Json, right: Json) => (left.asset < right.asset ? -1 : 1);
    assert.deepEqual(all.sort(byAsset), expected.sort(byAsset));
  }),
  rule("avm.getAllBalances: a created asset is listed by its ID", async (node) => {
    const { id, unsignedTx } = await created(node);
    const [{ outputs }] = unsignedTx.initialStates;
    const { balances: all } = await node.call("avm.getAllBalances", { address: outputs[0].addresses[0] });
    const { balance } = all.find(({ asset }: Json) => asset === id);
    assert.equal(BigInt(balance), BigInt(outputs[0].amount));
    const one = await node.call("avm.getBalance", { address: outputs[0].addresses[0], assetID: id });
    assert.equal(one.balance, balance);
  }),
  rule("avm.getAllBalances: an address without assets has an empty list", async (node) => {
    assert.deepEqual(await node.call("avm.getAllBalances", { address: await stranger(node) }), { balances: [] });
  }),
  rule("avm.getAllBalances: with includePartial, jointly owned UTXOs count as well", async (node) => {
    const [address] = (await node.coOwners("X")) as [string];
    const ofAvax = async (includePartial: boolean) =>
      (await node.call("avm.getAllBalances", { address, includePartial })).balances.find(
        ({ asset }: Json) => asset === "AVAX",
      );
    const { balance } = await node.call("avm.getBalance", { address, assetID: "AVAX", includePartial: true });
    assert.equal((await ofAvax(true)).balance, balance);
    assert.notEqual((await ofAvax(false))?.balance, balance);
  }),
];

export const xChain = [...assets, ...balances];
