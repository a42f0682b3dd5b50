/** What is known of one node, ready to send: rendered and compressed when a round ends, joined when something changed. */
import type { AnyMetric } from "./metric.ts";
import type { Fragment } from "./sink.ts";
import { alone, coalesce, empty, join, rejoin, type Text, toText } from "./text.ts";

/** Families in page order with their headers ready: one for all nodes. */
export type Layout = ReadonlyMap<AnyMetric, Text>;

/** What a round says of one item: its samples, or that what was known stays. An item that it does not name vanishes. */
export type Said = readonly Fragment[] | "keep";

type Items = ReadonlyMap<string, readonly Fragment[]>;
/** The bytes of one family, in large runs, and the text made of them. */
type Rendered = { readonly runs: readonly Buffer[]; readonly text: Text };
type Families = ReadonlyMap<AnyMetric, Rendered>;
/** The items that one round brought, or those that are left of them. They are compressed together: a thousand small texts
 *  would cost more than one large one. */
type Batch = {
  readonly items: Items;
  readonly families: Families;
  readonly series: number;
  readonly expires: number;
};

/** `before`: of the last round. Most families stay as they were for a long time: they are not compressed again. */
async function render(items: Items, expires: number, before?: Families): Promise<Batch> {
  const all = new Map<AnyMetric, (readonly [item: string, fragment: Fragment])[]>();
  for (const [item, fragments] of items) {
    for (const fragment of fragments) {
      const family = all.get(fragment.metric);
      if (family) family.push([item, fragment]);
      else all.set(fragment.metric, [[item, fragment]]);
    }
  }
  const families = new Map<AnyMetric, Rendered>();
  const kept = new Map<string, Fragment[]>([...items.keys()].map((item) => [item, []]));
  let series = 0;
  for (const [metric, family] of all) {
    const buffers = family.map(([, { bytes }]) => bytes);
    const runs = coalesce(rejoin(buffers)).map(alone);
    const last = before?.get(metric);
    const rendered = last && isSame(last.runs, runs) ? last : { runs, text: await toText(runs) };
    families.set(metric, rendered);
    const parts = partsOf(rendered.runs, buffers); // so that what is not kept here is not held
    family.forEach(([item, fragment], i) => {
      series += fragment.series;
      kept.get(item)?.push({ ...fragment, bytes: parts[i] ?? fragment.bytes });
    });
  }
  return { items: kept, families, series, expires };
}

const isSame = (some: readonly Buffer[], others: readonly Buffer[]) =>
  some.length === others.length && some.every((buffer, i) => buffer.equals(others[i] as Buffer));

/** The same buffers, as parts of the runs that they were copied into. */
function partsOf(runs: readonly Buffer[], buffers: readonly Buffer[]): Buffer[] {
  let run = 0;
  let offset = 0;
  return buffers.map(({ length }) => {
    if (offset === runs[run]?.length) {
      run++;
      offset = 0;
    }
    const part = (runs[run] as Buffer).subarray(offset, offset + length);
    offset += length;
    return part;
  });
}

/** `now` in milliseconds, monotonic. A family that several collectors write still has one header. */
export function createPage(layout: Layout, now: () => number) {
  const owners = new Map<string, readonly Batch[]>();
  let ready: { until: number; text: Text } = { until: Number.POSITIVE_INFINITY, text: empty };

  function build() {
    const at = now();
    let until = Number.POSITIVE_INFINITY;
    const parts = new Map<AnyMetric, Text[]>();
    for (const [owner, batches] of owners) {
      const live = batches.filter(({ expires }) => expires > at);
      owners.set(owner, live);
      for (const { families, expires } of live) {
        until = Math.min(until, expires);
        for (const [family, { text }] of families) {
          const list = parts.get(family);
          if (list) list.push(text);
          else parts.set(family, [text]);
        }
      }
    }
    const text = join(
      [...layout].flatMap(([family, head]) => (parts.has(family) ? [head, ...(parts.get(family) ?? [])] : [])),
    );
    ready = { until, text };
  }
  const refresh = () => {
    if (ready.until <= now()) build();
  };
  const batchesOf = (owner: string) => owners.get(owner) ?? [];

  return {
    /** Replaces all that `owner` said, in one step, unless `current` says by then that its round no longer counts. */
    async commit(owner: string, said: ReadonlyMap<string, Said>, staleAfter: number, current: () => boolean) {
      const fresh = new Map<string, readonly Fragment[]>();
      for (const [item, fragments] of said) if (fragments !== "keep") fresh.set(item, fragments);
      const after: Batch[] = [];
      for (const batch of batchesOf(owner)) {
        const kept = new Map([...batch.items].filter(([item]) => said.get(item) === "keep"));
        if (kept.size > 0) after.push(kept.size === batch.items.size ? batch : await render(kept, batch.expires));
      }
      const rendered = await render(fresh, 0, batchesOf(owner).at(-1)?.families);
      if (!current()) return;
      owners.set(owner, [...after, { ...rendered, expires: now() + staleAfter }]);
      build();
    },
    /** What `owner` would say to keep all that is known. */
    kept: (owner: string): ReadonlyMap<string, Said> =>
      new Map(batchesOf(owner).flatMap(({ items }) => [...items.keys()].map((item) => [item, "keep"]))),
    clear() {
      owners.clear();
      build();
    },
    /** Takes away all that `owner` said. */
    drop(owner: string) {
      owners.delete(owner);
      build();
    },
    /** Series of one item of `owner` that are on the page now. */
    itemSeries(owner: string, item: string): number {
      refresh();
      const fragments = batchesOf(owner).flatMap(({ items }) => items.get(item) ?? []);
      return fragments.reduce((sum, { series }) => sum + series, 0);
    },
    /** Series of `owner` that are on the page now. */
    series(owner: string): number {
      refresh();
      return batchesOf(owner).reduce((sum, { series }) => sum + series, 0);
    },
    text(): Text {
      refresh();
      return ready.text;
    },
  };
}
