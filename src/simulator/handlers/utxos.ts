/** Pages of UTXOs, of the P-Chain and the X-Chain. */
import { maxAddresses, maxUtxos } from "../../node-api/chain-methods.ts";
import { cb58Error } from "../cb58.ts";
import { chainIdOf } from "../ledger/chain-ledger.ts";
import { otherChain, type UtxoChain } from "../ledger/types.ts";
import { emptyAddress, type Page, type Position } from "../ledger/utxos.ts";
import { RpcError } from "../rpc.ts";
import { addressesOf, addressOf, formatAddress, noId, sourceOf } from "./addresses.ts";
import { asText, type Encoding } from "./encoding.ts";
import type { Context, Handlers } from "./types.ts";

type Wanted = {
  readonly addresses?: readonly string[];
  readonly limit?: string | number | undefined;
  readonly startIndex?: { readonly address?: string; readonly utxo?: string } | undefined;
  readonly sourceChain?: string | undefined;
  readonly encoding?: Encoding | undefined;
};

function checkCount({ length }: readonly string[]) {
  if (length === 0) throw new RpcError("no addresses provided");
  if (length > maxAddresses) {
    throw new RpcError(`number of addresses given, ${length}, exceeds maximum, ${maxAddresses}`);
  }
}

function startOf(context: Context, name: UtxoChain, { address = "", utxo = "" } = {}): Position {
  if (address === "" && utxo === "") return { address: emptyAddress, utxo: noId };
  const before = `couldn't parse start index address ${JSON.stringify(address)}: `;
  const shortId = addressOf(context, name, address, before);
  const message = cb58Error(utxo);
  if (message) throw new RpcError(`couldn't parse start index utxo: ${message}`);
  return { address: shortId, utxo };
}

/** The UTXOs of the chain, or those exported to it. Only these two chains export. */
function pageOf(context: Context, name: UtxoChain, given: Wanted): Page {
  const { addresses = [], limit: asked = 0, sourceChain = "", startIndex } = given;
  checkCount(addresses);
  const { chain, now } = context;
  const source = sourceOf(context, name, sourceChain);
  const wanted = addressesOf(context, name, addresses);
  const start = startOf(context, name, startIndex);
  const limit = Number(asked) === 0 ? maxUtxos : Math.min(Number(asked), maxUtxos);
  const { utxos, inbound } = chain.ledger.at(name, now);
  if (source === chainIdOf(name, chain.network)) return utxos.page({ addresses: wanted, start, limit }, false);
  const isOther = source === chainIdOf(otherChain[name], chain.network);
  return isOther ? inbound.page({ addresses: wanted, start, limit }, true) : { utxos: [], end: start };
}

/** `format`: the node's name for a rejected encoding. */
const getUTXOs = (name: UtxoChain, format: string) => (context: Context, params: Wanted) => {
  const { encoding = "hex" } = params;
  const { utxos, end } = pageOf(context, name, params);
  const { idOf, bytesOf } = context.chain.ledger.at(name, context.now).utxos;
  return {
    numFetched: String(utxos.length),
    utxos: utxos.map((utxo) => {
      const before = encoding === "json" ? `couldn't encode UTXO ${idOf(utxo)} as ${format}: ` : "";
      return asText(bytesOf(utxo), encoding, before);
    }),
    endIndex: { address: formatAddress(context, name, end.address), utxo: end.utxo },
    encoding,
  };
};

/** The simulated P- and X-Chain export nothing to the C-Chain. */
const getUTXOsOfC: Handlers["avax.getUTXOs"] = (context, { addresses, sourceChain, encoding = "hex" }) => {
  checkCount(addresses);
  if (sourceChain === "") throw new RpcError("no source chain provided");
  sourceOf(context, "C", sourceChain);
  const [last = emptyAddress] = addressesOf(context, "C", addresses).toSorted().reverse();
  return { numFetched: "0", utxos: [], endIndex: { address: formatAddress(context, "C", last), utxo: noId }, encoding };
};

export const cUtxos = { "avax.getUTXOs": getUTXOsOfC } satisfies Partial<Handlers>;
export const pUtxos = { "platform.getUTXOs": getUTXOs("P", "json") } satisfies Partial<Handlers>;
export const xUtxos = { "avm.getUTXOs": getUTXOs("X", "string") } satisfies Partial<Handlers>;
