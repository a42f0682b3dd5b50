/** API of the X-Chain and of other chains of its VM (AVM), and the X-Chain's wallet API. */
import * as z from "zod";
import { getBlock, getBlockByHeight, getTx, getUtxos, issueTx, txById, utxoReference } from "./ledger.ts";
import { type Endpoint, mebibyte, read, write } from "./method.ts";
import { alsoNamed, id, list, nothing, sentAddress, sentName, uint32, uint64 } from "./wire.ts";

const on: Endpoint<string> = {
  path: (chain) => `/ext/bc/${chain}`,
  lane: (chain) => chain,
  choice: { of: "chain", default: "X" },
};
const wallet: Endpoint = { path: () => "/ext/bc/X/wallet", lane: () => "X" };

const notLinear = { not_activated: /^chain is not linearized$/ };
const noBlock = { ...notLinear, not_found: /^couldn't get block .*: not found$/ };
const noAsset = { not_found: /^asset '.*' not found$|^not found$|^transaction doesn't create an asset$/ };
const blockQuirks = [
  "With encoding json it has parentID, height, time, merkleRoot, txs and id. Integers are numbers; txs of the first block is null.",
  "The ID is that of the inner block. The container index returns the ID of the proposervm block, which is not accepted here.",
];
const block0 = {
  block:
    "0x000000000014054f478489b451cecef53155c24f04f441912cc34487db87f16b13a2f4fec8990000000000000000000000005fcb13d0000000000000000000000000000000000000000000000000000000000000000000000000f11be722",
  encoding: "hex",
};
const asset = "2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe";
const address = "X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const txID = "vvZKLfbhpjQVQBkm3p8BLV4kUB5aUba3MoiTPjzquzXkWKTzP";

export const avm = {
  "avm.getHeight": read({
    on,
    summary: "Height of the last accepted block.",
    since: "1.9.12",
    params: nothing,
    result: z.object({ height: uint64 }),
    sample: { params: {}, result: { height: "5094088" } },
    refusals: notLinear,
  }),
  "avm.getBlock": read({
    on,
    ...getBlock,
    since: "1.9.12",
    sample: { params: { blockID: "BvMpU5Ly5ptAC9FdgPgXaYqB2LsHwRpaKdX3p2FXbhbQ5Vom7" }, result: block0 },
    refusals: noBlock,
    quirks: blockQuirks,
  }),
  "avm.getBlockByHeight": read({
    on,
    ...getBlockByHeight,
    since: "1.9.12",
    sample: { params: { height: "0" }, result: block0 },
    refusals: noBlock,
    quirks: blockQuirks,
  }),
  "avm.getTx": read({
    on,
    ...getTx,
    sample: {
      params: { txID, encoding: "json" },
      result: { tx: { unsignedTx: {}, credentials: [], id: txID }, encoding: "json" },
    },
    refusals: { not_found: /^not found$/ },
  }),
  "avm.getTxStatus": read({
    on,
    summary: "Status of a transaction: Accepted or Unknown.",
    deprecated: "1.10.0",
    params: txById,
    result: z.object({ status: z.string() }),
    sample: { params: { txID }, result: { status: "Accepted" } },
    quirks: ["Never returns Processing or Rejected, although the API documentation lists them."],
  }),
  "avm.getTxFee": read({
    on,
    summary: "Transaction fee and asset creation fee (nAVAX).",
    locks: false,
    since: "1.12.2",
    params: nothing,
    result: z.object({ txFee: uint64, createAssetTxFee: uint64 }),
    sample: { params: {}, result: { txFee: "1000000", createAssetTxFee: "10000000" } },
  }),
  "avm.getUTXOs": read({
    on,
    ...getUtxos,
    sample: {
      params: { addresses: [address], limit: 1 },
      result: {
        numFetched: "0",
        utxos: [],
        endIndex: { address, utxo: "mKGLe78dXqvnqNsANKotoPfS8XVPKxD78oeezQnAY4nkB15vU" },
        encoding: "hex",
      },
    },
  }),
  "avm.getAssetDescription": read({
    on,
    summary: "Name, symbol and decimal places of an asset.",
    params: z.object({ assetID: sentName }),
    result: alsoNamed(
      { assetID: "assetId" },
      z.object({ assetID: id, name: z.string(), symbol: z.string(), denomination: uint32 }),
    ),
    sample: {
      params: { assetID: "AVAX" },
      result: { assetID: asset, name: "Avalanche", symbol: "AVAX", denomination: "9" },
    },
    refusals: noAsset,
    quirks: ["Accepts the alias AVAX as well.", "The result field is assetID, not assetId."],
  }),
  "avm.getBalance": read({
    on,
    summary: "Balance of an address in one asset, in the asset's smallest unit.",
    cost: "heavy",
    maxBodyBytes: 16 * mebibyte,
    deprecated: "1.9.12",
    params: z.object({ address: sentAddress, assetID: sentName, includePartial: z.boolean().optional() }),
    result: z.object({ balance: uint64, utxoIDs: list(utxoReference) }),
    sample: {
      params: { address, assetID: "AVAX" },
      result: {
        balance: "299999996997000000",
        utxoIDs: [{ txID: "VtMLWHWSUBrU3XCxTLU3jwZG7rofvAzVZqjcHg1hHN3dy1dUR", outputIndex: 0 }],
      },
    },
    refusals: noAsset,
    quirks: ["includePartial is missing from the API documentation. It includes UTXOs that need further signatures."],
  }),
  "avm.getAllBalances": read({
    on,
    summary: "Balances of an address in all assets, in their smallest units.",
    cost: "heavy",
    maxBodyBytes: 32 * mebibyte,
    deprecated: "1.9.12",
    params: z.object({ address: sentAddress, includePartial: z.boolean().optional() }),
    result: z.object({ balances: list(z.object({ asset: z.string(), balance: uint64 })) }),
    sample: {
      params: { address },
      result: { balances: [{ asset: "AVAX", balance: "299999996997000000" }] },
    },
    quirks: ["asset is the alias if the asset has one."],
  }),
  "avm.issueTx": write({
    on,
    summary: "Submits a signed transaction.",
    ...issueTx,
    sample: { params: { tx: "0x00000000002200003039" }, result: { txID } },
  }),
  "wallet.issueTx": write({
    on: wallet,
    summary: "Submits a signed transaction and treats it as accepted (optimistic wallet API).",
    deprecated: "1.9.12",
    ...issueTx,
    sample: { params: { tx: "0x00000000002200003039" }, result: { txID } },
    quirks: ["Each call makes the node log a warning."],
  }),
};
