/** Genesis UTXOs and blocks. */
import { primaryNetwork } from "../../node-api/ids.ts";
import type { Names } from "../identities.ts";
import type { Network } from "../networks.ts";
import type { Accounts } from "./accounts.ts";
import type { Block, Output, Tx, Utxo, UtxoChain } from "./types.ts";

const avax = 10n ** 9n;
const year = 365 * 86_400;
const accountOutputs = 1100;
const outputsEach = 4;
const heldEach = 5;

export const transferTo = (addresses: readonly string[], amount: bigint, locktime = 0) =>
  ({
    type: "TransferOutput",
    amount,
    locktime: BigInt(locktime),
    threshold: addresses.length,
    addresses,
  }) as const;
/** Returns an output that can only be staked until `locktime`. */
export const stakeableOf = (addresses: readonly string[], amount: bigint, locktime: number) =>
  ({ type: "LockOut", locktime: BigInt(locktime), output: transferTo(addresses, amount) }) as const;

/** Returns `n` outputs with increasing amounts. */
const several = (n: number, address: string, amount: bigint): Output[] =>
  Array.from({ length: n }, (_, i) => transferTo([address], amount + BigInt(i) * avax));

/** `time` in Unix seconds. */
function locked({ all }: Accounts, time: number): Output[] {
  return all.slice(-8).flatMap((address, i) => {
    const until = time + (i + 1) * year;
    return [transferTo([address], 700n * avax, until), stakeableOf([address], 900n * avax, until)];
  });
}

function outputsOf(name: UtxoChain, accounts: Accounts, time: number): Output[] {
  return [
    ...accounts.all.flatMap((address, n) => several(outputsEach, address, BigInt(1000 + 100 * (n % 9)) * avax)),
    ...accounts.active.flatMap((address) => several(outputsEach, address, 100_000n * avax)),
    ...accounts.holders.flatMap((address) => several(heldEach, address, 10_000_000n * avax)),
    ...several(accountOutputs, accounts.crowd, 10n * avax),
    transferTo(accounts.pair, 500n * avax),
    ...(name === "P" ? locked(accounts, time) : []),
  ];
}

/** Returns the genesis UTXOs. On the X-Chain they belong to the transaction that created AVAX. */
export function genesisUtxos(name: UtxoChain, accounts: Accounts, network: Network, time: number): Utxo[] {
  const txID = name === "P" ? primaryNetwork : network.avax;
  return outputsOf(name, accounts, time).map(
    (output, outputIndex) => ({ txID, outputIndex, assetID: network.avax, output }) as Utxo,
  );
}

const nothing = Buffer.alloc(0);

/** Returns the transaction that created AVAX. Its ID is not the hash of its bytes, since the owners are simulated. */
export function createsAvax(accounts: Accounts, network: Network, time: number): Tx {
  const base = { networkID: network.id, blockchainID: network.xChain, outputs: [], inputs: [], memo: nothing };
  const outputs = outputsOf("X", accounts, time) as never;
  const asset = { name: "Avalanche", symbol: "AVAX", denomination: 9 };
  const initialStates = [{ fxIndex: 0, outputs }];
  return { unsignedTx: { type: "CreateAssetTx", ...base, ...asset, initialStates }, credentials: [] };
}

/** `time` in Unix seconds. */
export function genesisBlock(name: UtxoChain, names: Names, time: number): Block {
  const parentID = names.id(`${name} genesis`, 0);
  return name === "P"
    ? { type: "ApricotCommitBlock", parentID, height: 0n }
    : { parentID, height: 0n, time: BigInt(time), merkleRoot: primaryNetwork, txs: [] };
}
