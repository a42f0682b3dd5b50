/** cb58: base58 of the bytes followed by their checksum. */
import { hash } from "node:crypto";
import { base58, bech32 } from "@scure/base";

/** The last four bytes of the SHA-256. */
export const checksum = (bytes: Uint8Array): Buffer => hash("sha256", bytes, "buffer").subarray(-4);

export const toCb58 = (bytes: Uint8Array): string => base58.encode(Buffer.concat([bytes, checksum(bytes)]));

/** The bytes, or what is wrong with the text. */
export function fromCb58(text: string, length: number): Buffer | string {
  let all: Uint8Array;
  try {
    all = base58.decode(text);
  } catch {
    return "has a character that is not in the base58 alphabet";
  }
  if (all.length !== length + 4) {
    return all.length <= 4 ? "is too short for an ID" : `is ${all.length - 4} bytes long, not ${length}`;
  }
  const bytes = Buffer.from(all.subarray(0, -4));
  return checksum(bytes).equals(all.subarray(-4)) ? bytes : "has a wrong checksum: a character is mistyped";
}

const nodePrefix = "NodeID-";
export const toNodeId = (bytes: Uint8Array): string => nodePrefix + toCb58(bytes);

/** What is wrong with a node ID, or undefined. */
export function nodeIdFault(text: string): string | undefined {
  if (!text.startsWith(nodePrefix)) return `does not begin with ${nodePrefix}`;
  const bytes = fromCb58(text.slice(nodePrefix.length), 20);
  return typeof bytes === "string" ? bytes : undefined;
}

/** What is wrong with the ID of a chain, subnet, transaction, block or asset, or undefined. */
export function idFault(text: string): string | undefined {
  const bytes = fromCb58(text, 32);
  return typeof bytes === "string" ? bytes : undefined;
}

/** What is wrong with an address such as X-avax1…, or undefined. The chain before the hyphen may be an ID or an alias. */
export function addressFault(text: string): string | undefined {
  const [chain, address, ...rest] = text.split("-");
  if (!chain || !address || rest.length > 0) return "is not a chain, a hyphen and an address";
  try {
    const { words } = bech32.decode(address as `${string}1${string}`);
    const { length } = bech32.fromWords(words);
    return length === 20 ? undefined : `is ${length} bytes long, not 20`;
  } catch {
    return "has a wrong checksum: a character is mistyped";
  }
}

/** The primary network's subnet ID, and the placeholder for no ID: 32 zero bytes. */
export const primaryNetwork = "11111111111111111111111111111111LpoYY";
/** 20 zero bytes. Never a primary validator. */
export const emptyNodeId = "NodeID-111111111111111111116DBWJs";
