/** Builds transactions that spend UTXOs. Signatures are not valid. */
import { identify } from "../codec/combinators.ts";
import type { Names } from "../identities.ts";
import type { Network } from "../networks.ts";
import { noMemo, signatureBytes } from "./base-tx.ts";
import type { ChainLedger, Identified } from "./chain-ledger.ts";
import { amountOf, codecs, type Output, type Tx, type Unsigned, type Utxo } from "./types.ts";

type Options = { readonly ledger: ChainLedger; readonly network: Network; readonly names: Names };

export const sumOf = (utxos: readonly Utxo[]): bigint => utxos.reduce((all, { output }) => all + amountOf(output), 0n);

const signersOf = ({ output }: Utxo): readonly string[] => (output.type === "TransferOutput" ? output.addresses : []);
function isOf(utxo: Utxo, owners: readonly string[]): boolean {
  const signers = signersOf(utxo);
  return signers.length === owners.length && signers.every((signer, i) => signer === owners[i]);
}

const inputOf = (utxo: Utxo) => ({
  txID: utxo.txID,
  outputIndex: utxo.outputIndex,
  assetID: utxo.assetID,
  input: { type: "TransferInput", amount: amountOf(utxo.output), signatureIndices: signersOf(utxo).map((_, i) => i) },
});

export function createWallet({ ledger, network, names }: Options) {
  const { avax } = network;
  const { name, chainId, utxos, isReserved } = ledger;
  let signatures = 0;

  const isFree = (utxo: Utxo, time: number) =>
    utxo.assetID === avax && utxo.output.locktime <= BigInt(time) && !isReserved(utxo);
  function sign(utxo: Utxo) {
    const made = signersOf(utxo).map(() => names.bytes(`${name} signature`, signatures++, signatureBytes));
    return name === "P" ? { signatures: made } : { credential: { signatures: made } };
  }
  const toOutputs = (outputs: readonly Output[]) =>
    outputs.filter((output) => amountOf(output) > 0n).map((output) => ({ assetID: avax, output }));

  return {
    /** Returns the oldest UTXOs, at most `most`, that only these owners together can spend; `time` in Unix seconds. */
    spendable(owners: readonly string[], time: number, most: number): Utxo[] {
      const found: Utxo[] = [];
      for (const utxo of utxos.ownedBy(owners[0] as string)) {
        if (isOf(utxo, owners) && isFree(utxo, time)) found.push(utxo);
        if (found.length === most) break;
      }
      return found;
    },
    toInputs: (spent: readonly Utxo[]) => spent.map(inputOf),
    toOutputs,
    /** Members of every transaction. */
    base: (spent: readonly Utxo[], outputs: readonly Output[]) => ({
      networkID: network.id,
      blockchainID: chainId,
      memo: noMemo,
      outputs: toOutputs(outputs),
      inputs: spent.map(inputOf),
    }),
    /** Returns the transaction with a signature of each owner. */
    signed(unsignedTx: object, spent: readonly Utxo[]): Identified {
      const tx = { unsignedTx: unsignedTx as Unsigned, credentials: spent.map(sign) } as Tx;
      return { txID: identify(codecs[name].tx, tx), tx };
    },
  };
}
