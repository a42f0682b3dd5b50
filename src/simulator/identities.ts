/** Deterministic IDs, addresses and keys derived from the seed. */
import { createHash, hash } from "node:crypto";
import { bech32 } from "@scure/base";
import { toCb58, toNodeId } from "../node-api/ids.ts";
import { memo } from "./memo.ts";

const nodeIdBytes = 20;
const publicKeyBytes = 48;
const proofBytes = 96;

/** `ownsFirstL1`: whether the first L1 validator is the node itself. `hasWrongL1Key`: whether the key registered for it is another one. */
type Own = { readonly ownsFirstL1?: boolean; readonly hasWrongL1Key?: boolean };

export function createNames(seed: number, hrp: string, { ownsFirstL1 = false, hasWrongL1Key = false }: Own = {}) {
  const digest = (kind: string, n: number) => hash("sha256", `${seed}/${kind}/${n}`, "buffer");

  function bytes(kind: string, n: number, length: number): Buffer {
    return createHash("shake256", { outputLength: length }).update(`${seed}/${kind}/${n}`).digest();
  }
  /** Returns bytes with the flags of a compressed BLS12-381 point. */
  function point(kind: string, n: number, length: number): string {
    const all = bytes(kind, n, length);
    all[0] = 0x80 | ((all[0] ?? 0) & 0x3f);
    return `0x${all.toString("hex")}`;
  }

  const nodeBytes = (kind: string) => (n: number) => digest(kind, n).subarray(0, nodeIdBytes);
  const [node, otherL1Node] = [nodeBytes("node"), nodeBytes("L1 node")];
  const isOwn = (n: number) => ownsFirstL1 && n === 0;
  const l1Node = (n: number) => (isOwn(n) ? node(n) : otherL1Node(n));

  return {
    bytes,
    /** Returns an ID that is not derived from a transaction. */
    id: (kind: string, n: number): string => toCb58(digest(kind, n)),
    nodeBytes: node,
    nodeId: memo((n: number) => toNodeId(node(n))),
    l1NodeBytes: l1Node,
    l1NodeId: memo((n: number) => toNodeId(l1Node(n))),
    l1PublicKey: memo((n: number) => point(isOwn(n) && !hasWrongL1Key ? "key" : "L1 key", n, publicKeyBytes)),
    signer: memo((n: number) => ({
      publicKey: point("key", n, publicKeyBytes),
      proofOfPossession: point("proof", n, proofBytes),
    })),
    /** Bytes with their checksum, as the encoding hex has it. */
    content(kind: string, n: number, length: number): string {
      const body = bytes(kind, n, length);
      return `0x${body.toString("hex")}${hash("sha256", body, "hex").slice(-8)}`;
    },
    /** Returns one of a few owners. */
    owner: memo((n: number): Owner => {
      const words = bech32.toWords(digest("owner", n).subarray(0, 20));
      return { locktime: "0", threshold: "1", addresses: [`P-${bech32.encode(hrp, words)}`] };
    }),
  };
}
export type Names = ReturnType<typeof createNames>;
export type Owner = { locktime: string; threshold: string; addresses: string[] };
export const ownerCount = 64;
export const noOwner: Owner = { locktime: "0", threshold: "0", addresses: [] };
