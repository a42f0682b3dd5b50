/** IDs, addresses and BLS keys without a holder, the same for the same name each time. */
import { createHash } from "node:crypto";
import { bls, pvmSerial, utils } from "@avalabs/avalanchejs";
import { toCb58, toNodeId } from "../../../src/node-api/ids.ts";

/** Validators of the local network's genesis. */
export const genesis = {
  first: "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
  second: "NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ",
} as const;

const bytesOf = (name: string) => new Uint8Array(createHash("sha256").update(name).digest());

export const nodeIdOf = (name: string) => toNodeId(bytesOf(name).subarray(0, 20));
/** Of a chain, a subnet, a validation. */
export const idOf = (name: string) => toCb58(bytesOf(name));
export const addressOf = (name: string) => bytesOf(name).subarray(0, 20);

/** The generator of the curve's first group: the library makes no public key of a secret one. */
const generator = bls.publicKeyFromBytes(
  utils.hexToBuffer(
    "0x97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
  ),
);

/** A BLS key: its public part with the proof of possession, and signatures of it. */
export type BlsKey = {
  readonly signer: pvmSerial.ProofOfPossession;
  readonly sign: (message: Uint8Array) => Uint8Array;
};
/** Returns the BLS key with a secret of 32 bytes. */
export function blsKeyOf(bytes: Uint8Array): BlsKey {
  const secret = bls.secretKeyFromBytes(bytes);
  const key = bls.publicKeyToBytes(generator.multiply(secret));
  return {
    signer: new pvmSerial.ProofOfPossession(key, bls.signProofOfPossession(key, secret)),
    sign: (message) => bls.sign(message, secret),
  };
}

/** Returns the BLS key of a name. */
export function namedKey(name: string): BlsKey {
  const bytes = bytesOf(name);
  bytes[0] = (bytes[0] ?? 0) & 0x3f; // below the order of the group
  return blsKeyOf(bytes);
}
export const signerOf = (name: string): pvmSerial.ProofOfPossession => namedKey(name).signer;
