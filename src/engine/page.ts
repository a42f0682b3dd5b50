/** The page of one node: the lines of its observations and facts. */
import { type AnyMetric, type Item, type Labels, projection } from "./metric.ts";
import { addLabels, createLineFormatter, formatHeader, formatLabels, type Store } from "./store.ts";

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
      const runs = store.runs();
      const derived = Map.groupBy(derive().flatMap(project), ({ metric }) => metric);
      const format = createLineFormatter();
      const known = labels();
      const ofAll = formatLabels(["network"], known);
      const labelsOf = (node_id = known["node_id"] ?? "") =>
        formatLabels(["network", "node_id"], { ...known, node_id });
      const labeled = [...runs.map(({ nodeId }) => labelsOf(nodeId)), labelsOf()];
      const parts = [...metrics].map((metric) => {
        const texts = [
          ...runs.map((run) => run.texts.get(metric) ?? ""),
          derived.get(metric)?.map(format).join("") ?? "",
        ];
        const lines = texts.map((text, i) => text && addLabels(metric, text, (metric.isOfNode && labeled[i]) || ofAll));
        const all = lines.join("");
        return all && formatHeader(metric) + all;
      });
      return parts.join("");
    },
  };
}
