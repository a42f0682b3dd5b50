/** What becomes of a transaction that somebody sends: it waits for the next block, or is dropped. */
import { CodecError, fromBytes, idOf } from "../codec/combinators.ts";
import { RefusalError } from "../rpc.ts";
import { amountOf, codecs, keyOf, type Reference, type Tx, type Utxo } from "./forms.ts";
import { movesOf } from "./moves.ts";
import type { Side } from "./side.ts";

const cannotParse = { P: "couldn't parse tx: couldn't parse tx: ", X: "" } as const;
const refused = { P: "couldn't issue tx: ", X: "" } as const;
const failed = { P: "failed verification: ", X: "" } as const;

const total = (utxos: readonly Utxo[], assetID: string) =>
  utxos.filter((utxo) => utxo.assetID === assetID).reduce((all, { output }) => all + amountOf(output), 0n);

const missing = {
  P: (of: Reference) => `failed execution: failed to read consumed UTXO ${keyOf(of)} due to: not found`,
  X: (of: Reference, { idOf: utxoId }: Side["utxos"]) =>
    `failed to verify transfer: failed to get utxo ${utxoId(of as Utxo)}: not found`,
} as const;

/** Why it cannot be, or undefined. Whoever signed it may spend all. */
function faultOf({ name, utxos, inbound }: Side, txID: string, tx: Tx): string | undefined {
  const { spent, imported, made, exported } = movesOf(txID, tx);
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

function conflictOf({ isReserved }: Side, txID: string, tx: Tx): string | undefined {
  const { spent, imported } = movesOf(txID, tx);
  return [...spent, ...imported].some(isReserved) ? `tx conflicts with other tx: ${txID}` : undefined;
}

function parse(name: Side["name"], bytes: Uint8Array): Tx {
  try {
    return fromBytes(codecs[name].tx, bytes);
  } catch (error) {
    if (error instanceof CodecError) throw new RefusalError(cannotParse[name] + error.message, { cause: error });
    throw error;
  }
}

/** Its ID. A transaction that waits already may be sent again. */
export function issue(side: Side, bytes: Uint8Array): string {
  const { name, pending, dropped } = side;
  const tx = parse(name, bytes);
  const txID = idOf(bytes);
  if (pending.has(txID)) return txID;
  const known = dropped.get(txID);
  if (known !== undefined) throw new RefusalError(refused[name] + known);
  const fault = faultOf(side, txID, tx);
  const reason = fault ?? conflictOf(side, txID, tx);
  if (reason === undefined) {
    side.add({ txID, tx });
    return txID;
  }
  side.drop(txID, reason);
  throw new RefusalError(refused[name] + (fault === undefined ? "" : failed[name]) + reason);
}
