/** Types common to the P- and X-Chain ledgers. */
import type { Codec, Value } from "../codec/combinators.ts";
import { type PBlock, type PTx, type PUnsignedTx, pBlock, pTx, pUtxo } from "../codec/p-chain.ts";
import { type XBlock, type XTx, type XUnsignedTx, xBlock, xTx, xUtxo } from "../codec/x-chain.ts";

export const utxoChains = ["P", "X"] as const;
export type UtxoChain = (typeof utxoChains)[number];
export const otherChain = { P: "X", X: "P" } as const;

export type Tx = PTx | XTx;
export type Unsigned = PUnsignedTx | XUnsignedTx;
export type Block = PBlock | XBlock;
export type Utxo = Value<typeof pUtxo> | Value<typeof xUtxo>;
export type Output = Utxo["output"];
export type Reference = Pick<Utxo, "txID" | "outputIndex">;

type Codecs = { readonly block: Codec<Block>; readonly tx: Codec<Tx>; readonly utxo: Codec<Utxo> };
export const codecs = {
  P: { block: pBlock, tx: pTx, utxo: pUtxo },
  X: { block: xBlock, tx: xTx, utxo: xUtxo },
} as unknown as Readonly<Record<UtxoChain, Codecs>>;

/** Returns the owners of an output, or of the inner output of a locked one. */
export const ownersOf = (output: Output) => (output.type === "LockOut" ? output.output : output);
/** Returns the amount; 0 for a mint output. */
export function amountOf(output: Output): bigint {
  if (output.type === "MintOutput") return 0n;
  return output.type === "LockOut" ? output.output.amount : output.amount;
}

export const keyOf = ({ txID, outputIndex }: Reference): string => `${txID}:${outputIndex}`;
export function txsOf(block: Block): readonly Tx[] {
  if ("tx" in block) return [block.tx];
  return "txs" in block ? block.txs : [];
}
