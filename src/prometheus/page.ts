/** What is known of one node, ready to send: rendered and compressed when a round ends, joined when something changed. */
import type { Fragment } from "./exposition.ts";
import type { AnyMetric } from "./metric.ts";
import { empty, join, type Text, toText } from "./text.ts";

/** Families in page order with their headers ready: one for all nodes. */
export type Layout = ReadonlyMap<AnyMetric, Text>;

type Item = { readonly texts: ReadonlyMap<AnyMetric, Text>; readonly series: number; readonly expires: number };

/** What a round says of one item: its samples, or that what was known stays. An item that it does not name vanishes. */
export type Said = readonly Fragment[] | "keep";

/** `now` in milliseconds, monotonic. A family that several collectors write still has one header. */
export function createPage(layout: Layout, now: () => number) {
  const owners = new Map<string, ReadonlyMap<string, Item>>();
  let ready: { until: number; text: Text } = { until: Number.POSITIVE_INFINITY, text: empty };

  function build() {
    const at = now();
    let until = Number.POSITIVE_INFINITY;
    const parts = new Map<AnyMetric, Text[]>();
    for (const [owner, items] of owners) {
      const live = new Map([...items].filter(([, { expires }]) => expires > at));
      owners.set(owner, live);
      for (const { texts, expires } of live.values()) {
        until = Math.min(until, expires);
        for (const [family, text] of texts) {
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

  return {
    /** Replaces all that `owner` said, in one step, unless `current` says by then that its round no longer counts. */
    async commit(owner: string, said: ReadonlyMap<string, Said>, staleAfter: number, current: () => boolean) {
      const rendered = new Map<string, Item | "keep">();
      for (const [item, fragments] of said) {
        if (fragments === "keep") {
          rendered.set(item, "keep");
          continue;
        }
        const texts = new Map<AnyMetric, Text>();
        for (const { metric, chunks } of fragments) texts.set(metric, await toText(chunks));
        const series = fragments.reduce((sum, fragment) => sum + fragment.series, 0);
        rendered.set(item, { texts, series, expires: 0 });
      }
      if (!current()) return;
      const before = owners.get(owner);
      const after = new Map<string, Item>();
      for (const [key, item] of rendered) {
        const kept = item === "keep" ? before?.get(key) : { ...item, expires: now() + staleAfter };
        if (kept) after.set(key, kept);
      }
      owners.set(owner, after);
      build();
    },
    /** What `owner` would say to keep all that is known. */
    kept: (owner: string): ReadonlyMap<string, Said> =>
      new Map([...(owners.get(owner)?.keys() ?? [])].map((item) => [item, "keep"])),
    clear() {
      owners.clear();
      build();
    },
    /** Series of `owner` that are on the page now. */
    series(owner: string): number {
      refresh();
      return [...(owners.get(owner)?.values() ?? [])].reduce((sum, item) => sum + item.series, 0);
    },
    text(): Text {
      refresh();
      return ready.text;
    },
  };
}
