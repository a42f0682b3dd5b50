/** Handlers of the container index. */
import type { PathSelector } from "../../node-api/contract.ts";
import { rfc3339 } from "../formats.ts";
import type { StoredContainer } from "../ledger/block-store.ts";
import { createCChainContainers } from "../ledger/c-chain-containers.ts";
import { nodeErrors } from "../node-errors.ts";
import { RpcError } from "../rpc.ts";
import { noId } from "./addresses.ts";
import { asText, type Encoding } from "./encoding.ts";
import type { Context, Handlers } from "./types.ts";

type Index = PathSelector<"index.getLastAccepted">;
type Containers = {
  readonly count: () => number;
  readonly at: (position: number) => StoredContainer | undefined;
  readonly positionOf: (id: string) => number | undefined;
};
const maxRange = 1024;
const nanoseconds = 1_000_000;
const none: Containers = { count: () => 0, at: () => undefined, positionOf: () => undefined };

/** X/tx and X/vtx are empty since the linearization of the X-Chain. */
export function containersOf({ chain, now }: Context, index: Index): Containers {
  switch (index) {
    case "P/block":
      return chain.ledger.at("P", now).blockStore.containers;
    case "X/block":
      return chain.ledger.at("X", now).blockStore.containers;
    case "C/block":
      return createCChainContainers(chain.names, chain.c(now).height, chain.cAcceptedAt);
    case "X/tx":
    case "X/vtx":
      return none;
  }
}

function formatContainer(position: number, { id, bytes, acceptedAt }: StoredContainer, encoding: Encoding = "hex") {
  return {
    id,
    bytes: asText(bytes, encoding),
    timestamp: rfc3339(acceptedAt, ((position + 1) * 7919) % nanoseconds),
    encoding,
    index: String(position),
  };
}

function at(containers: Containers, position: bigint, encoding: Encoding | undefined) {
  const found = position < BigInt(containers.count()) ? containers.at(Number(position)) : undefined;
  if (!found) throw new RpcError(`no container at index ${position}`);
  return formatContainer(Number(position), found, encoding);
}
function positionOf(containers: Containers, id: string): number {
  const position = containers.positionOf(id);
  if (position === undefined) throw new RpcError("not found");
  return position;
}

function range(containers: Containers, start: bigint, count: bigint, encoding: Encoding | undefined) {
  if (count === 0n || count > BigInt(maxRange))
    throw new RpcError(`numToFetch must be in [1,${maxRange}] but is ${count}`);
  const last = containers.count() - 1;
  if (last < 0) throw new RpcError(nodeErrors.noContainers);
  if (start > BigInt(last)) throw new RpcError(`start index (${start}) > last accepted index (${last})`);
  const those = Array.from({ length: Math.min(Number(count), last + 1 - Number(start)) }, (_, i) => start + BigInt(i));
  return those.map((position) => at(containers, position, encoding));
}

export const index = {
  "index.getLastAccepted": (context, { encoding }, name) => {
    const containers = containersOf(context, name);
    if (containers.count() === 0) throw new RpcError(nodeErrors.noContainers);
    return at(containers, BigInt(containers.count() - 1), encoding);
  },
  "index.getContainerByIndex": (context, { index: position = 0, encoding }, name) =>
    at(containersOf(context, name), BigInt(position), encoding),
  "index.getContainerByID": (context, { id = noId, encoding }, name) => {
    const containers = containersOf(context, name);
    return at(containers, BigInt(positionOf(containers, id)), encoding);
  },
  "index.getContainerRange": (context, { startIndex = 0, numToFetch = 0, encoding }, name) => ({
    containers: range(containersOf(context, name), BigInt(startIndex), BigInt(numToFetch), encoding),
  }),
  "index.getIndex": (context, { id = noId }, name) => ({
    index: String(positionOf(containersOf(context, name), id)),
  }),
  "index.isAccepted": (context, { id = noId }, name) => ({
    isAccepted: containersOf(context, name).positionOf(id) !== undefined,
  }),
} satisfies Partial<Handlers>;
