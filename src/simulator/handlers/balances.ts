/** Balances and assets. */
import { cb58Error } from "../cb58.ts";
import { amountOf, type Output, type Utxo } from "../ledger/types.ts";
import { RpcError } from "../rpc.ts";
import { addressesOf, addressOf } from "./addresses.ts";
import type { Context, Handlers } from "./types.ts";

type Amounts = Readonly<Record<string, string>>;

function byAsset(utxos: readonly Utxo[]): Amounts {
  const sums = new Map<string, bigint>();
  for (const { assetID, output } of utxos) sums.set(assetID, (sums.get(assetID) ?? 0n) + amountOf(output));
  return Object.fromEntries([...sums].map(([id, sum]) => [id, String(sum)]));
}
const referenceOf = ({ txID, outputIndex }: Utxo) => ({ txID, outputIndex });

type Kind = "unlocked" | "lockedStakeable" | "lockedNotStakeable";
/** `now` in Unix seconds. */
function balanceKindOf(output: Output, now: bigint): Kind {
  const { locktime } = output.type === "LockOut" ? output.output : output;
  if (locktime > now) return "lockedNotStakeable";
  return output.type === "LockOut" && output.locktime > now ? "lockedStakeable" : "unlocked";
}
const secondsOf = ({ now }: Context) => BigInt(Math.floor(now / 1000));

function balanceOnP(context: Context, addresses: readonly string[]) {
  const { chain, now } = context;
  const utxos = chain.ledger.at("P", now).utxos.of(addressesOf(context, "P", addresses));
  const ofKind = (kind: Kind) =>
    byAsset(utxos.filter(({ output }) => balanceKindOf(output, secondsOf(context)) === kind));
  const [balances, unlockeds] = [byAsset(utxos), ofKind("unlocked")];
  const [lockedStakeables, lockedNotStakeables] = [ofKind("lockedStakeable"), ofKind("lockedNotStakeable")];
  const avax = (amounts: Amounts) => amounts[chain.network.avax] ?? "0";
  return {
    balance: avax(balances),
    unlocked: avax(unlockeds),
    lockedStakeable: avax(lockedStakeables),
    lockedNotStakeable: avax(lockedNotStakeables),
    balances,
    unlockeds,
    lockedStakeables,
    lockedNotStakeables,
    utxoIDs: utxos.length === 0 ? null : utxos.map(referenceOf),
  };
}

const alias = "AVAX";
function assetOf({ chain: { network } }: Context, text: string): string {
  if (text === alias) return network.avax;
  if (cb58Error(text) === undefined) return text;
  throw new RpcError(`asset '${text}' not found`);
}

/** UTXOs that the address alone can spend now; partial: all that it owns or co-owns. */
function ownedOnX(context: Context, address: string, partial: boolean): Utxo[] {
  const before = `problem parsing address '${address}': `;
  const { utxos } = context.chain.ledger.at("X", context.now);
  const owned = utxos.of([addressOf(context, "X", address, before)]);
  const counts = ({ output }: Utxo) =>
    output.type === "TransferOutput" &&
    (partial || (output.addresses.length === 1 && output.locktime <= secondsOf(context)));
  return owned.filter(counts);
}

export const pBalances = {
  "platform.getBalance": (context, { addresses }) => balanceOnP(context, addresses),
} satisfies Partial<Handlers>;

export const xBalances = {
  "avm.getBalance": (context, { address, assetID, includePartial = false }) => {
    const owned = ownedOnX(context, address, includePartial);
    const asset = assetOf(context, assetID);
    const utxos = owned.filter((utxo) => utxo.assetID === asset);
    return { balance: byAsset(utxos)[asset] ?? "0", utxoIDs: utxos.map(referenceOf) };
  },
  "avm.getAllBalances": (context, { address, includePartial = false }) => {
    const { avax } = context.chain.network;
    const all = Object.entries(byAsset(ownedOnX(context, address, includePartial)));
    return { balances: all.map(([id, balance]) => ({ asset: id === avax ? alias : id, balance })) };
  },
  "avm.getAssetDescription": (context, { assetID: text }) => {
    const assetID = assetOf(context, text);
    const { ledger } = context.chain;
    const tx = ledger.at("X", context.now).blockStore.tx(assetID) ?? ledger.txOutsideBlocks("X", assetID, context.now);
    if (!tx) throw new RpcError("not found");
    if (!("initialStates" in tx.unsignedTx)) throw new RpcError("transaction doesn't create an asset");
    const { name, symbol, denomination } = tx.unsignedTx;
    return { assetID, name, symbol, denomination: String(denomination) };
  },
} satisfies Partial<Handlers>;
