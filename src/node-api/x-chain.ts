/** API of the X-Chain and of other chains of its VM (AVM), and the X-Chain's wallet API. */
import * as z from "zod";
import { getBlock, getBlockByHeight, getTx, getUtxos, issueTx, txById, utxoReference } from "./chain-methods.ts";
import { mebibyte, methodsOf } from "./method.ts";
import * as w from "./wire.ts";

const { read, write } = methodsOf<string>({
  path: (chain) => `/ext/bc/${chain}`,
  lock: (chain) => chain,
  selector: { of: "chain", default: "X" },
});
const wallet = methodsOf({ path: () => "/ext/bc/X/wallet", lock: () => "X" });

const unknownAssetError = { not_found: /^asset '.*' not found$|^not found$|^transaction doesn't create an asset$/ };
const blockQuirks = [
  "With encoding json it has parentID, height, time, merkleRoot, txs and id. Integers are numbers; txs of the first block is null, or an empty list after a restart.",
  "The ID is that of the inner block. The container index returns the ID of the proposervm block, which is not accepted here.",
];
const address = "X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const txID = "vvZKLfbhpjQVQBkm3p8BLV4kUB5aUba3MoiTPjzquzXkWKTzP";

export const avm = {
  "avm.getHeight": read({
    summary: "Height of the last accepted block.",
    result: z.object({ height: w.uint64 }),
  }),
  "avm.getBlock": read({
    ...getBlock,
    exampleParams: { blockID: "BvMpU5Ly5ptAC9FdgPgXaYqB2LsHwRpaKdX3p2FXbhbQ5Vom7" },
    quirks: blockQuirks,
  }),
  "avm.getBlockByHeight": read({
    ...getBlockByHeight,
    exampleParams: { height: "0" },
    quirks: blockQuirks,
  }),
  "avm.getTx": read({
    ...getTx,
    exampleParams: { txID, encoding: "json" },
    expectedErrors: { not_found: /^not found$/ },
  }),
  "avm.getTxStatus": read({
    summary: "Status of a transaction: Accepted or Unknown.",
    params: txById,
    result: z.object({ status: w.text }),
    exampleParams: { txID },
    quirks: ["Never returns Processing or Rejected."],
  }),
  "avm.getTxFee": read({
    summary: "Transaction fee and asset creation fee (nAVAX).",
    takesLock: false,
    result: z.object({ txFee: w.uint64, createAssetTxFee: w.uint64 }),
  }),
  "avm.getUTXOs": read({
    ...getUtxos,
    exampleParams: { addresses: [address], limit: 1 },
  }),
  "avm.getAssetDescription": read({
    summary: "Name, symbol and decimal places of an asset.",
    params: z.object({ assetID: w.paramAliasOrId }),
    result: z.object({ assetID: w.id, name: w.text, symbol: w.text, denomination: w.uint32 }),
    exampleParams: { assetID: "AVAX" },
    expectedErrors: unknownAssetError,
    quirks: ["Accepts the alias AVAX as well."],
  }),
  "avm.getBalance": read({
    summary: "Balance of an address in one asset, in the asset's smallest unit.",
    cost: "heavy",
    maxBodyBytes: 16 * mebibyte,
    params: z.object({ address: w.paramAddress, assetID: w.paramAliasOrId, includePartial: z.boolean().optional() }),
    result: z.object({ balance: w.uint64, utxoIDs: w.nullableList(utxoReference) }),
    exampleParams: { address, assetID: "AVAX" },
    expectedErrors: unknownAssetError,
    quirks: ["includePartial includes UTXOs that need further signatures."],
  }),
  "avm.getAllBalances": read({
    summary: "Balances of an address in all assets, in their smallest units.",
    cost: "heavy",
    maxBodyBytes: 32 * mebibyte,
    params: z.object({ address: w.paramAddress, includePartial: z.boolean().optional() }),
    result: z.object({ balances: w.nullableList(z.object({ asset: w.text, balance: w.uint64 })) }),
    exampleParams: { address },
    quirks: ["asset is the alias if the asset has one."],
  }),
  "avm.issueTx": write(issueTx),
  "wallet.issueTx": wallet.write({
    ...issueTx,
    summary: "Submits a signed transaction and treats it as accepted (optimistic wallet API).",
    quirks: ["Each call makes the node log a warning."],
  }),
};
