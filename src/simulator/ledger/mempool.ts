/** Mempool: queues or drops an issued transaction. */
import { CodecError, fromBytes, idOf } from "../codec/combinators.ts";
import { RpcError } from "../rpc.ts";
import type { ChainLedger } from "./chain-ledger.ts";
import { amountOf, codecs, keyOf, type Reference, type Tx, type Utxo } from "./types.ts";
import { utxoEffectsOf } from "./utxo-effects.ts";

const cannotParse = { P: "couldn't parse tx: couldn't parse tx: ", X: "" } as const;
const refused = { P: "couldn't issue tx: ", X: "" } as const;
const failed = { P: "failed verification: ", X: "" } as const;

const total = (utxos: readonly Utxo[], assetID: string) =>
  utxos.filter((utxo) => utxo.assetID === assetID).reduce((all, { output }) => all + amountOf(output), 0n);

const missing = {
  P: (of: Reference) => `failed execution: failed to read consumed UTXO ${keyOf(of)} due to: not found`,
  X: (of: Reference, { idOf: utxoId }: ChainLedger["utxos"]) =>
    `failed to verify transfer: failed to get utxo ${utxoId(of as Utxo)}: not found`,
} as const;

/** Returns why the transaction is invalid, or undefined. Owners are not checked. */
function errorMessageOf({ name, utxos, inbound }: ChainLedger, txID: string, tx: Tx): string | undefined {
  const { spent, imported, made, exported } = utxoEffectsOf(txID, tx);
  const lost = spent.find((of) => !utxos.get(of)) ?? imported.find((of) => !inbound.get(of));
  if (lost) return missing[name](lost, utxos);
  if (spent.length + imported.length === 0)
    return name === "P" ? "failed execution: wrong transaction type" : "no inputs";
  const consumed = [...new Set([...spent.map(utxos.get), ...imported.map(inbound.get)])] as Utxo[];
  const produced = [...made, ...exported].filter(({ assetID }) => assetID !== txID);
  const short = produced.find(({ assetID }) => total(produced, assetID) > total(consumed, assetID));
  const before = name === "P" ? "failed execution: " : "";
  return short && `${before}insufficient funds`;
}

function conflictOf({ isReserved }: ChainLedger, txID: string, tx: Tx): string | undefined {
  const { spent, imported } = utxoEffectsOf(txID, tx);
  return [...spent, ...imported].some(isReserved) ? `tx conflicts with other tx: ${txID}` : undefined;
}

function parse(name: ChainLedger["name"], bytes: Uint8Array): Tx {
  try {
    return fromBytes(codecs[name].tx, bytes);
  } catch (error) {
    if (error instanceof CodecError) throw new RpcError(cannotParse[name] + error.message, { cause: error });
    throw error;
  }
}

/** Returns the transaction ID. A pending transaction may be issued again. Throws RpcError if it is dropped. */
export function issue(ledger: ChainLedger, bytes: Uint8Array): string {
  const { name, pending, dropped } = ledger;
  const tx = parse(name, bytes);
  const txID = idOf(bytes);
  if (pending.has(txID)) return txID;
  const known = dropped.get(txID);
  if (known !== undefined) throw new RpcError(refused[name] + known);
  const message = errorMessageOf(ledger, txID, tx);
  const reason = message ?? conflictOf(ledger, txID, tx);
  if (reason === undefined) {
    ledger.add({ txID, tx });
    return txID;
  }
  ledger.drop(txID, reason);
  throw new RpcError(refused[name] + (message === undefined ? "" : failed[name]) + reason);
}
