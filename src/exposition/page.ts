/** Current samples of one node. Their lines are formatted once per collector run, and joined on change. */
import { createLineFormatter, type NodeLabels } from "./exposition.ts";
import { cleanLabels, type Labels } from "./labels.ts";
import type { AnyMetric } from "./metric.ts";
import type { Sample } from "./sample.ts";
import { createYield, type YieldIfDue } from "./yield.ts";

/** Families in the order of the page, with their HELP and TYPE lines. */
export type Layout = ReadonlyMap<AnyMetric, string>;

/** Samples of each item after a collector run; "keep" retains the samples of earlier runs. Items without an entry are removed. */
export type ItemUpdates = ReadonlyMap<string, readonly Sample[] | "keep">;

type Family = { readonly samples: readonly Sample[]; readonly text: string };

/** Formatted samples of one collector run. */
type Snapshot = {
  /** By item. */
  readonly items: ReadonlyMap<string, readonly Sample[]>;
  readonly families: ReadonlyMap<AnyMetric, Family>;
  /** Number of samples. */
  readonly series: number;
  /** Monotonic milliseconds. */
  readonly expiresAt: number;
};

/** Formats samples in their order: those of a validator share labels, which are formatted once. */
async function formatSnapshot(
  items: Snapshot["items"],
  added: NodeLabels,
  yieldIfDue: YieldIfDue,
): Promise<Omit<Snapshot, "expiresAt">> {
  const format = createLineFormatter(added);
  const groups = new Map<AnyMetric, { readonly samples: Sample[]; readonly lines: string[] }>();
  let series = 0;
  for (const samples of items.values()) {
    for (const sample of samples) {
      const group = groups.get(sample.metric) ?? { samples: [], lines: [] };
      if (group.samples.push(sample) === 1) groups.set(sample.metric, group);
      group.lines.push(format(sample));
      if (++series % 100 === 0) await yieldIfDue();
    }
  }
  const families = new Map<AnyMetric, Family>();
  for (const [metric, { samples, lines }] of groups) {
    families.set(metric, { samples, text: lines.join("") });
    await yieldIfDue();
  }
  return { items, families, series };
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
  let joined: { readonly text: string; readonly expiresAt: number } | undefined;

  const added = (): NodeLabels => ({ common, ofNode: cleanLabels({ node_id: nodeId() ?? "" }) });
  function snapshotsOf(collector: string): readonly Snapshot[] {
    return (published.get(collector) ?? []).filter(({ expiresAt }) => expiresAt > now());
  }
  /** Returns all snapshots in an order that does not depend on the order of the runs. */
  const allSnapshots = () => [...published.keys()].sort().flatMap(snapshotsOf);
  const samplesOf: SamplesOf = (metric) =>
    allSnapshots().flatMap(({ families }) => families.get(metric)?.samples ?? []);
  function set(collector: string, snapshots: readonly Snapshot[]) {
    published.set(collector, snapshots);
    joined = undefined;
  }

  return {
    /** Replaces the samples of a collector atomically. The new ones are stale after `staleAfterMs`. Throws the reason of the signal
     *  if it is aborted. */
    async publish(collector: string, updates: ItemUpdates, staleAfterMs: number, signal: AbortSignal) {
      const yieldIfDue = createYield(signal);
      const before = snapshotsOf(collector);
      const kept: Snapshot[] = [];
      for (const snapshot of before) {
        const items = new Map([...snapshot.items].filter(([item]) => updates.get(item) === "keep"));
        const isWhole = items.size === snapshot.items.size;
        if (items.size > 0)
          kept.push(isWhole ? snapshot : { ...snapshot, ...(await formatSnapshot(items, added(), yieldIfDue)) });
      }
      const fresh = new Map([...updates].flatMap(([item, samples]) => (samples === "keep" ? [] : [[item, samples]])));
      const snapshot = await formatSnapshot(fresh, added(), yieldIfDue);
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
    /** Returns the text of the page. It is joined once until a sample changes or expires. */
    text(): string {
      if (joined && joined.expiresAt > now()) return joined.text;
      const snapshots = allSnapshots();
      const derived = Map.groupBy(derive(samplesOf), ({ metric }) => metric);
      const format = createLineFormatter(added());
      const parts = [...layout].flatMap(([metric, header]) => {
        const texts = snapshots.flatMap(({ families }) => families.get(metric)?.text ?? []);
        const own = derived.get(metric)?.map(format) ?? [];
        return texts.length + own.length > 0 ? [header, ...texts, ...own] : [];
      });
      const expiresAt = Math.min(...snapshots.map((snapshot) => snapshot.expiresAt));
      joined = { text: parts.join(""), expiresAt };
      return joined.text;
    },
  };
}
