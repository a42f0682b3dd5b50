/** The page of one node: the lines of its observations and facts. */
import { createLineFormatter } from "./exposition.ts";
import type { AnyMetric, Item } from "./metric.ts";
import { projection } from "./sample.ts";
import type { Store } from "./store.ts";

/** Families in the order of the page, with their HELP and TYPE lines. */
export type Layout = ReadonlyMap<AnyMetric, string>;

type PageOptions = {
  readonly layout: Layout;
  readonly store: Store;
  /** Returns the facts that follow from the observations. */
  readonly derive?: () => readonly Item[];
};

/** Creates the page of a store. */
export function createPage({ layout, store, derive = () => [] }: PageOptions) {
  const project = projection(layout.keys());
  return {
    text(): string {
      const texts = store.texts();
      const derived = Map.groupBy(derive().flatMap(project), ({ metric }) => metric);
      const format = createLineFormatter(store.added());
      const parts = [...layout].flatMap(([metric, header]) => {
        const observed = texts.flatMap((text) => text.get(metric) ?? []);
        const own = derived.get(metric)?.map(format) ?? [];
        return observed.length + own.length > 0 ? [header, ...observed, ...own] : [];
      });
      return parts.join("");
    },
  };
}
