/** UTXOs consumed and produced by a transaction. */
import type { Output, Reference, Tx, Unsigned, Utxo } from "./types.ts";

type AssetOutput = { readonly assetID: string; readonly output: Output };
export type UtxoEffects = {
  readonly spent: readonly Reference[];
  /** Exported by another chain. */
  readonly imported: readonly Reference[];
  readonly made: readonly Utxo[];
  /** For another chain. */
  readonly exported: readonly Utxo[];
};

const numbered = (txID: string, made: readonly AssetOutput[], first = 0): Utxo[] =>
  made.map(({ assetID, output }, i) => ({ txID, outputIndex: first + i, assetID, output }) as Utxo);
const outputsOf = (unsigned: Unsigned): readonly AssetOutput[] => ("outputs" in unsigned ? unsigned.outputs : []);

/** Initial outputs of a new asset, whose ID is that of the transaction. */
const statesOf = (assetID: string, unsigned: Unsigned): AssetOutput[] =>
  "initialStates" in unsigned
    ? unsigned.initialStates.flatMap(({ outputs }) => outputs.map((output) => ({ assetID, output })))
    : [];

export function utxoEffectsOf(txID: string, { unsignedTx }: Tx): UtxoEffects {
  const outputs = outputsOf(unsignedTx);
  return {
    spent: "inputs" in unsignedTx ? unsignedTx.inputs : [],
    imported: "importedInputs" in unsignedTx ? unsignedTx.importedInputs : [],
    made: numbered(txID, [...outputs, ...statesOf(txID, unsignedTx)]),
    exported: numbered(txID, "exportedOutputs" in unsignedTx ? unsignedTx.exportedOutputs : [], outputs.length),
  };
}

/** Returned stake, numbered after the outputs. */
export const stakeOf = (txID: string, { unsignedTx }: Tx): Utxo[] =>
  "stake" in unsignedTx ? numbered(txID, unsignedTx.stake, outputsOf(unsignedTx).length) : [];
