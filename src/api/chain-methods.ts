/** Methods that the P-Chain and the X-Chain have in common: blocks, transactions, UTXOs. */
import * as z from "zod";
import { mebibyte } from "./method.ts";
import * as w from "./wire.ts";

/** Bytes, or with the encoding `json` an object whose fields depend on its type. */
const content = z.union([w.hex, z.record(z.string(), z.unknown())], {
  error: "expected 0x and hexadecimal digits, or an object",
});

const maxBodyBytes = 32 * mebibyte;

const block = z.object({ block: content, encoding: w.text });
export const getBlock = {
  summary: "Block with an ID.",
  maxBodyBytes,
  params: z.object({ blockID: w.paramId, encoding: w.encoding.optional() }),
  result: block,
};
export const getBlockByHeight = {
  summary: "Block at a height.",
  maxBodyBytes,
  params: z.object({ height: w.paramUint64, encoding: w.encoding.optional() }),
  result: block,
};

export const txById = z.object({ txID: w.paramId });
export const getTx = {
  summary: "Accepted transaction with an ID.",
  maxBodyBytes,
  params: txById.extend({ encoding: w.encoding.optional() }),
  result: z.object({ tx: content, encoding: w.text }),
  quirks: ["A transaction that is still being processed is not found."],
};
export const issueTx = {
  summary: "Submits a signed transaction.",
  params: z.object({ tx: w.hex, encoding: w.bytesEncoding.optional() }),
  result: z.object({ txID: w.id }),
  exampleParams: { tx: "0x00000000002200003039" },
};

export const utxoReference = z.object({ txID: w.id, outputIndex: w.uint32 });

export const maxUtxos = 1024;
export const maxAddresses = 1024;
/** Returns the size of a page for a limit: the node takes 0 and any higher limit as the maximum. */
const pageSizeOf = (limit: number) => (limit === 0 ? maxUtxos : Math.min(limit, maxUtxos));
type UtxoPage = { readonly numFetched: string | number; readonly utxos: readonly string[]; readonly endIndex: object };
export const getUtxos = {
  summary: "One page of the UTXOs of the given addresses.",
  cost: "moderate",
  maxBodyBytes,
  params: z.object({
    addresses: z.array(w.paramAddress).min(1).max(maxAddresses),
    limit: w.paramCount(2 ** 32 - 1, 0).optional(),
    startIndex: z.object({ address: w.paramAddress, utxo: w.paramId }).optional(),
    sourceChain: w.paramAliasOrId.optional(),
    encoding: w.bytesEncoding.optional(),
  }),
  result: z.object({
    numFetched: w.uint64,
    utxos: z.array(w.hex),
    endIndex: z.object({ address: w.text, utxo: w.id }),
    encoding: w.text,
  }),
  pagination: {
    defaults: { limit: maxUtxos },
    items: ({ utxos }: UtxoPage) => utxos,
    next: (params: { readonly limit: string | number }, { numFetched, endIndex }: UtxoPage) =>
      Number(numFetched) < pageSizeOf(Number(params.limit)) ? undefined : { ...params, startIndex: endIndex },
  },
  quirks: [
    "endIndex of one page is startIndex of the next. A page with fewer than limit UTXOs is the last one.",
    "A limit of 0, or above 1024, is 1024.",
    "Pages may overlap and the set may change between them.",
    "sourceChain is not in the result; the encoding json is not supported.",
  ],
} as const;
