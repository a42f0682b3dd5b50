/** Encodes bytes as the client requests, or as an object. */
import type { Codec } from "../codec/combinators.ts";
import { CodecError } from "../codec/combinators.ts";
import { type BytesEncoding, fromHex, toHex } from "../codec/hex.ts";
import type { UtxoChain } from "../ledger/types.ts";
import { RpcError } from "../rpc.ts";
import type { Context } from "./types.ts";

export type Encoding = BytesEncoding | "json";
const unsupported = "unsupported encoding in method";

/** Rejects an object, with this prefix of the error. */
export function asText(bytes: Uint8Array, encoding: Encoding, before = ""): string {
  if (encoding === "json") throw new RpcError(before + unsupported);
  return toHex(bytes, encoding);
}

export const asObject = <T>({ chain }: Context, utxoChain: UtxoChain, codec: Codec<T>, value: T) =>
  codec.toJson(value, { alias: utxoChain, hrp: chain.network.hrp }) as Record<string, unknown>;

/** Encodes a signed transaction. */
export function bytesOf(text: string, encoding: Encoding): Buffer {
  const before = "problem decoding transaction: ";
  if (encoding === "json") throw new RpcError(before + unsupported);
  try {
    return fromHex(text, encoding);
  } catch (error) {
    if (error instanceof CodecError) throw new RpcError(before + error.message, { cause: error });
    throw error;
  }
}
