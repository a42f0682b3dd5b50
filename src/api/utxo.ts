/** The bytes of UTXOs, which `getUTXOs` returns without a checksum if the encoding is hexnc. */
import { toCb58 } from "./ids.ts";

/** An output whose owners can spend it with their signatures. Times in Unix seconds. */
export type TransferOutput = {
  readonly amount: bigint;
  /** Time until which no owner can spend it; 0 if there is none. */
  readonly locktime: bigint;
  /** Time until which it can be staked only; 0 if there is none. */
  readonly stakeableLocktime: bigint;
  /** Owners as in `ownerOf`. */
  readonly owners: readonly string[];
};
export type Utxo = {
  readonly assetID: string;
  /** Undefined for an output of another type, such as one that can be minted. */
  readonly output: TransferOutput | undefined;
};

// AvalancheGo's type IDs, which the P-Chain and the X-Chain share as far as both have the type
const transferOutput = 7;
const stakeableLockOut = 22;

/** Positions in the bytes: after the version of the codec, the ID of the transaction and the number of the output. */
const assetAt = 2 + 32 + 4;
const typeAt = assetAt + 32;
const outputAt = typeAt + 4;
/** Length of an address. */
const ownerLength = 20;

/** Returns undefined if the bytes do not end with the last owner. */
function readTransferOutput(bytes: Buffer, stakeableLocktime = 0n): TransferOutput | undefined {
  if (bytes.length < 24) return undefined;
  const addresses = bytes.subarray(24);
  if (addresses.length !== ownerLength * bytes.readUInt32BE(20)) return undefined;
  const owners = addresses.toString("hex").match(/.{40}/g) ?? [];
  return { amount: bytes.readBigUInt64BE(0), locktime: bytes.readBigUInt64BE(8), stakeableLocktime, owners };
}

/** Reads a UTXO from 0x and hexadecimal digits; undefined if it has another form. */
export function readUtxo(text: string): Utxo | undefined {
  const bytes = Buffer.from(text.slice(2), "hex");
  if (bytes.length < outputAt || bytes.readUInt16BE(0) !== 0) return undefined;
  const assetID = toCb58(bytes.subarray(assetAt, typeAt));
  const type = bytes.readUInt32BE(typeAt);
  const output = bytes.subarray(outputAt);
  if (type === transferOutput) return utxoOf(assetID, readTransferOutput(output));
  if (type !== stakeableLockOut) return { assetID, output: undefined };
  if (output.length < 12) return undefined;
  if (output.readUInt32BE(8) !== transferOutput) return { assetID, output: undefined };
  return utxoOf(assetID, readTransferOutput(output.subarray(12), output.readBigUInt64BE(0)));
}

const utxoOf = (assetID: string, output: TransferOutput | undefined): Utxo | undefined => output && { assetID, output };
