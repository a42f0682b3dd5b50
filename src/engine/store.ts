/** The current observations of one node, with their text. Lines are formatted once per collector run. */
import { type Clock, createYield, type YieldIfDue } from "../lib/clock.ts";
import { createLineFormatter, type RunLines } from "./exposition.ts";
import type { AnyKind, AnyMetric, Item, Kind, Sample } from "./metric.ts";

export type Projected = { readonly observation: Item; readonly samples: readonly Sample[] };
/** The observations that a collector run has read from one answer. */
export type Entry = {
  /** Time of the answer in Unix seconds. */
  readonly readAt: number;
  readonly observations: readonly Projected[];
};
/** Entries by item after a collector run; "keep" retains those of earlier runs. Items without an entry are removed. */
export type Updates = ReadonlyMap<string, Entry | "keep">;

/** An observation, and the time at which it was read in Unix seconds. */
export type Observed<T> = { readonly value: T; readonly readAt: number };
/** Returns the current observations of a kind. */
export type Observations = <T>(kind: Kind<T>) => readonly Observed<T>[];

/** Formatted observations of one collector run. */
type Snapshot = RunLines & {
  /** By item. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly byKind: ReadonlyMap<AnyKind, readonly Observed<object>[]>;
  /** Number of samples. */
  readonly series: number;
  /** Monotonic milliseconds. */
  readonly expiresAt: number;
};

export const countSeries = ({ observations }: Pick<Entry, "observations">) =>
  observations.reduce((sum, { samples }) => sum + samples.length, 0);

/** Formats samples in their order: those of an observation share labels, which are formatted once. */
async function formatSnapshot(
  entries: Snapshot["entries"],
  yieldIfDue: YieldIfDue,
): Promise<Omit<Snapshot, "expiresAt" | "nodeId">> {
  const format = createLineFormatter();
  const lines = new Map<AnyMetric, string[]>();
  const byKind = new Map<AnyKind, Observed<object>[]>();
  let series = 0;
  for (const { observations, readAt } of entries.values()) {
    for (const { observation, samples } of observations) {
      const same = byKind.get(observation.kind) ?? [];
      if (same.push({ value: observation.value, readAt }) === 1) byKind.set(observation.kind, same);
      for (const sample of samples) {
        const ofMetric = lines.get(sample.metric) ?? [];
        if (ofMetric.push(format(sample)) === 1) lines.set(sample.metric, ofMetric);
        if (++series % 100 === 0) await yieldIfDue();
      }
    }
  }
  const texts = new Map<AnyMetric, string>();
  for (const [metric, ofMetric] of lines) {
    texts.set(metric, ofMetric.join(""));
    await yieldIfDue();
  }
  return { entries, texts, byKind, series };
}

/** Creates an empty store. `now` returns monotonic milliseconds. */
export function createStore({ now }: Pick<Clock, "now">) {
  /** Snapshots by collector: retained items of earlier runs, then the last run. */
  const published = new Map<string, readonly Snapshot[]>();

  function snapshotsOf(collector: string): readonly Snapshot[] {
    const time = now();
    return published.get(collector)?.filter(({ expiresAt }) => expiresAt > time) ?? [];
  }
  /** Returns the snapshots in an order that does not depend on the order of the runs. */
  const allSnapshots = () => [...published.keys()].sort().flatMap(snapshotsOf);
  const of: Observations = <T>(kind: Kind<T>) =>
    allSnapshots().flatMap(({ byKind }) => (byKind.get(kind) ?? []) as readonly Observed<T>[]);

  return {
    /** Replaces the observations of a collector atomically. The new ones are of the node, and stale after `staleAfterMs`. Throws the
     *  reason of the signal if it is aborted. */
    async publish(collector: string, updates: Updates, staleAfterMs: number, signal: AbortSignal, nodeId?: string) {
      const yieldIfDue = createYield(signal);
      const kept: Snapshot[] = [];
      for (const snapshot of snapshotsOf(collector)) {
        const entries = new Map([...snapshot.entries].filter(([item]) => updates.get(item) === "keep"));
        const isWhole = entries.size === snapshot.entries.size;
        if (entries.size > 0)
          kept.push(isWhole ? snapshot : { ...snapshot, ...(await formatSnapshot(entries, yieldIfDue)) });
      }
      const fresh = new Map([...updates].flatMap(([item, entry]) => (entry === "keep" ? [] : [[item, entry]])));
      const snapshot = await formatSnapshot(fresh, yieldIfDue);
      signal.throwIfAborted();
      published.set(collector, [...kept, { ...snapshot, expiresAt: now() + staleAfterMs, nodeId }]);
    },
    /** Returns updates that keep every published item, for a run that failed as a whole. */
    unchanged: (collector: string): Updates =>
      new Map(snapshotsOf(collector).flatMap(({ entries }) => [...entries.keys()].map((item) => [item, "keep"]))),
    clear: () => published.clear(),
    series: (collector: string): number => snapshotsOf(collector).reduce((sum, { series }) => sum + series, 0),
    /** Returns the number of series of one item of a collector. */
    itemSeries: (collector: string, item: string): number =>
      snapshotsOf(collector)
        .flatMap(({ entries }) => entries.get(item) ?? [])
        .reduce((sum, entry) => sum + countSeries(entry), 0),
    of,
    /** Returns the lines of each metric by run, in an order that does not depend on the order of the runs. */
    runs: (): readonly RunLines[] => allSnapshots(),
  };
}
export type Store = ReturnType<typeof createStore>;
