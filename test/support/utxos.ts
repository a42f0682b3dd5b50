/** UTXOs as a node returns them with the encoding hexnc. */
import { toCb58 } from "../../src/node-api/ids.ts";
import { toBytes } from "../../src/simulator/codec/combinators.ts";
import { pUtxo } from "../../src/simulator/codec/p-chain.ts";
import { networks } from "../../src/simulator/networks.ts";

const { avax } = networks.local;
export const stakingAsset = { "platform.getStakingAssetID": { assetID: avax } };

type Given = {
  readonly amount: bigint;
  /** Short IDs in CB58. */
  readonly owners: readonly string[];
  readonly locktime?: bigint;
  readonly stakeableLocktime?: bigint;
  readonly asset?: string;
};
/** Returns a UTXO. `n` is the number of its output, so that UTXOs with other numbers are distinct. */
export function utxoOf(n: number, { amount, owners, locktime = 0n, stakeableLocktime, asset = avax }: Given): string {
  const transfer = { amount, locktime, threshold: owners.length, addresses: owners };
  const output =
    stakeableLocktime === undefined
      ? { type: "TransferOutput", ...transfer }
      : { type: "LockOut", locktime: stakeableLocktime, output: transfer };
  const utxo = { txID: avax, outputIndex: n, assetID: asset, output };
  return `0x${Buffer.from(toBytes(pUtxo, utxo as never)).toString("hex")}`;
}

/** Returns the response with these UTXOs. */
export const pageOf = (utxos: readonly string[], endIndex = { address: "P-a", utxo: avax }) => ({
  ...{ numFetched: String(utxos.length), utxos, endIndex, encoding: "hexnc" },
});

/** The short ID of an owner, by a letter. */
export const shortId = (letter: string) => toCb58(Buffer.alloc(20, letter));
