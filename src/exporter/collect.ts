/** Runs a collector once: its calls, its samples, the series limit. */
import { methodOf, type ReadMethodName } from "../api/contract.ts";
import type { MapOutput, RunClient, Session } from "../collectors/collector.ts";
import { cleanLabels, type Labels } from "../exposition/labels.ts";
import type { ItemUpdates } from "../exposition/page.ts";
import type { Sample } from "../exposition/sample.ts";
import { createYield, type YieldIfDue } from "../exposition/yield.ts";
import type { NodeClient } from "../rpc/client.ts";
import { NodeError } from "../rpc/errors.ts";
import { countSamples, fitToLimit, type Group, type ItemSamples, pruneGroups } from "./limit.ts";

/** The result of the calls of a collector run. */
export type RunResult = {
  /** The number of items. */
  readonly items: number;
  readonly updates: ItemUpdates;
  /** Errors of the items that failed. */
  readonly failed: readonly NodeError[];
  /** Errors of the items that the node does not provide. */
  readonly unavailable: readonly NodeError[];
  /** Series beyond the limit. */
  readonly dropped: number;
  /** The number of calls: 0 if there was nothing to collect. */
  readonly calls: number;
  /** Total duration of the calls in milliseconds. */
  readonly callMs: number;
  /** IDs of the nodes that responded: several behind a load balancer. */
  readonly nodeIds: ReadonlySet<string>;
};

/** Client of the node, with what other collectors know: the chains that it runs, their subnets and L1s, and the name of its network. */
export type CollectorClient = Pick<NodeClient, "call" | "nodeId"> &
  Partial<Pick<RunClient<never>, "subnets" | "chains" | "disconnected" | "network">>;
type Options = {
  readonly signal: AbortSignal;
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
export const resultOfBug = (collector: string, cause: unknown, updates: ItemUpdates = new Map()): RunResult => ({
  items: 1,
  updates,
  failed: [new NodeError(`${collector}: unexpected response`, { kind: "schema", cause })],
  unavailable: [],
  dropped: 0,
  calls: 0,
  callMs: 0,
  nodeIds: new Set(),
});

/** Runs a collector once. Throws the reason of an aborted signal, and errors that are bugs. */
export async function collect(
  session: Session,
  client: CollectorClient,
  { signal, timeout, limit, published = () => 0, date = Date.now }: Options,
): Promise<RunResult> {
  let calls = 0;
  let callMs = 0;
  const nodeIds = new Set<string>();
  const onEnd = ({ nodeId, seconds }: { nodeId: string | undefined; seconds: number }) => {
    callMs += seconds * 1000;
    if (nodeId !== undefined) nodeIds.add(nodeId);
  };
  const node: RunClient<ReadMethodName> = {
    call: (method, params, ...selector) => {
      // Node.js does not check types
      if (methodOf(method).effect !== "read") throw new Error(`${method} is not a method that only reads`);
      calls++;
      return client.call({ signal, timeout, onEnd }, method, params, ...selector);
    },
    id: () => [...nodeIds].at(-1) ?? client.nodeId(),
    subnets: () => client.subnets?.() ?? [],
    chains: () => client.chains?.() ?? [],
    disconnected: (subnetId) => client.disconnected?.(subnetId) ?? new Set(),
    network: async () => client.network?.(),
  };
  const yieldIfDue = createYield(signal);
  const read = new Map<string, ItemSamples>();
  const updates = new Map<string, readonly Sample[] | "keep">();
  const errors: NodeError[] = [];
  let keptSeries = 0;
  // handlers are attached immediately, to avoid unhandled rejections while earlier items are awaited
  const items = session.read(node).map((item) => ({ ...item, settled: Promise.allSettled([item.result]) }));
  for (const { key, map, settled } of items) {
    const [answer] = await settled;
    await yieldIfDue();
    if (answer.status === "fulfilled") {
      const { error, ...entries } = await gatherSamples(map(answer.value, date() / 1000), limit, yieldIfDue);
      read.set(key, entries);
      if (error) errors.push(error);
    } else if (answer.reason instanceof NodeError) {
      errors.push(answer.reason);
      if (answer.reason.unavailable) continue;
      updates.set(key, "keep");
      keptSeries += published(key);
    } else throw answer.reason;
  }
  const { samples, dropped } = fitToLimit(read, limit - keptSeries);
  return {
    items: items.length,
    updates: new Map([...updates, ...samples]),
    failed: errors.filter(({ unavailable }) => !unavailable),
    unavailable: errors.filter(({ unavailable }) => unavailable),
    dropped,
    calls,
    callMs,
    nodeIds,
  };
}

/** Returns a function that cleans the labels of a sample. Samples in a row share their labels. */
function createSampleCleaner() {
  let original: Labels | undefined;
  let labels: Labels | undefined;
  return (sample: Sample): Sample => {
    if (sample.labels !== original) labels = sample.labels && cleanLabels(sample.labels);
    original = sample.labels;
    return labels === original ? sample : { ...sample, labels };
  };
}

/** Holds at most twice the limit: a list of 100,000 validators has 1.5 million samples. */
async function gatherSamples(entries: Iterable<MapOutput>, maxSeries: number, yieldIfDue: YieldIfDue) {
  const clean = createSampleCleaner();
  const samples: Sample[] = [];
  let groups: Group[] = [];
  let error: NodeError | undefined;
  let read = 0;
  let held = 0;
  for (const entry of entries) {
    await yieldIfDue();
    if (entry === undefined) continue;
    if ("metric" in entry) samples.push(clean(entry));
    else if ("samples" in entry) {
      const known = entry.samples.filter((sample) => sample !== undefined).map(clean);
      groups.push({ ...entry, samples: known });
      read += known.length;
      held += known.length;
      if (held > 2 * maxSeries) {
        groups = pruneGroups(groups, maxSeries);
        held = countSamples(groups);
      }
    } else error = entry.error;
  }
  return { samples, groups, dropped: read - held, error };
}
