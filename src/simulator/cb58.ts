/** What the node says of an ID that it cannot read. */
import { base58 } from "@scure/base";
import { checksum } from "../contract/ids.ts";
import { nodeErrors } from "./node-errors.ts";

const alphabet = /^[1-9A-HJ-NP-Za-km-z]$/;

/** The library reads no more; the checksum of anything longer is wrong all but certainly. */
const maxDigits = 4096;

const digitFault = (letter: string) =>
  letter > "\x7f" ? "High-bit set on invalid digit" : `Invalid base58 digit ('${letter}')`;

/** Of an ID of so many bytes; undefined where nothing is wrong. */
export function cb58Fault(text: string, length = 32): string | undefined {
  if (text === "") return "base58 decoding error: zero length string";
  const wrong = [...text].find((letter) => !alphabet.test(letter));
  if (wrong !== undefined) return `base58 decoding error: ${digitFault(wrong)}`;
  if (text.length > maxDigits) return nodeErrors.wrongChecksum;
  const all = base58.decode(text);
  if (all.length < 4) return nodeErrors.shortId;
  const bytes = all.subarray(0, -4);
  if (!checksum(bytes).equals(all.subarray(-4))) return nodeErrors.wrongChecksum;
  return bytes.length === length ? undefined : `invalid hash length: expected ${length} bytes but got ${bytes.length}`;
}
