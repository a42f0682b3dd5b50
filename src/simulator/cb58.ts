/** Errors of AvalancheGo for invalid IDs. */
import { base58 } from "@scure/base";
import { checksum } from "../node-api/ids.ts";
import { nodeErrors } from "./node-errors.ts";

const alphabet = /^[1-9A-HJ-NP-Za-km-z]$/;

/** Longer texts are not decoded: their checksum is almost certainly wrong. */
const maxDigits = 4096;

const digitError = (letter: string) =>
  letter > "\x7f" ? "High-bit set on invalid digit" : `Invalid base58 digit ('${letter}')`;

/** Returns the error for an ID of `length` bytes; undefined if it is valid. */
export function cb58Error(text: string, length = 32): string | undefined {
  if (text === "") return "base58 decoding error: zero length string";
  const wrong = [...text].find((letter) => !alphabet.test(letter));
  if (wrong !== undefined) return `base58 decoding error: ${digitError(wrong)}`;
  if (text.length > maxDigits) return nodeErrors.wrongChecksum;
  const all = base58.decode(text);
  if (all.length < 4) return nodeErrors.shortId;
  const bytes = all.subarray(0, -4);
  if (!checksum(bytes).equals(all.subarray(-4))) return nodeErrors.wrongChecksum;
  return bytes.length === length ? undefined : `invalid hash length: expected ${length} bytes but got ${bytes.length}`;
}
