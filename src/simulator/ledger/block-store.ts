/** A chain's blocks from the first one on, in their bytes, and the containers around them. */
import { type Codec, fromBytes, idOf, toBytes } from "../codec/combinators.ts";
import { type Container, container, containerId } from "../codec/containers.ts";
import { type Block, type Tx, txsOf } from "./types.ts";

/** What of a container is the proposer's. */
export type ProposerHeader = Omit<Extract<Container, { type: "Block" }>, "type" | "parentID" | "block"> &
  Partial<Pick<Extract<Container, { type: "GraniteBlock" }>, "epoch">>;
export type StoredContainer = {
  readonly id: string;
  readonly bytes: Buffer;
  /** Milliseconds. */
  readonly acceptedAt: number;
};
/** Bytes that stay: not a part of a larger memory whose rest would stay with them. */
export const ownedCopy = (bytes: Uint8Array): Buffer => Buffer.from(Uint8Array.from(bytes).buffer);

type Entry = { readonly id: string; readonly bytes: Buffer };

function wrapBlock(frame: ProposerHeader | undefined, parentID: string, block: Buffer): Container {
  if (!frame) return { type: "Option", parentID, block };
  const { epoch, ...rest } = frame;
  return epoch
    ? { type: "GraniteBlock", ...rest, parentID, block, epoch }
    : { type: "Block", ...rest, parentID, block };
}

export function createBlockStore(codec: Codec<Block>, genesis: Block) {
  const first = toBytes(codec, genesis);
  const blocks: Entry[] = [{ id: idOf(first), bytes: first }];
  const containers: StoredContainer[] = [];
  const heights = new Map([[idOf(first), 0]]);
  const positions = new Map<string, number>();
  const places = new Map<string, readonly [height: number, i: number]>();
  const at = (height: number): Block | undefined => {
    const entry = blocks[height];
    return entry && fromBytes(codec, entry.bytes);
  };
  const last = () => blocks.at(-1) as Entry;

  return {
    height: () => blocks.length - 1,
    lastId: () => last().id,
    entry: (height: number): Entry | undefined => blocks[height],
    heightOf: (id: string): number | undefined => heights.get(id),
    at,
    /** Of the transactions in blocks. */
    has: (txID: string): boolean => places.has(txID),
    tx(txID: string): Tx | undefined {
      const [height, i] = places.get(txID) ?? [-1, 0];
      const block = at(height);
      return block && txsOf(block)[i];
    },
    /** Whether what it proposes was not to be. */
    isAborted(txID: string): boolean {
      const decision = at((places.get(txID)?.[0] ?? -1) + 1);
      return decision !== undefined && "type" in decision && decision.type === "BanffAbortBlock";
    },
    /** The next block, whose parent is the last one; without a frame where nobody proposes it. */
    add(block: Block, txIDs: readonly string[], frame: ProposerHeader | undefined, acceptedAt: number) {
      const inner = toBytes(codec, block);
      const outer = wrapBlock(frame, containers.at(-1)?.id ?? last().id, inner);
      const bytes = ownedCopy(toBytes(container, outer));
      // the block's bytes are kept once: within the container's
      const begin = bytes.indexOf(inner);
      const id = idOf(inner);
      const height = blocks.push({ id, bytes: bytes.subarray(begin, begin + inner.length) }) - 1;
      heights.set(id, height);
      txIDs.forEach((txID, i) => void places.set(txID, [height, i]));
      const position = containers.push({ id: containerId(outer), bytes, acceptedAt }) - 1;
      positions.set((containers.at(-1) as StoredContainer).id, position);
    },
    containers: {
      count: () => containers.length,
      at: (position: number): StoredContainer | undefined => containers[position],
      positionOf: (id: string): number | undefined => positions.get(id),
    },
  };
}
export type BlockStore = ReturnType<typeof createBlockStore>;
