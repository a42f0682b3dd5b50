/** Containers of the index: proposervm blocks that wrap blocks of a chain. */
import { bytes, id, idOf, struct, toBytes, uint32, uint64, union, type Value } from "./combinators.ts";

const unsigned = { parentID: id, timestamp: uint64, pChainHeight: uint64, certificate: bytes, block: bytes };
const epoch = struct({ pChainHeight: uint64, number: uint64, startTime: uint64 });

/** The `block` is in the chain's own bytes; without a proposer, certificate and signature are empty. */
export const container = union({
  Block: [0, struct({ ...unsigned, signature: bytes })],
  /** Wraps a commit or abort block, which has no proposer. */
  Option: [1, struct({ parentID: id, block: bytes })],
  /** Only after the start of an epoch under Granite. */
  GraniteBlock: [2, struct({ ...unsigned, epoch, signature: bytes })],
});
export type Container = Value<typeof container>;

/** The signed part of a container: everything but the signature. */
export function containerId(of: Container): string {
  if (of.type === "Option") return idOf(toBytes(container, of));
  const withLength = toBytes(container, { ...of, signature: Buffer.alloc(0) });
  return idOf(withLength.subarray(0, -uint32.encode(0).length));
}
