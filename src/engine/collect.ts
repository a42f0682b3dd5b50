/** Runs a collector once: its calls, its observations, the series limit. */
import { createYield, type YieldIfDue } from "../lib/clock.ts";
import type { NodeClient } from "../node-api/client.ts";
import { methodOf, type ReadMethodName } from "../node-api/contract.ts";
import { attempt, type CallRecord, NodeError } from "../node-api/errors.ts";
import { type MapOutput, noItem, type RunClient, type SeriesGroup, type Session } from "./job.ts";
import { type Item, projection } from "./metric.ts";
import { countSeries, type Entry, type Projected, type Updates } from "./store.ts";

/** The result of the calls of a collector run. */
export type RunResult = {
  readonly items: number;
  readonly updates: Updates;
  /** Errors of the items that failed. */
  readonly failed: readonly NodeError[];
  /** Errors of the items that the node does not provide. */
  readonly unavailable: readonly NodeError[];
  /** Series beyond the limit. */
  readonly dropped: number;
  /** Total duration of the calls in milliseconds. */
  readonly callMs: number;
  /** IDs of the nodes that responded: several behind a load balancer. */
  readonly nodeIds: ReadonlySet<string>;
};

export type CollectorClient = Pick<NodeClient, "call" | "nodeId"> & Partial<Pick<NodeClient, "kept">>;
type Options = {
  readonly signal: AbortSignal;
  /** Facts that other collectors have found; none by default. */
  readonly needs?: object;
  /** Milliseconds per call; undefined for the default of the node. */
  readonly timeout: number | undefined;
  /** Maximum number of series. */
  readonly limit: number;
  /** Returns the number of published series of an item, which stay published if the item fails. */
  readonly published?: (item: string) => number;
  /** Returns the time in milliseconds since 1970; that of the system by default. */
  readonly date?: () => number;
};

/** Returns the result of a run that ended with an exception: a bug of the collector is a failed run. */
export const resultOfBug = (collector: string, cause: unknown, updates: Updates = new Map()): RunResult => ({
  items: 1,
  updates,
  failed: [new NodeError(`${collector}: unexpected response`, { code: "schema", cause })],
  unavailable: [],
  dropped: 0,
  callMs: 0,
  nodeIds: new Set(),
});

/** Runs a collector once. Throws the reason of an aborted signal, and errors that are bugs. */
export async function collect(
  session: Session,
  client: CollectorClient,
  { signal, needs = {}, timeout, limit, published = () => 0, date = Date.now }: Options,
): Promise<RunResult> {
  let callMs = 0;
  const nodeIds = new Set<string>();
  const count = ({ nodeId, seconds }: CallRecord) => {
    callMs += seconds * 1000;
    if (nodeId !== undefined) nodeIds.add(nodeId);
  };
  const node: RunClient<ReadMethodName> = {
    call: async (method, params, ...selector) => {
      // Node.js does not check types
      if (methodOf(method).effect !== "read") throw new Error(`${method} is not a method that only reads`);
      const kept = client.kept?.(method, params);
      if (kept !== undefined) {
        const id = client.nodeId();
        if (id !== undefined) nodeIds.add(id);
        return kept;
      }
      const { value, error } = await attempt(client.call({ signal, timeout }, method, params, ...selector));
      const record = error ? error.record : value;
      if (record) count(record);
      if (error) throw error;
      return value.result;
    },
    id: () => [...nodeIds].at(-1) ?? client.nodeId(),
    now: () => new Date(date()),
    ...needs,
  };
  const yieldIfDue = createYield(signal);
  const read = new Map<string, ItemGroups>();
  const kept = new Map<string, "keep">();
  const errors: NodeError[] = [];
  let keptSeries = 0;
  const settle = async (result: Promise<unknown>) => {
    const [answer] = await Promise.allSettled([result]);
    return { answer, readAt: date() / 1000 };
  };
  const project = projection(session.metrics);
  // handlers are attached immediately, to avoid unhandled rejections while earlier items are awaited
  const reads = session.read(node).map((item) => ({ ...item, settled: settle(item.result) }));
  let items = 0;
  for (const { key, map, settled } of reads) {
    const { answer, readAt } = await settled;
    await yieldIfDue();
    if (answer.status === "fulfilled" && answer.value === noItem) continue;
    items++;
    if (answer.status === "fulfilled") {
      const { error, ...groups } = await gather(map(answer.value), project, limit, yieldIfDue);
      read.set(key, { readAt, ...groups });
      if (error) errors.push(error);
    } else if (answer.reason instanceof NodeError) {
      errors.push(answer.reason);
      if (answer.reason.unavailable && !answer.reason.keepsValues) continue;
      kept.set(key, "keep");
      keptSeries += published(key);
    } else throw answer.reason;
  }
  const { entries, dropped } = fitToLimit(read, limit - keptSeries);
  return {
    items,
    updates: new Map<string, Entry | "keep">([...kept, ...entries]),
    failed: errors.filter(({ unavailable }) => !unavailable),
    unavailable: errors.filter(({ unavailable }) => unavailable),
    dropped,
    callMs,
    nodeIds,
  };
}

/** Holds at most twice the limit: a list of 100,000 validators has 1.5 million samples. */
async function gather(
  entries: Iterable<MapOutput>,
  project: ReturnType<typeof projection>,
  maxSeries: number,
  yieldIfDue: YieldIfDue,
) {
  const projected = (observation: Item) => ({ observation, samples: project(observation) });
  const always: Projected[] = [];
  let groups: ProjectedGroup[] = [];
  let error: NodeError | undefined;
  let read = 0;
  let held = 0;
  for (const entry of entries) {
    await yieldIfDue();
    if ("kind" in entry) always.push(projected(entry));
    else if ("observations" in entry) {
      const group = { ...entry, observations: entry.observations.map(projected) };
      const added = countSamples([group]);
      groups.push(group);
      read += added;
      held += added;
      if (held > 2 * maxSeries) {
        groups = pruneGroups(groups, maxSeries);
        held = countSamples(groups);
      }
    } else error = entry.error;
  }
  return { always, groups, dropped: read - held, error };
}

export type ProjectedGroup = Omit<SeriesGroup, "observations"> & { readonly observations: readonly Projected[] };

/** The observations of one item: `always` are always exposed, `groups` can be dropped by the limit. `dropped`: the number of samples
 *  of groups that have been dropped before. */
export type ItemGroups = {
  readonly readAt: number;
  readonly always: readonly Projected[];
  readonly groups: readonly ProjectedGroup[];
  readonly dropped: number;
};

const byPriority = (a: ProjectedGroup, b: ProjectedGroup) => b.priority - a.priority || (a.id < b.id ? -1 : 1);
export const countSamples = (groups: readonly ProjectedGroup[]) =>
  groups.reduce((sum, group) => sum + countSeries(group), 0);

/** Returns the number of groups, in this order, that fit into `room` series, up to the first one that does not fit. */
function countFitting(groups: readonly ProjectedGroup[], room: number): number {
  let left = room;
  const end = groups.findIndex((group) => {
    left -= countSeries(group);
    return left < 0;
  });
  return end < 0 ? groups.length : end;
}

/** Drops groups that cannot fit any more, whatever else is read. */
export function pruneGroups(groups: readonly ProjectedGroup[], maxSeries: number): ProjectedGroup[] {
  const sorted = groups.toSorted(byPriority);
  const kept = new Set(sorted.slice(0, countFitting(sorted, maxSeries) + 1)); // the first that does not fit ends the list
  return groups.filter((group) => kept.has(group));
}

/** Returns the entry of each item with the observations that fit into the limit, and the number of dropped samples. */
export function fitToLimit(items: ReadonlyMap<string, ItemGroups>, maxSeries: number) {
  const all = [...items.values()];
  const always = all.reduce((sum, item) => sum + countSeries({ observations: item.always }), 0);
  const groups = all.flatMap((item) => item.groups).toSorted(byPriority);
  const fitting = new Set(groups.slice(0, countFitting(groups, maxSeries - always)));
  const entries = new Map<string, Entry>();
  let dropped = 0;
  for (const [item, { readAt, always, groups, dropped: before }] of items) {
    const exposed = groups.filter((group) => fitting.has(group));
    entries.set(item, { readAt, observations: [always, ...exposed.map(({ observations }) => observations)].flat() });
    dropped += before + countSamples(groups) - countSamples(exposed);
  }
  return { entries, dropped };
}
