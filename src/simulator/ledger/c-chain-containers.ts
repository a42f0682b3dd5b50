/** C-Chain containers, generated from their height on demand. */
import { fromCb58, toCb58 } from "../../node-api/ids.ts";
import { fromHex } from "../codec/hex.ts";
import type { Names } from "../identities.ts";
import type { StoredContainer } from "./block-store.ts";

const kind = "C/block";
const minBytes = 20_000;
const idBytes = 32;
const at = idBytes - 8;

/** The last eight bytes are the height XOR the first eight. */
function idOf(names: Names, height: number): string {
  const bytes = Buffer.from(fromCb58(names.id(kind, height), idBytes));
  bytes.writeBigUInt64BE(bytes.readBigUInt64BE(0) ^ BigInt(height), at);
  return toCb58(bytes);
}
function heightOf(id: string): bigint {
  const bytes = Buffer.from(fromCb58(id, idBytes));
  return bytes.readBigUInt64BE(0) ^ bytes.readBigUInt64BE(at);
}

/** `acceptedAt` of a height, in milliseconds. */
export function createCChainContainers(names: Names, last: number, acceptedAt: (height: number) => number) {
  const contentOf = (height: number) => fromHex(names.content(kind, height, minBytes + (height % minBytes)));
  return {
    count: () => last,
    at(position: number): StoredContainer {
      const height = position + 1;
      return { id: idOf(names, height), bytes: contentOf(height), acceptedAt: acceptedAt(height) };
    },
    positionOf(id: string): number | undefined {
      const height = heightOf(id);
      const isOne = height > 0n && height <= BigInt(last) && idOf(names, Number(height)) === id;
      return isOne ? Number(height) - 1 : undefined;
    },
  };
}
