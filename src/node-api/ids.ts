/** CB58 IDs (base58 of the bytes and their checksum) and bech32 addresses. */
import { hash } from "node:crypto";
import { base58, bech32 } from "@scure/base";

/** Returns the last four bytes of the SHA-256 hash. */
export const checksum = (bytes: Uint8Array): Buffer => hash("sha256", bytes, "buffer").subarray(-4);

export const toCb58 = (bytes: Uint8Array): string => base58.encode(Buffer.concat([bytes, checksum(bytes)]));

/** Returns the decoded bytes, or an error message. */
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
/** Returns whether the text has the prefix of a node ID; it can be invalid. */
export const isNodeId = (text: string): boolean => text.startsWith(nodePrefix);
export const toNodeId = (bytes: Uint8Array): string => nodePrefix + toCb58(bytes);

/** Returns an error message for an invalid node ID, otherwise undefined. */
export function nodeIdError(text: string): string | undefined {
  if (!isNodeId(text))
    return idError(text)
      ? `does not begin with ${nodePrefix}`
      : "is not a NodeID: it is the ID of a subnet, chain or validation";
  const bytes = fromCb58(text.slice(nodePrefix.length), 20);
  return typeof bytes === "string" ? bytes : undefined;
}

/** Returns an error message for an invalid ID of a chain, subnet, transaction, block or asset, otherwise undefined. */
export function idError(text: string): string | undefined {
  if (isNodeId(text)) return "is a NodeID";
  const bytes = fromCb58(text, 32);
  return typeof bytes === "string" ? bytes : undefined;
}

/** Returns an error message for an invalid address such as X-avax1…, otherwise undefined. The chain can be an ID or an alias. */
export function addressError(text: string): string | undefined {
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

/** Returns the owner of a valid address: the hexadecimal digits of its 20 bytes, which are the same on all chains and networks. */
export function ownerHashOf(address: string): string {
  const { words } = bech32.decode(address.slice(address.indexOf("-") + 1) as `${string}1${string}`);
  return Buffer.from(bech32.fromWords(words)).toString("hex");
}

/** Returns an error message for an invalid address of an EVM chain, otherwise undefined. */
export const evmAddressError = (text: string): string | undefined =>
  /^0x[0-9a-fA-F]{40}$/.test(text) ? undefined : "is not 0x and 40 hexadecimal digits";

/** Returns the prefix of a valid address that names its network: avax in X-avax1…. */
export const networkOf = (address: string): string => address.slice(address.indexOf("-") + 1, address.lastIndexOf("1"));

/** Subnet ID of the primary network, also used as placeholder for no ID: 32 zero bytes. */
export const primaryNetwork = "11111111111111111111111111111111LpoYY";
/** Names of the chains of the primary network. */
export const primaryChains = ["P", "X", "C"] as const;
export const isPrimaryChain = (name: string) => primaryChains.some((chain) => chain === name);
/** Node ID of 20 zero bytes, which no primary network validator has. */
export const emptyNodeId = "NodeID-111111111111111111116DBWJs";
