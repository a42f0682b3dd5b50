/** One round of one collector: read, map in slices, and say how it ended. */
import { setImmediate } from "node:timers/promises";
import { Absent, type Entity, type Node, type Session } from "../collectors/collector.ts";
import type { ReadName } from "../contract/contract.ts";
import type { NodeClient } from "../node/client.ts";
import { type FailureReason, NodeError, type Unavailability } from "../node/errors.ts";
import { createSink, type Fragment, type Sink } from "../prometheus/exposition.ts";
import type { Said } from "../prometheus/page.ts";

export type Ended = {
  /** How many items there were. */
  readonly items: number;
  /** What each item has to say to the page. */
  readonly said: ReadonlyMap<string, Said>;
  /** The items that failed. */
  readonly failed: readonly NodeError[];
  /** The items that the node does not offer. */
  readonly unavailable: readonly NodeError[];
  /** Series left out by the limit. */
  readonly dropped: number;
  /** Milliseconds that the node worked on the calls, as far as can be seen. */
  readonly callMs: number;
  /** The nodes that answered: more than one behind a load balancer. */
  readonly nodeIds: ReadonlySet<string>;
};

type Options = { readonly signal: AbortSignal; readonly timeout: number | undefined; readonly limit: number };
type Outcome = { readonly tells?: unknown; readonly error?: NodeError };

const sliceMs = 5;

export async function runRound(
  session: Session,
  client: Pick<NodeClient, "call" | "nodeId">,
  options: Options,
  sink = createSink(),
): Promise<Ended> {
  sink.take(); // of a round that was broken off
  let callMs = 0;
  const nodeIds = new Set<string>();
  const onEnd = ({ nodeId, seconds }: { nodeId: string | undefined; seconds: number }) => {
    callMs += seconds * 1000;
    if (nodeId !== undefined) nodeIds.add(nodeId);
  };
  const node: Node<ReadName> = {
    call: (method, params, ...at) => client.call({ ...options, onEnd }, method, params, ...at),
    id: () => [...nodeIds].at(-1) ?? client.nodeId(),
  };
  const items = session.start(node).map((item) => ({ item, outcome: settle(item.answer) }));
  const said = new Map<string, Said>();
  const told: Told[] = [];
  const failed: NodeError[] = [];
  const unavailable: NodeError[] = [];
  const slices = createSlices(options.signal);
  let room = options.limit;
  for (const { item, outcome } of items) {
    const settled = await outcome;
    if ("cause" in settled) throw settled.cause; // stopped, or a bug: neither is the node's state
    const { error } = settled;
    if (error) (error.unavailable ? unavailable : failed).push(error);
    if ("tells" in settled) {
      const entities = [...(item.map(settled.tells, sink.emit) ?? [])];
      const always = sink.take();
      room -= always.reduce((sum, { series }) => sum + series, 0);
      told.push({ key: item.key, always, entities });
      if (slices.over()) await slices.next();
    } else if (!error?.unavailable) said.set(item.key, "keep");
  }
  const { isChosen, dropped } = await choose(
    told.flatMap(({ entities }) => entities),
    { room, most: session.most, sink, slices },
  );
  for (const { key, always, entities } of told) {
    for (const entity of entities) {
      if (isChosen(entity)) entity.emit();
      if (slices.over()) await slices.next();
    }
    said.set(key, [...always, ...sink.take()]);
  }
  return { items: items.length, said, failed, unavailable, dropped, callMs, nodeIds };
}

/** At once, so that no rejection is without its handler while another item is waited for. */
const settle = (answer: Promise<unknown>): Promise<Outcome | { readonly cause: unknown }> =>
  answer.then(
    (tells) => (tells instanceof Absent ? { tells: tells.tells, error: tells.error } : { tells }),
    (cause) => (cause instanceof NodeError ? { error: cause } : { cause }),
  );

/** One item: what it always says, and the entities that it would tell of. */
type Told = { readonly key: string; readonly always: readonly Fragment[]; readonly entities: readonly Entity[] };
type Space = {
  /** Series. */
  readonly room: number;
  /** Series of one entity. */
  readonly most: number;
  readonly sink: Sink;
  readonly slices: Slices;
};
const before = (a: Entity, b: Entity) => b.share - a.share || (a.id < b.id ? -1 : 1);

/** Those that there is room for, the largest first: what does not fit, and all after it, is left out. How many series that are. */
async function choose(entities: readonly Entity[], { room, most, sink, slices }: Space) {
  if (entities.length * most <= room) return { isChosen: () => true, dropped: 0 };
  const chosen = new Set<Entity>();
  let left = room;
  let dropped = 0;
  for (const entity of entities.toSorted(before)) {
    const series = sink.count(entity.emit);
    if (dropped > 0 || series > left) dropped += series;
    else {
      chosen.add(entity);
      left -= series;
    }
    if (slices.over()) await slices.next();
  }
  return { isChosen: (entity: Entity) => chosen.has(entity), dropped };
}

/** Work in slices, between which other work may pass. */
function createSlices(signal: AbortSignal) {
  let end = performance.now() + sliceMs;
  return {
    over: () => performance.now() >= end,
    async next() {
      await setImmediate(undefined, { signal });
      end = performance.now() + sliceMs;
    },
  };
}
type Slices = ReturnType<typeof createSlices>;

/** How a round went as a whole. */
export type Verdict =
  | { readonly kind: "ok" }
  | { readonly kind: "unavailable"; readonly what: Unavailability; readonly error: NodeError }
  | { readonly kind: "failed"; readonly reason: FailureReason; readonly worked: boolean; readonly error: NodeError };

/** Failed where any item did; unavailable where there was nothing else. */
export function verdict({ items, failed, unavailable }: Ended): Verdict {
  const [failure] = failed;
  if (failure) {
    const worked = failed.some((one) => one.worked);
    return { kind: "failed", reason: failure.reason as FailureReason, worked, error: failure };
  }
  if (unavailable.length < items) return { kind: "ok" };
  // the one that may end soonest says when to ask again
  const error = unavailable.find((one) => one.unavailable === "bootstrapping" || one.unavailable === "empty_index");
  const shown = error ?? unavailable[0];
  return shown?.unavailable ? { kind: "unavailable", what: shown.unavailable, error: shown } : { kind: "ok" };
}
