/** Current samples of one node, rendered and compressed per collector run, joined on change. */
import { type Block, type Body, join, toBlock, toBlockSync } from "./block.ts";
import { type NodeLabels, renderFamilies } from "./exposition.ts";
import { cleanLabels, type Labels } from "./labels.ts";
import type { AnyMetric } from "./metric.ts";
import type { Sample } from "./sample.ts";
import { createYield, type YieldIfDue } from "./yield.ts";

/** Families in the order of the page, with their HELP and TYPE lines. */
export type Layout = ReadonlyMap<AnyMetric, Block>;

/** Samples of each item after a collector run; "keep" retains the samples of earlier runs. Items without an entry are removed. */
export type ItemUpdates = ReadonlyMap<string, readonly Sample[] | "keep">;

/** Rendered samples of one collector run. */
type Snapshot = {
  /** By item. */
  readonly items: ReadonlyMap<string, readonly Sample[]>;
  readonly byMetric: ReadonlyMap<AnyMetric, readonly Sample[]>;
  readonly blocks: ReadonlyMap<AnyMetric, Block>;
  /** Number of samples. */
  readonly series: number;
  /** Monotonic milliseconds. */
  readonly expiresAt: number;
};

type RenderOptions = {
  readonly added: NodeLabels;
  readonly yieldIfDue: YieldIfDue;
};

/** Renders and compresses samples. Reuses the blocks of `previous` whose text is unchanged. */
async function renderSnapshot(
  items: Snapshot["items"],
  previous: Snapshot | undefined,
  { added, yieldIfDue }: RenderOptions,
): Promise<Omit<Snapshot, "expiresAt">> {
  const samples = [...items.values()].flat();
  const parts = new Map<AnyMetric, Uint8Array[]>();
  for (const [metric, part] of renderFamilies(samples, added)) {
    const family = parts.get(metric);
    if (family) family.push(part);
    else parts.set(metric, [part]);
    await yieldIfDue();
  }
  const blocks = new Map<AnyMetric, Block>();
  for (const [metric, family] of parts) {
    const plain = Buffer.concat(family);
    const known = previous?.blocks.get(metric);
    const isSame = known && Buffer.compare(known.plain, plain) === 0;
    blocks.set(metric, isSame ? known : await toBlock(plain));
    await yieldIfDue();
  }
  return { items, byMetric: Map.groupBy(samples, ({ metric }) => metric), blocks, series: samples.length };
}

/** Returns the current samples of a metric. */
export type SamplesOf = (metric: AnyMetric) => readonly Sample[];
type PageOptions = {
  readonly layout: Layout;
  /** Returns monotonic milliseconds. */
  readonly now: () => number;
  /** Returns samples that follow from those of the collectors. */
  readonly derive?: (samplesOf: SamplesOf) => readonly Sample[];
  /** Returns the ID of the queried node; undefined until it is known. */
  readonly nodeId?: () => string | undefined;
};

/** Creates an empty page. */
export function createPage({ layout, now, derive = () => [], nodeId = () => undefined }: PageOptions) {
  /** Snapshots by collector: retained items of earlier runs, then the last run. */
  const published = new Map<string, readonly Snapshot[]>();
  let common: Labels = {};
  let joined: { readonly body: Body; readonly expiresAt: number } | undefined;

  const added = (): NodeLabels => ({ common, ofNode: cleanLabels({ node_id: nodeId() ?? "" }) });
  function snapshotsOf(collector: string): readonly Snapshot[] {
    return (published.get(collector) ?? []).filter(({ expiresAt }) => expiresAt > now());
  }
  /** Returns all snapshots in an order that does not depend on the order of the runs. */
  const allSnapshots = () => [...published.keys()].sort().flatMap(snapshotsOf);
  const samplesOf: SamplesOf = (metric) => allSnapshots().flatMap(({ byMetric }) => byMetric.get(metric) ?? []);
  function set(collector: string, snapshots: readonly Snapshot[]) {
    published.set(collector, snapshots);
    joined = undefined;
  }

  return {
    /** Replaces the samples of a collector atomically. The new ones are stale after `staleAfterMs`. Throws the reason of the signal
     *  if it is aborted. */
    async publish(collector: string, updates: ItemUpdates, staleAfterMs: number, signal: AbortSignal) {
      const options = { added: added(), yieldIfDue: createYield(signal) };
      const before = snapshotsOf(collector);
      const kept: Snapshot[] = [];
      for (const snapshot of before) {
        const items = new Map([...snapshot.items].filter(([item]) => updates.get(item) === "keep"));
        const isWhole = items.size === snapshot.items.size;
        if (items.size > 0)
          kept.push(isWhole ? snapshot : { ...snapshot, ...(await renderSnapshot(items, snapshot, options)) });
      }
      const fresh = new Map([...updates].flatMap(([item, samples]) => (samples === "keep" ? [] : [[item, samples]])));
      const snapshot = await renderSnapshot(fresh, before.at(-1), options);
      signal.throwIfAborted();
      set(collector, [...kept, { ...snapshot, expiresAt: now() + staleAfterMs }]);
    },
    /** Returns updates that keep every published item, for a run that failed as a whole. */
    unchanged: (collector: string): ItemUpdates =>
      new Map(snapshotsOf(collector).flatMap(({ items }) => [...items.keys()].map((item) => [item, "keep"]))),
    /** Removes all samples. The samples of later runs have the labels `common`. */
    clear(labels: Labels = {}) {
      published.clear();
      common = labels;
      joined = undefined;
    },
    /** Derives samples again for the next page. */
    refresh() {
      joined = undefined;
    },
    /** Returns whether a collector has published samples. */
    isEmpty: () => published.size === 0,
    /** Removes the samples of a collector. */
    remove: (collector: string) => set(collector, []),
    /** Returns the number of series of a collector. */
    series: (collector: string): number => snapshotsOf(collector).reduce((sum, { series }) => sum + series, 0),
    /** Returns the number of series of one item of a collector. */
    itemSeries: (collector: string, item: string): number =>
      snapshotsOf(collector).reduce((sum, { items }) => sum + (items.get(item)?.length ?? 0), 0),
    /** Returns the samples of one metric. */
    samplesOf,
    /** Returns the rendered page: the same object until a sample changes or expires. */
    body(): Body {
      if (joined && joined.expiresAt > now()) return joined.body;
      const snapshots = allSnapshots();
      const derived = new Map<AnyMetric, Uint8Array[]>();
      for (const [metric, part] of renderFamilies(derive(samplesOf), added()))
        derived.set(metric, [...(derived.get(metric) ?? []), part]);
      const blocks = [...layout].flatMap(([metric, header]) => {
        const own = derived.get(metric);
        const family = [
          ...snapshots.flatMap((snapshot) => snapshot.blocks.get(metric) ?? []),
          ...(own ? [toBlockSync(Buffer.concat(own))] : []),
        ];
        return family.length > 0 ? [header, ...family] : [];
      });
      const expiresAt = Math.min(...snapshots.map((snapshot) => snapshot.expiresAt));
      joined = { body: join(blocks), expiresAt };
      return joined.body;
    },
  };
}
