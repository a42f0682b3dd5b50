/** Messages from the manager of an L1 to the P-Chain (ACP-77), signed by the first of its validators, which has the quorum. */
import { createHash } from "node:crypto";
import { fromCb58, toCb58 } from "../../../src/api/ids.ts";
import { type BlsKey, namedKey, nodeIdOf, signerOf } from "./identities.ts";
import { manager } from "./transactions.ts";
import { owner } from "./wallet.ts";

const localNetwork = 12345;
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
/** `validators` are all that are active. The first one signs. */
type Validators = readonly [Signer, ...Signer[]];
function signed({ chainId }: L1, payload: Buffer, validators: Validators): Buffer {
  const call = Buffer.concat([codecVersion, int(types.addressedCall), sized(manager), sized(payload)]);
  const unsigned = Buffer.concat([codecVersion, int(localNetwork), id(chainId), sized(call)]);
  const keys = validators.map((one) => (typeof one === "string" ? namedKey(one) : one));
  const [signer] = keys;
  if (!signer) throw new Error("no validator");
  const position = keys.map(orderOf).sort().indexOf(orderOf(signer));
  const signers = sized(Buffer.of(1 << position));
  return Buffer.concat([unsigned, int(types.bitSetSignature), signers, signer.sign(unsigned)]);
}

/** `expiry` in Unix seconds. */
type Registration = { readonly name: string; readonly weight: bigint; readonly expiry: bigint };

/** The message, and the ID of the validation that it begins. */
export function registration(l1: L1, { name, weight, expiry }: Registration, validators: Validators) {
  const byOwner = Buffer.concat([int(1), int(1), owner]);
  const nodeId = sized(bytesOfNode(nodeIdOf(name)));
  const payload = Buffer.concat([
    ...[codecVersion, int(types.registration), id(l1.subnetId), nodeId, signerOf(name).publicKey],
    ...[long(expiry), byOwner, byOwner, long(weight)],
  ]);
  const validationId = toCb58(createHash("sha256").update(payload).digest());
  return { message: signed(l1, payload, validators), validationId };
}

type WeightChange = { readonly validationId: string; readonly nonce: bigint; readonly weight: bigint };

export function weightChange(l1: L1, change: WeightChange, validators: Validators): Buffer {
  const { validationId, nonce, weight } = change;
  return signed(
    l1,
    Buffer.concat([codecVersion, int(types.weight), id(validationId), long(nonce), long(weight)]),
    validators,
  );
}
