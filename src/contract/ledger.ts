/** The methods that the P-Chain and the X-Chain have in common: blocks, transactions, UTXOs. */
import * as z from "zod";
import { mebibyte, type Pages } from "./method.ts";
import {
  bytesEncoding,
  encoding,
  hex,
  id,
  sentAddress,
  sentCount,
  sentId,
  sentName,
  sentUint64,
  uint32,
  uint64,
} from "./wire.ts";

/** As bytes, or with the encoding `json` as an object whose members depend on its kind. */
const content = z.union([hex, z.record(z.string(), z.unknown())], {
  error: "expected 0x and hexadecimal digits, or an object",
});

const maxBodyBytes = 32 * mebibyte;

const block = z.object({ block: content, encoding: z.string() });
export const getBlock = {
  summary: "Block with an ID.",
  maxBodyBytes,
  params: z.object({ blockID: sentId, encoding: encoding.optional() }),
  result: block,
};
export const getBlockByHeight = {
  summary: "Block at a height.",
  maxBodyBytes,
  params: z.object({ height: sentUint64, encoding: encoding.optional() }),
  result: block,
};

export const txById = z.object({ txID: sentId });
export const getTx = {
  summary: "Accepted transaction with an ID.",
  maxBodyBytes,
  params: txById.extend({ encoding: encoding.optional() }),
  result: z.object({ tx: content, encoding: z.string() }),
  quirks: ["A transaction that is still being processed is not found."],
};
export const issueTx = {
  params: z.object({ tx: hex, encoding: bytesEncoding.optional() }),
  result: z.object({ txID: id }),
};

export const utxoReference = z.object({ txID: id, outputIndex: uint32 });

export const mostUtxos = 1024;
export const mostAddresses = 1024;
const utxosOf = z.object({
  addresses: z.array(sentAddress).min(1).max(mostAddresses),
  limit: sentCount(mostUtxos).optional(),
  startIndex: z.object({ address: sentAddress, utxo: sentId }).optional(),
  sourceChain: sentName.optional(),
  encoding: bytesEncoding.optional(),
});
const utxos = z.object({
  numFetched: uint64,
  utxos: z.array(hex),
  endIndex: z.object({ address: z.string(), utxo: id }),
  encoding: z.string(),
});
type UtxoPage = { readonly numFetched: string | number; readonly utxos: readonly string[]; readonly endIndex: object };
const utxoPages: Pages = {
  first: { limit: mostUtxos },
  items: ({ utxos }: UtxoPage) => utxos,
  next: (params: { readonly limit: string | number }, { numFetched, endIndex }: UtxoPage) =>
    Number(numFetched) < Number(params.limit) ? undefined : { ...params, startIndex: endIndex },
};
export const getUtxos = {
  summary: "One page of the UTXOs of the given addresses.",
  cost: "moderate",
  maxBodyBytes,
  params: utxosOf,
  result: utxos,
  limits: { limit: mostUtxos, addresses: mostAddresses },
  pages: utxoPages,
  quirks: [
    "endIndex of one page is startIndex of the next. A page with fewer than limit UTXOs is the last one.",
    "Pages may overlap and the set may change between them.",
    "sourceChain is not in the result; the encoding json is not supported.",
  ],
} as const;
