/** The page of one node: the lines of its observations and facts, joined on change. */
import { createLineFormatter } from "./exposition.ts";
import type { AnyMetric, Item } from "./metric.ts";
import { projection } from "./sample.ts";
import type { Store } from "./store.ts";

/** Families in the order of the page, with their HELP and TYPE lines. */
export type Layout = ReadonlyMap<AnyMetric, string>;

type PageOptions = {
  readonly layout: Layout;
  readonly store: Store;
  /** Returns monotonic milliseconds. */
  readonly now: () => number;
  /** Returns the facts that follow from the observations. */
  readonly derive?: () => readonly Item[];
};

/** Durations in a text are at most this old, in milliseconds. */
const maxAgeMs = 1000;

/** Creates the page of a store. */
export function createPage({ layout, store, now, derive = () => [] }: PageOptions) {
  const project = projection(layout.keys());
  let joined: { readonly text: string; readonly version: number; readonly expiresAt: number } | undefined;
  return {
    /** Derives facts again for the next text. */
    refresh() {
      joined = undefined;
    },
    /** Returns the text of the page. Requests within a second share it, unless an observation changes or expires. */
    text(): string {
      if (joined && joined.version === store.version() && joined.expiresAt > now()) return joined.text;
      const texts = store.texts();
      const derived = Map.groupBy(derive().flatMap(project), ({ metric }) => metric);
      const format = createLineFormatter(store.added());
      const parts = [...layout].flatMap(([metric, header]) => {
        const observed = texts.flatMap((text) => text.get(metric) ?? []);
        const own = derived.get(metric)?.map(format) ?? [];
        return observed.length + own.length > 0 ? [header, ...observed, ...own] : [];
      });
      joined = {
        text: parts.join(""),
        version: store.version(),
        expiresAt: Math.min(store.expiresAt(), now() + maxAgeMs),
      };
      return joined.text;
    },
  };
}
