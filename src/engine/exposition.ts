/** The exposition of one node in the Prometheus text format 0.0.4: the lines of its observations and facts. */
import { type AnyMetric, type Item, type Labels, type MetricDefinition, projection, type Sample } from "./metric.ts";

/** Returns the HELP text of a metric. */
export const helpOf = ({ help }: Pick<MetricDefinition, "help">): string => help.replace(/(?<=\.) .*/, "");

/** Returns the HELP and TYPE lines of a metric. */
export const formatHeader = (metric: MetricDefinition): string =>
  `# HELP ${metric.name} ${helpOf(metric).replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${metric.name} ${metric.type}\n`;

const escapeValue = (value: string) =>
  /["\\\n]/.test(value) ? value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n") : value;

/** Returns the labels in the order of `names`. A label with an empty value is left out, which means the same to Prometheus. */
function formatLabels(names: readonly string[], labels: Labels): string {
  let text = "";
  for (const name of names) {
    const value = labels[name];
    if (value) text += `${text && ","}${name}="${escapeValue(value)}"`;
  }
  return text;
}

/** Returns a function that formats a sample as a line. Successive samples of a validator share one object of labels, which is formatted
 *  once. */
export function createLineFormatter() {
  let last: { readonly names: readonly string[]; readonly labels: Labels; readonly text: string } | undefined;
  return ({ metric: { name, labels: names, format }, value, labels }: Sample): string => {
    if (last?.labels !== labels || last.names !== names) {
      const text = formatLabels(names, labels);
      last = { names, labels, text: text && `{${text}}` };
    }
    return `${name}${last.text} ${format(value)}\n`;
  };
}

/** Adds labels to each line of a metric, before its own. Only a line begins after a line end: labels contain none. */
export function addLabels({ name }: MetricDefinition, lines: string, added: string): string {
  if (added === "") return lines;
  const withOwn = `\n${lines}`.split(`\n${name}{`).join(`\n${name}{${added},`);
  return withOwn.split(`\n${name} `).join(`\n${name}{${added}} `).slice(1);
}

/** The lines of one collector run. */
export type RunLines = {
  readonly texts: ReadonlyMap<AnyMetric, string>;
  /** ID of the node that provided the observations; undefined if its responses did not have one. */
  readonly nodeId: string | undefined;
};
type ExpositionOptions = {
  /** The families in their order. */
  readonly metrics: ReadonlySet<AnyMetric>;
  readonly store: { readonly runs: () => readonly RunLines[] };
  /** Returns the facts that follow from the observations. */
  readonly derive?: () => readonly Item[];
  /** Returns the label `network` of all series, and the label `node_id` of those about the queried node. */
  readonly labels?: () => Labels;
};

export function createExposition({ metrics, store, derive = () => [], labels = () => ({}) }: ExpositionOptions) {
  const project = projection(metrics);
  return {
    text(): string {
      const known = labels();
      const format = createLineFormatter();
      const facts = Map.groupBy(derive().flatMap(project), ({ metric }) => metric);
      const derived = new Map([...facts].map(([metric, samples]) => [metric, samples.map(format).join("")]));
      const runs: readonly RunLines[] = [...store.runs(), { texts: derived, nodeId: known["node_id"] }];
      const ofAll = formatLabels(["network"], known);
      const ofNode = runs.map(({ nodeId = known["node_id"] ?? "" }) =>
        formatLabels(["network", "node_id"], { ...known, node_id: nodeId }),
      );
      const parts = [...metrics].map((metric) => {
        const lines = runs.map(({ texts }, i) => {
          const text = texts.get(metric) ?? "";
          return text && addLabels(metric, text, (metric.isOfNode && ofNode[i]) || ofAll);
        });
        const all = lines.join("");
        return all && formatHeader(metric) + all;
      });
      return parts.join("");
    },
  };
}
