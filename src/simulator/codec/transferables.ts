/** Components of P- and X-Chain transactions. */
import { toCb58 } from "../../node-api/ids.ts";
import {
  type AnyCodec,
  address,
  bytes,
  fixed,
  id,
  idOf,
  jsonOnly,
  list,
  sortedByName,
  struct,
  uint32,
  uint64,
} from "./combinators.ts";

/** Name of the only feature extension whose outputs are known here. */
const secp256k1fx = toCb58(Buffer.from("secp256k1fx".padEnd(32, "\0")));
export const fxID = jsonOnly(() => secp256k1fx);

const owners = { locktime: uint64, threshold: uint32, addresses: list(address) };
export const outputOwners = sortedByName(struct(owners));
export const transferOutput = sortedByName(struct({ amount: uint64, ...owners }));

const signers = { signatureIndices: list(uint32) };
export const signatureIndices = struct(signers);
export const transferInput = struct({ amount: uint64, ...signers });

export const credential = struct({ signatures: list(fixed(65)) });

const utxoReference = { txID: id, outputIndex: uint32 };

/** Codecs for a chain with these kinds of outputs and inputs. */
export function transferables<O extends AnyCodec, I extends AnyCodec>(outputKinds: O, inputKinds: I) {
  const output = struct({ assetID: id, fxID, output: outputKinds });
  const input = struct({ ...utxoReference, assetID: id, fxID, input: inputKinds });
  const baseTx = {
    networkID: uint32,
    blockchainID: id,
    outputs: list(output),
    inputs: list(input),
    memo: bytes,
  };
  return { output, input, baseTx };
}

/** UTXO codec for these kinds of outputs. The node never writes UTXOs in JSON. */
export const utxoOf = <O extends AnyCodec>(outputKinds: O) =>
  struct({ ...utxoReference, assetID: id, output: outputKinds });

/** Returns the ID of a UTXO, as in endIndex of getUTXOs. */
export const utxoId = ({ txID, outputIndex }: { readonly txID: string; readonly outputIndex: number }): string =>
  idOf(Buffer.concat([uint64.encode(BigInt(outputIndex)), id.encode(txID)]));
