/** The samples of one node's collectors, ready to send. */
import { type Block, type Body, join } from "./block.ts";
import type { AnyMetric } from "./metric.ts";
import type { Sample } from "./sample.ts";
import { renderSnapshot, type Snapshot } from "./snapshot.ts";

/** The families in the order of the page, with their headers. */
export type Layout = ReadonlyMap<AnyMetric, Block>;

/** The samples of each item after a collector run; "keep" retains the samples of earlier runs. An item without an entry goes. */
export type Outcome = ReadonlyMap<string, readonly Sample[] | "keep">;

type Publish = {
  /** Milliseconds after which the new samples are stale. */
  readonly staleAfterMs: number;
  /** Awaited after each item and each family. */
  readonly pause?: () => Promise<void> | undefined;
  /** Aborted once the run no longer counts. */
  readonly signal: AbortSignal;
};

const neverPause = () => undefined;
const seriesOf = (snapshots: readonly Snapshot[]) => snapshots.reduce((sum, { series }) => sum + series, 0);

/** `now` returns monotonic milliseconds. A family of several collectors has one header. */
export function createPage(layout: Layout, now: () => number) {
  /** Of each collector: the snapshot of its last run, preceded by what is left of earlier runs. */
  const published = new Map<string, readonly Snapshot[]>();
  let joined: { readonly body: Body; readonly expiresAt: number } | undefined;

  function snapshotsOf(collector: string): readonly Snapshot[] {
    return (published.get(collector) ?? []).filter(({ expiresAt }) => expiresAt > now());
  }
  function set(collector: string, snapshots: readonly Snapshot[]) {
    published.set(collector, snapshots);
    joined = undefined;
  }

  return {
    /** Replaces the samples of a collector in one step. Throws the reason of the signal once that is aborted. */
    async publish(collector: string, outcome: Outcome, { staleAfterMs, signal, pause = neverPause }: Publish) {
      const before = snapshotsOf(collector);
      const kept: Snapshot[] = [];
      for (const snapshot of before) {
        const items = new Map([...snapshot.items].filter(([item]) => outcome.get(item) === "keep"));
        const isWhole = items.size === snapshot.items.size;
        if (items.size === 0) continue;
        kept.push(isWhole ? snapshot : await renderSnapshot(items, snapshot.expiresAt, snapshot, pause));
      }
      const fresh = new Map([...outcome].flatMap(([item, samples]) => (samples === "keep" ? [] : [[item, samples]])));
      const snapshot = await renderSnapshot(fresh, Number.POSITIVE_INFINITY, before.at(-1), pause);
      signal.throwIfAborted();
      set(collector, [...kept, { ...snapshot, expiresAt: now() + staleAfterMs }]);
    },
    /** Returns the outcome of a run that changes nothing. */
    unchanged: (collector: string): Outcome =>
      new Map(snapshotsOf(collector).flatMap(({ items }) => [...items.keys()].map((item) => [item, "keep"]))),
    /** Removes all samples. */
    clear() {
      published.clear();
      joined = undefined;
    },
    /** Removes the samples of a collector. */
    remove: (collector: string) => set(collector, []),
    /** Returns the number of series of a collector. */
    series: (collector: string): number => seriesOf(snapshotsOf(collector)),
    /** Returns the number of series of one item of a collector. */
    itemSeries: (collector: string, item: string): number =>
      snapshotsOf(collector).reduce((sum, { items }) => sum + (items.get(item)?.length ?? 0), 0),
    /** Returns the samples of one metric. */
    samplesOf: (metric: AnyMetric): readonly Sample[] =>
      [...published.keys()]
        .flatMap(snapshotsOf)
        .filter(({ blocks }) => blocks.has(metric))
        .flatMap(({ items }) => [...items.values()].flat().filter((sample) => sample.metric === metric)),
    /** Returns the same object until a sample changes or expires. */
    body(): Body {
      if (joined && joined.expiresAt > now()) return joined.body;
      const snapshots = [...published.keys()].flatMap(snapshotsOf);
      const blocks = [...layout].flatMap(([metric, header]) => {
        const family = snapshots.flatMap((snapshot) => snapshot.blocks.get(metric) ?? []);
        return family.length > 0 ? [header, ...family] : [];
      });
      const expiresAt = Math.min(...snapshots.map((snapshot) => snapshot.expiresAt));
      joined = { body: join(blocks), expiresAt };
      return joined.body;
    },
  };
}
