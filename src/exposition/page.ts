/** The page of one node: the lines of its observations and facts. */
import { addLabels, createLineFormatter, formatHeader, formatLabels } from "./exposition.ts";
import type { AnyMetric, Item, Labels } from "./metric.ts";
import { projection } from "./sample.ts";
import type { Store } from "./store.ts";

type PageOptions = {
  /** The families in their order. */
  readonly metrics: ReadonlySet<AnyMetric>;
  readonly store: Store;
  /** Returns the facts that follow from the observations. */
  readonly derive?: () => readonly Item[];
  /** Returns the label `network` of all series, and the label `node_id` of those about the queried node. */
  readonly labels?: () => Labels;
};

export function createPage({ metrics, store, derive = () => [], labels = () => ({}) }: PageOptions) {
  const project = projection(metrics);
  return {
    text(): string {
      const texts = store.texts();
      const derived = Map.groupBy(derive().flatMap(project), ({ metric }) => metric);
      const format = createLineFormatter();
      const known = labels();
      const ofAll = formatLabels(["network"], known);
      const ofNode = formatLabels(["network", "node_id"], known);
      const parts = [...metrics].map((metric) => {
        const observed = texts.map((text) => text.get(metric) ?? "");
        const lines = [...observed, ...(derived.get(metric)?.map(format) ?? [])].join("");
        return lines && formatHeader(metric) + addLabels(metric, lines, metric.isOfNode ? ofNode : ofAll);
      });
      return parts.join("");
    },
  };
}
