/** Bytes as text: `hex` (or `hexc`) with the last four bytes of their SHA-256, `hexnc` without. */
import { checksum } from "../../node-api/ids.ts";
import { nodeErrors } from "../node-errors.ts";
import { CodecError } from "./combinators.ts";

export type BytesEncoding = "hex" | "hexc" | "hexnc";

const checksumLength = 4;

export function toHex(bytes: Uint8Array, encoding: BytesEncoding = "hex"): string {
  const all = encoding === "hexnc" ? [bytes] : [bytes, checksum(bytes)];
  return `0x${Buffer.concat(all).toString("hex")}`;
}

function digitsError(digits: string): string | undefined {
  const [foreign] = /[^0-9a-f]/i.exec(digits) ?? [];
  if (foreign) return `encoding/hex: invalid byte: '${foreign}'`;
  return digits.length % 2 === 1 ? "encoding/hex: odd length hex string" : undefined;
}

/** Throws with the error text of the node if the text is invalid. An empty text is zero bytes. */
export function fromHex(text: string, encoding: BytesEncoding = "hex"): Buffer {
  if (text === "") return Buffer.alloc(0);
  if (!text.startsWith("0x")) throw new CodecError("missing 0x prefix to hex encoding");
  const message = digitsError(text.slice(2));
  if (message) throw new CodecError(message);
  const all = Buffer.from(text.slice(2), "hex");
  if (encoding === "hexnc") return all;
  if (all.length < checksumLength) throw new CodecError(nodeErrors.shortId);
  const bytes = all.subarray(0, -checksumLength);
  if (!checksum(bytes).equals(all.subarray(-checksumLength))) throw new CodecError(nodeErrors.wrongChecksum);
  return bytes;
}
