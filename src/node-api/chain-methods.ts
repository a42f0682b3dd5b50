/** Methods that several chains have: the proposervm API; blocks, transactions and UTXOs, with the form of their bytes. */
import * as z from "zod";
import { toCb58 } from "./ids.ts";
import { mebibyte, methodsOf } from "./method.ts";
import * as w from "./wire.ts";

const { read } = methodsOf<string>({
  path: (chain) => `/ext/bc/${chain}/proposervm`,
  lock: (chain) => chain,
  selector: { of: "chain", default: "C" },
});

export const proposervm = {
  "proposervm.getProposedHeight": read({
    summary: "P-Chain height that this node would put into the chain's next block.",
    result: z.object({ height: w.uint64 }),
    quirks: ["Not served for the X-Chain (404); its blocks carry the proposal data differently."],
  }),
  "proposervm.getCurrentEpoch": read({
    summary: "Current epoch of the chain: number, start (Unix seconds) and P-Chain height.",
    result: z.object({ number: w.uint64, startTime: w.unixTime, pChainHeight: w.uint64 }),
    quirks: ["All 0 before Granite.", "Not served for the X-Chain (404)."],
  }),
};

/** Bytes, or with the encoding `json` an object whose fields depend on its type. */
const content = z.union([w.hex, z.record(z.string(), z.unknown())], {
  error: "expected 0x and hexadecimal digits, or an object",
});

const maxBodyBytes = 32 * mebibyte;

const block = z.object({ block: content, encoding: w.text });
const unknownBlockError = { not_found: /^couldn't get block .*: not found$/ };
export const getBlock = {
  summary: "Block with an ID.",
  maxBodyBytes,
  params: z.object({ blockID: w.paramId, encoding: w.paramEncoding }),
  result: block,
  expectedErrors: unknownBlockError,
};
export const getBlockByHeight = {
  summary: "Block at a height.",
  maxBodyBytes,
  params: z.object({ height: w.paramUint64, encoding: w.paramEncoding }),
  result: block,
  expectedErrors: unknownBlockError,
};

export const txById = z.object({ txID: w.paramId });
export const getTx = {
  summary: "Accepted transaction with an ID.",
  maxBodyBytes,
  params: txById.extend({ encoding: w.paramEncoding }),
  result: z.object({ tx: content, encoding: w.text }),
  quirks: ["A transaction that is still being processed is not found."],
};
export const issueTx = {
  summary: "Submits a signed transaction.",
  params: z.object({ tx: w.hex, encoding: w.paramBytesEncoding }),
  result: z.object({ txID: w.id }),
  exampleParams: { tx: "0x00000000002200003039" },
};

export const utxoReference = z.object({ txID: w.id, outputIndex: w.uint32 });

export const maxUtxos = 1024;
export const maxAddresses = 1024;
const utxoPage = z.object({
  numFetched: w.uint64,
  utxos: w.listOf(w.hex),
  endIndex: z.object({ address: w.text, utxo: w.id }),
  encoding: w.text,
});
type UtxoPage = z.input<typeof utxoPage>;
export const getUtxos = {
  summary: "One page of the UTXOs of the given addresses.",
  cost: "moderate",
  maxBodyBytes,
  params: z.object({
    addresses: z.array(w.paramAddress).min(1).max(maxAddresses),
    limit: w.paramCount(2 ** 32 - 1, 0).optional(),
    startIndex: z.object({ address: w.paramAddress, utxo: w.paramId }).optional(),
    sourceChain: w.paramAliasOrId.optional(),
    encoding: w.paramBytesEncoding,
  }),
  result: utxoPage,
  pagination: {
    defaults: { limit: maxUtxos },
    items: ({ utxos }: UtxoPage) => utxos,
    next(params: { readonly limit?: string | number | undefined }, { numFetched, endIndex }: UtxoPage) {
      const pageSize = Math.min(Number(params.limit) || maxUtxos, maxUtxos); // the limit 0 is the maximum, too
      return Number(numFetched) < pageSize ? undefined : { ...params, startIndex: endIndex };
    },
  },
  quirks: [
    "endIndex of one page is startIndex of the next. A page with fewer than limit UTXOs is the last one.",
    "A limit of 0, or above 1024, is 1024.",
    "Pages may overlap and the set may change between them.",
    "sourceChain is not in the result; the encoding json is not supported.",
  ],
} as const;

// AvalancheGo's type IDs, which the P-Chain and the X-Chain share as far as both have the type
const transferOutput = 7;
const stakeableLockOut = 22;

/** Positions in the bytes: after the version of the codec, the ID of the transaction and the number of the output. */
const assetAt = 2 + 32 + 4;
const typeAt = assetAt + 32;
const outputAt = typeAt + 4;
/** Length of an address. */
const ownerLength = 20;

/** Reads an output whose owners can spend it with their signatures; undefined if the bytes do not end with the last owner. The times are
 *  0 if there is none. */
function readTransferOutput(bytes: Buffer, stakeableLocktime: bigint) {
  const addresses = bytes.subarray(24);
  if (bytes.length < 24 || addresses.length !== ownerLength * bytes.readUInt32BE(20)) return undefined;
  /** As in `ownerHashOf`. */
  const owners: readonly string[] = addresses.toString("hex").match(/.{40}/g) ?? [];
  return {
    amount: bytes.readBigUInt64BE(0),
    /** Unix seconds until which no owner can spend it. */
    locktime: bytes.readBigUInt64BE(8),
    /** Unix seconds until which it can be staked only. */
    stakeableLocktime,
    owners,
  };
}
export type TransferOutput = NonNullable<ReturnType<typeof readTransferOutput>>;

/** Reads a UTXO that `getUTXOs` returns with the encoding hexnc; undefined if it has another form. It has no `output` if that is of another
 *  type, such as one that can be minted. */
export function readUtxo(text: string) {
  const bytes = Buffer.from(text.slice(2), "hex");
  if (bytes.length < outputAt || bytes.readUInt16BE(0) !== 0) return undefined;
  const assetID = toCb58(bytes.subarray(assetAt, typeAt));
  let type = bytes.readUInt32BE(typeAt);
  let rest = bytes.subarray(outputAt);
  let stakeableLocktime = 0n;
  if (type === stakeableLockOut) {
    if (rest.length < 12) return undefined;
    stakeableLocktime = rest.readBigUInt64BE(0);
    type = rest.readUInt32BE(8);
    rest = rest.subarray(12);
  }
  if (type !== transferOutput) return { assetID, output: undefined };
  const output = readTransferOutput(rest, stakeableLocktime);
  return output && { assetID, output };
}
