/** Messages from the manager of an L1 to the P-Chain (ACP-77), signed by its validators. */
import { createHash } from "node:crypto";
import { bls } from "@avalabs/avalanchejs";
import { fromCb58, toCb58 } from "../../../src/node-api/ids.ts";
import { type BlsKey, namedKey } from "./identities.ts";
import type { Identity } from "./populate.ts";
import { manager } from "./transactions.ts";
import { owner } from "./wallet.ts";

const codecVersion = Buffer.alloc(2);
const types = { addressedCall: 1, registration: 1, weight: 3, bitSetSignature: 0 } as const;

const int = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const long = (value: bigint) => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(value);
  return bytes;
};
const sized = (bytes: Uint8Array) => Buffer.concat([int(bytes.length), bytes]);
const id = (text: string) => Buffer.from(fromCb58(text, 32));
const bytesOfNode = (nodeId: string) => Buffer.from(fromCb58(nodeId.slice("NodeID-".length), 20));

export type L1 = {
  readonly networkId: number;
  readonly subnetId: string;
  /** The chain of the manager. */
  readonly chainId: string;
};

/** The order of the points: without the flags that a compressed key has in its first byte. */
function orderOf({ signer }: BlsKey): string {
  const key = Buffer.from(signer.publicKey);
  key[0] = (key[0] ?? 0) & 0x1f;
  return key.toString("hex");
}

/** A validator by its name, or by its key. */
type Signer = string | BlsKey;
/** All validators that are active. The first ones sign, by default one. */
export type Signers = readonly [validators: readonly Signer[], count?: number];
function signed({ networkId, chainId }: L1, payload: Buffer, ...[validators, count = 1]: Signers): Buffer {
  const call = Buffer.concat([codecVersion, int(types.addressedCall), sized(manager), sized(payload)]);
  const unsigned = Buffer.concat([codecVersion, int(networkId), id(chainId), sized(call)]);
  const keys = validators.map((one) => (typeof one === "string" ? namedKey(one) : one));
  const signing = keys.slice(0, count);
  const order = keys.map(orderOf).sort();
  const bits = signing.reduce((sum, one) => sum + 2 ** order.indexOf(orderOf(one)), 0);
  const signature = signing.map((one) => bls.signatureFromBytes(one.sign(unsigned))).reduce((sum, one) => sum.add(one));
  return Buffer.concat([unsigned, int(types.bitSetSignature), sized(Buffer.of(bits)), bls.signatureToBytes(signature)]);
}

/** `expiry` in Unix seconds. */
type Registration = Identity & { readonly weight: bigint; readonly expiry: bigint };

/** The message, and the ID of the validation that it begins. */
export function registration(l1: L1, { nodeId, signer, weight, expiry }: Registration, ...by: Signers) {
  const byOwner = Buffer.concat([int(1), int(1), owner]);
  const payload = Buffer.concat([
    ...[codecVersion, int(types.registration), id(l1.subnetId), sized(bytesOfNode(nodeId)), signer.publicKey],
    ...[long(expiry), byOwner, byOwner, long(weight)],
  ]);
  const validationId = toCb58(createHash("sha256").update(payload).digest());
  return { message: signed(l1, payload, ...by), validationId };
}

type WeightChange = { readonly validationId: string; readonly nonce: bigint; readonly weight: bigint };

export function weightChange(l1: L1, { validationId, nonce, weight }: WeightChange, ...by: Signers): Buffer {
  const payload = Buffer.concat([codecVersion, int(types.weight), id(validationId), long(nonce), long(weight)]);
  return signed(l1, payload, ...by);
}
