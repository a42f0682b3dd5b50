/** Blocks of one chain in their binary form, with the containers around them. */
import { type Codec, fromBytes, idOf, toBytes } from "../codec/combinators.ts";
import { type Container, container, containerId } from "../codec/containers.ts";
import { type Block, type Tx, txsOf } from "./types.ts";

/** Proposervm header of a container. */
export type ProposerHeader = Omit<Extract<Container, { type: "Block" }>, "type" | "parentID" | "block"> &
  Partial<Pick<Extract<Container, { type: "GraniteBlock" }>, "epoch">>;
export type StoredContainer = {
  readonly id: string;
  readonly bytes: Buffer;
  /** Milliseconds. */
  readonly acceptedAt: number;
};
/** Copies bytes to their own buffer, so that a larger one can be freed. */
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
    tx(txID: string): Tx | undefined {
      const [height, i] = places.get(txID) ?? [-1, 0];
      const block = at(height);
      return block && txsOf(block)[i];
    },
    /** Whether the proposal was aborted. */
    isAborted(txID: string): boolean {
      const decision = at((places.get(txID)?.[0] ?? -1) + 1);
      return decision !== undefined && "type" in decision && decision.type === "BanffAbortBlock";
    },
    /** Appends a block. `frame` is undefined for a block without proposer. */
    add(block: Block, txIDs: readonly string[], frame: ProposerHeader | undefined, acceptedAt: number) {
      const inner = toBytes(codec, block);
      const outer = wrapBlock(frame, containers.at(-1)?.id ?? last().id, inner);
      const bytes = ownedCopy(toBytes(container, outer));
      // the block shares the memory of its container
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
