/** Blocks and transactions of the P-Chain and the X-Chain. */
import { toBytes } from "../codec/combinators.ts";
import { codecs, type Tx, type UtxoChain } from "../ledger/types.ts";
import { RpcError } from "../rpc.ts";
import { noId } from "./addresses.ts";
import { asObject, asText, bytesOf, type Encoding } from "./encoding.ts";
import type { Context, Handlers } from "./types.ts";

const sideOf = ({ chain, now }: Context, name: UtxoChain) => chain.ledger.at(name, now);

function blockAt(context: Context, name: UtxoChain, height: number | undefined, encoding: Encoding, missing: string) {
  const { blockStore } = sideOf(context, name);
  const entry = height === undefined ? undefined : blockStore.entry(height);
  const block = height === undefined || encoding !== "json" ? undefined : blockStore.at(height);
  if (block) return { block: asObject(context, name, codecs[name].block, block), encoding };
  if (entry) return { block: asText(entry.bytes, encoding), encoding };
  throw new RpcError(`couldn't get block ${missing}: not found`);
}

type ById = { readonly blockID?: string; readonly encoding?: Encoding | undefined };
const getBlock =
  (name: UtxoChain) =>
  (context: Context, { blockID = noId, encoding = "hex" }: ById) =>
    blockAt(context, name, sideOf(context, name).blockStore.heightOf(blockID), encoding, `with id ${blockID}`);

type ByHeight = { readonly height?: string | number; readonly encoding?: Encoding | undefined };
const getBlockByHeight =
  (name: UtxoChain) =>
  (context: Context, { height = 0, encoding = "hex" }: ByHeight) =>
    blockAt(context, name, Number(height), encoding, `at height ${BigInt(height)}`);

/** An accepted transaction. */
export const txOf = (context: Context, name: UtxoChain, txID: string): Tx | undefined =>
  sideOf(context, name).blockStore.tx(txID) ?? context.chain.ledger.txOutsideBlocks(name, txID, context.now);

type TxById = { readonly txID?: string; readonly encoding?: Encoding | undefined };
function getTx(name: UtxoChain, missing: string) {
  return (context: Context, { txID = noId, encoding = "hex" }: TxById) => {
    const tx = txOf(context, name, txID);
    if (!tx) throw new RpcError(missing);
    const codec = codecs[name].tx;
    if (encoding === "json") return { tx: { ...asObject(context, name, codec, tx), id: txID }, encoding };
    return { tx: asText(toBytes(codec, tx), encoding), encoding };
  };
}
const getTxOnX = getTx("X", "not found");
function checkGiven(txID: string) {
  if (txID === noId) throw new RpcError("nil transaction ID");
}

type Signed = { readonly tx?: string; readonly encoding?: Encoding | undefined };
const issueTx =
  (name: UtxoChain) =>
  ({ chain, now }: Context, { tx = "", encoding = "hex" }: Signed) => ({
    txID: chain.ledger.issue(name, bytesOf(tx, encoding), now),
  });

export const pBlocks = {
  "platform.getBlock": getBlock("P"),
  "platform.getBlockByHeight": getBlockByHeight("P"),
  "platform.getTx": getTx("P", "couldn't get tx: not found"),
  "platform.getTxStatus": (context, { txID = noId }) => {
    const { blockStore, pending, dropped } = sideOf(context, "P");
    if (blockStore.isAborted(txID)) return { status: "Aborted" };
    if (txOf(context, "P", txID)) return { status: "Committed" };
    if (pending.has(txID)) return { status: "Processing" };
    const reason = dropped.get(txID);
    return reason === undefined ? { status: "Unknown" } : { status: "Dropped", reason };
  },
  "platform.issueTx": issueTx("P"),
} satisfies Partial<Handlers>;

export const xBlocks = {
  "avm.getBlock": getBlock("X"),
  "avm.getBlockByHeight": getBlockByHeight("X"),
  "avm.getTx": (context, params) => {
    checkGiven(params.txID);
    return getTxOnX(context, params);
  },
  "avm.getTxStatus": (context, { txID }) => {
    checkGiven(txID);
    return { status: txOf(context, "X", txID) ? "Accepted" : "Unknown" };
  },
  "avm.issueTx": issueTx("X"),
  "wallet.issueTx": issueTx("X"),
} satisfies Partial<Handlers>;
