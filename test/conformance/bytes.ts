/** The node's bytes: checksums, IDs made of hashes, and outputs in its codec. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { bech32 } from "@scure/base";
import { toCb58 } from "../../src/node-api/ids.ts";

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest();
const checksumLength = 4;

export const plainHex = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString("hex")}`;
export const hexWithChecksum = (bytes: Uint8Array) =>
  plainHex(Buffer.concat([bytes, sha256(bytes).subarray(-checksumLength)]));
export function bytesOf(hex: string): Buffer {
  assert.match(hex, /^0x([0-9a-f]{2})*$/);
  return Buffer.from(hex.slice(2), "hex");
}
/** The bytes before the checksum, which must be right. */
export function checkedBytes(hex: string): Buffer {
  const bytes = bytesOf(hex).subarray(0, -checksumLength);
  assert.equal(hex, hexWithChecksum(bytes), "the hex ends with four bytes of the SHA-256 of what is before");
  return bytes;
}

export const hashId = (bytes: Uint8Array) => toCb58(sha256(bytes));

/** The address as the chain with this alias names it. */
export const addressOn = (chain: string, hrp: string, bytes: Uint8Array) =>
  `${chain}-${bech32.encode(hrp, bech32.toWords(bytes))}`;
export const addressBytes = (address: string) =>
  Buffer.from(
    bech32.fromWords(bech32.decode(address.slice(address.indexOf("-") + 1) as `${string}1${string}`).words),
  ).toString("hex");

function createReader(bytes: Buffer) {
  let at = 0;
  const take = (count: number) => {
    at += count;
    assert.ok(at <= bytes.length, "the bytes end too soon");
    return bytes.subarray(at - count, at);
  };
  const id = () => toCb58(take(32));
  const int = () => take(4).readUInt32BE();
  const long = () => take(8).readBigUInt64BE();
  return { take, id, int, long, left: () => bytes.length - at };
}
type Reader = ReturnType<typeof createReader>;

const stakeableLock = 22;
const transferable = 7;

export type Output = {
  readonly assetId: string;
  /** 0 where it is no amount that is transferred. */
  readonly amount: bigint;
  /** Unix seconds. */
  readonly locktime: bigint;
  /** Until then it may be staked but not spent. */
  readonly stakeableUntil: bigint;
  readonly threshold: number;
  /** As hexadecimal digits. */
  readonly addresses: readonly string[];
};

function readOutput(read: Reader): Output {
  const assetId = read.id();
  let type = read.int();
  let stakeableUntil = 0n;
  if (type === stakeableLock) {
    stakeableUntil = read.long();
    type = read.int();
  }
  const amount = type === transferable ? read.long() : 0n;
  const [locktime, threshold] = [read.long(), read.int()];
  const addresses = Array.from({ length: read.int() }, () => read.take(20).toString("hex"));
  return { assetId, amount, locktime, stakeableUntil, threshold, addresses };
}

export type Utxo = Output & { readonly id: string; readonly txId: string; readonly outputIndex: number };

export function readUtxo(hex: string): Utxo {
  const read = createReader(checkedBytes(hex));
  assert.equal(read.take(2).readUInt16BE(), 0, "the version of the codec");
  const tx = read.take(32);
  const outputIndex = read.int();
  const position = Buffer.alloc(8);
  position.writeBigUInt64BE(BigInt(outputIndex));
  const utxo = { id: hashId(Buffer.concat([position, tx])), txId: toCb58(tx), outputIndex, ...readOutput(read) };
  assert.equal(read.left(), 0, "bytes after the UTXO");
  return utxo;
}

export function readStakedOutput(hex: string): Output {
  const read = createReader(checkedBytes(hex));
  assert.equal(read.take(2).readUInt16BE(), 0, "the version of the codec");
  return readOutput(read);
}
