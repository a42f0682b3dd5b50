/** One round of one collector: read, map in slices, and say how it ended. */
import { Absent, type Entity, type Node, type Session } from "../collectors/collector.ts";
import type { ReadName } from "../contract/contract.ts";
import type { NodeClient } from "../node/client.ts";
import { type FailureReason, NodeError, type Unavailability } from "../node/errors.ts";
import type { Said } from "../prometheus/page.ts";
import { createSink, type Part, type Sink } from "../prometheus/sink.ts";
import { createSlices, type Slices, sortInSlices } from "./slices.ts";

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

type Options = {
  readonly signal: AbortSignal;
  readonly timeout: number | undefined;
  /** Series. */
  readonly limit: number;
  /** Returns the number of published series of an item, which stay published if the item fails. */
  readonly published?: (item: string) => number;
};
type Outcome = { readonly tells?: unknown; readonly error?: NodeError };

export async function runRound(
  session: Session,
  client: Pick<NodeClient, "call" | "nodeId">,
  options: Options,
  sink = createSink(),
): Promise<Ended> {
  sink.discard(); // of a round that was broken off
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
  const parts: Parts = new Map();
  const told: Told[] = [];
  const failed: NodeError[] = [];
  const unavailable: NodeError[] = [];
  const slices = createSlices(options.signal);
  const { limit } = options;
  let fits = true;
  let retained = 0;
  for (const { item, outcome } of items) {
    const settled = await outcome;
    if (slices.over()) await slices.next(); // a large answer has just been read
    if ("cause" in settled) throw settled.cause; // stopped, or a bug: neither is the node's state
    const { error } = settled;
    if (error) (error.unavailable ? unavailable : failed).push(error);
    if ("tells" in settled) {
      const tell = () => item.map(settled.tells, sink.emit) ?? [];
      told.push({ key: item.key, tell });
      if (fits) fits = await tellAll(tell(), { limit, sink, slices });
      parts.set(item.key, sink.take());
      if (slices.over()) await slices.next();
    } else if (!error?.unavailable) {
      parts.set(item.key, "keep");
      retained += options.published?.(item.key) ?? 0;
    }
  }
  const space = { limit: limit - retained, sink, slices };
  const dropped = fits && sink.series() <= space.limit ? 0 : await tellHeaviest(told, parts, space);
  const toFragment = sink.end();
  const said = new Map([...parts].map(([key, of]) => [key, of === "keep" ? of : of.map(toFragment)]));
  return { items: items.length, said, failed, unavailable, dropped, callMs, nodeIds };
}

/** At once, so that no rejection is without its handler while another item is waited for. */
const settle = (answer: Promise<unknown>): Promise<Outcome | { readonly cause: unknown }> =>
  answer.then(
    (tells) => (tells instanceof Absent ? { tells: tells.tells, error: tells.error } : { tells }),
    (cause) => (cause instanceof NodeError ? { error: cause } : { cause }),
  );

type Parts = Map<string, readonly Part[] | "keep">;
/** An item, and what it has to say, as often as it is asked. */
type Told = { readonly key: string; readonly tell: () => Iterable<Entity> };
type Space = {
  /** Series. */
  readonly limit: number;
  readonly sink: Sink;
  readonly slices: Slices;
};

/** As it comes, as nearly always there is room for everything: nothing is held, and what is made is soon garbage. Whether
 *  there was room. */
async function tellAll(entities: Iterable<Entity>, { limit, sink, slices }: Space): Promise<boolean> {
  for (const { emit } of entities) {
    emit();
    if (sink.series() > limit) return false;
    if (slices.over()) await slices.next();
  }
  return sink.series() <= limit;
}

const before = (a: Entity, b: Entity) => b.share - a.share || (a.id < b.id ? -1 : 1);

/** Once more from the beginning: what is always said, and of the entities those that there is room for, the largest first.
 *  What does not fit, and all after it, is left out: how many series that are. */
async function tellHeaviest(told: readonly Told[], parts: Parts, { limit, sink, slices }: Space): Promise<number> {
  sink.discard();
  const items: { readonly key: string; readonly entities: readonly Entity[]; readonly always: readonly Part[] }[] = [];
  for (const { key, tell } of told) {
    const entities: Entity[] = [];
    for (const entity of tell()) {
      entities.push(entity);
      if (slices.over()) await slices.next();
    }
    items.push({ key, entities, always: sink.take() });
    if (slices.over()) await slices.next();
  }
  let left = limit - sink.series();
  let dropped = 0;
  const chosen = new Set<Entity>();
  const all = items.flatMap(({ entities }) => entities);
  for (const entity of await sortInSlices(all, before, slices)) {
    const series = sink.count(entity.emit);
    if (dropped > 0 || series > left) dropped += series;
    else {
      chosen.add(entity);
      left -= series;
    }
    if (slices.over()) await slices.next();
  }
  for (const { key, entities, always } of items) {
    for (const entity of entities) {
      if (chosen.has(entity)) entity.emit();
      if (slices.over()) await slices.next();
    }
    parts.set(key, [...always, ...sink.take()]);
  }
  return dropped;
}

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
