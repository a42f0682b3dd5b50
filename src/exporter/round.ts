/** One round of one collector: read, map in slices, and say how it ended. */
import { setImmediate } from "node:timers/promises";
import { Absent, type Entity, type Node, type Session } from "../collectors/collector.ts";
import type { ReadName } from "../contract/contract.ts";
import type { NodeClient } from "../node/client.ts";
import { type FailureReason, NodeError, type Unavailability } from "../node/errors.ts";
import { createSink, type Sink } from "../prometheus/exposition.ts";
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
): Promise<Ended> {
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
  const sinks = new Map<string, Sink>();
  const entities: Offer[] = [];
  const failed: NodeError[] = [];
  const unavailable: NodeError[] = [];
  const slices = createSlices(options.signal);
  for (const { item, outcome } of items) {
    const settled = await outcome;
    if ("cause" in settled) throw settled.cause; // stopped, or a bug: neither is the node's state
    const { error } = settled;
    if (error) (error.unavailable ? unavailable : failed).push(error);
    if ("tells" in settled) {
      const sink = createSink();
      for (const entity of item.map(settled.tells, sink.emit) ?? []) entities.push({ entity, sink });
      sinks.set(item.key, sink);
      if (slices.over()) await slices.next();
    } else if (!error?.unavailable) said.set(item.key, "keep");
  }
  const always = [...sinks.values()].reduce((sum, sink) => sum + sink.series(), 0);
  const dropped = await publish(entities, options.limit - always, session.most, slices);
  for (const [key, sink] of sinks) said.set(key, sink.take());
  return { items: items.length, said, failed, unavailable, dropped, callMs, nodeIds };
}

/** At once, so that no rejection is without its handler while another item is waited for. */
const settle = (answer: Promise<unknown>): Promise<Outcome | { readonly cause: unknown }> =>
  answer.then(
    (tells) => (tells instanceof Absent ? { tells: tells.tells, error: tells.error } : { tells }),
    (cause) => (cause instanceof NodeError ? { error: cause } : { cause }),
  );

type Offer = { readonly entity: Entity; readonly sink: Sink };
const before = ({ entity: a }: Offer, { entity: b }: Offer) => b.share - a.share || (a.id < b.id ? -1 : 1);

/** The largest first, until `room` series are there: what does not fit, and all after it, is left out. How many series that
 *  are. `most`: of one entity. */
async function publish(entities: readonly Offer[], room: number, most: number, slices: Slices): Promise<number> {
  const all = entities.length * most <= room;
  let left = room;
  let dropped = 0;
  for (const { entity, sink } of all ? entities : entities.toSorted(before)) {
    const series = all ? 0 : sink.count(entity.emit);
    if (dropped > 0 || series > left) dropped += series;
    else {
      entity.emit();
      left -= series;
    }
    if (slices.over()) await slices.next();
  }
  return dropped;
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
