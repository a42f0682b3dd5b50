/** The container index: what was accepted, in order. */
import type { PathSelector } from "../../contract/contract.ts";
import { rfc3339 } from "../formats.ts";
import type { Contained } from "../ledger/book.ts";
import { createOpaque } from "../ledger/opaque.ts";
import { RefusalError } from "../rpc.ts";
import { texts } from "../texts.ts";
import { noId } from "./addresses.ts";
import type { Answers, Context } from "./answer.ts";
import { asText, type Encoding } from "./contents.ts";

type Index = PathSelector<"index.getLastAccepted">;
type Containers = {
  readonly count: () => number;
  readonly at: (position: number) => Contained | undefined;
  readonly positionOf: (id: string) => number | undefined;
};
const most = 1024;
const nanoseconds = 1_000_000;
const none: Containers = { count: () => 0, at: () => undefined, positionOf: () => undefined };

/** Transactions and vertices got none since the X-Chain became linear. */
export function containersOf({ chain, now }: Context, index: Index): Containers {
  switch (index) {
    case "P/block":
      return chain.ledger.at("P", now).book.containers;
    case "X/block":
      return chain.ledger.at("X", now).book.containers;
    case "C/block":
      return createOpaque(chain.names, chain.c(now).height, chain.cAcceptedAt);
    case "X/tx":
    case "X/vtx":
      return none;
  }
}

function written(position: number, { id, bytes, acceptedAt }: Contained, encoding: Encoding = "hex") {
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
  if (!found) throw new RefusalError(`no container at index ${position}`);
  return written(Number(position), found, encoding);
}
function positionOf(containers: Containers, id: string): number {
  const position = containers.positionOf(id);
  if (position === undefined) throw new RefusalError("not found");
  return position;
}

function range(containers: Containers, start: bigint, count: bigint, encoding: Encoding | undefined) {
  if (count === 0n || count > BigInt(most)) throw new RefusalError(`numToFetch must be in [1,${most}] but is ${count}`);
  const last = containers.count() - 1;
  if (last < 0) throw new RefusalError(texts.noContainers);
  if (start > BigInt(last)) throw new RefusalError(`start index (${start}) > last accepted index (${last})`);
  const those = Array.from({ length: Math.min(Number(count), last + 1 - Number(start)) }, (_, i) => start + BigInt(i));
  return those.map((position) => at(containers, position, encoding));
}

export const index = {
  "index.getLastAccepted": (context, { encoding }, name) => {
    const containers = containersOf(context, name);
    if (containers.count() === 0) throw new RefusalError(texts.noContainers);
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
} satisfies Answers;
