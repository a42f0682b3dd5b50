/** Prometheus text format 0.0.4. */
import { formatLabels, type Labels } from "./labels.ts";
import type { AnyMetric } from "./metric.ts";
import type { Sample } from "./sample.ts";

/** Returns the HELP and TYPE lines of a metric. */
export const formatHeader = ({ name, type }: AnyMetric, help: string): string =>
  `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;

/** Maximum number of characters that are encoded together. Encoding all lines of a large family at once takes three times as long. */
const maxPartLength = 16 * 1024;
const encoder = new TextEncoder();

const noLabels: Labels = {};

/** Labels that no sample has. */
export type NodeLabels = {
  /** Labels of each line. */
  readonly common: Labels;
  /** Labels of the metrics that declare them, and whose samples do not have them. */
  readonly ofNode: Labels;
};

/** Returns a function that formats the labels of successive samples, with the `common` ones first. The samples of a validator share
 *  one object, which is formatted once. */
function createLabelFormatter({ common, ofNode }: NodeLabels) {
  const commonNames = Object.keys(common);
  let last: { readonly names: readonly string[]; readonly labels: Labels; readonly text: string } | undefined;
  return (names: readonly string[], labels: Labels = noLabels): string => {
    if (last?.labels !== labels || last.names !== names)
      last = { names, labels, text: formatLabels([...commonNames, ...names], { ...common, ...ofNode, ...labels }) };
    return last.text;
  };
}

/** Yields the lines of each family in parts, in the order of the samples. Parts of different families alternate. */
export function* renderFamilies(
  samples: Iterable<Sample>,
  added: NodeLabels = { common: noLabels, ofNode: noLabels },
): Generator<readonly [AnyMetric, Uint8Array]> {
  const formatted = createLabelFormatter(added);
  const texts = new Map<AnyMetric, string>();
  for (const { metric, value, labels } of samples) {
    const { name, labels: names, format } = metric;
    const text = `${texts.get(metric) ?? ""}${name}${formatted(names, labels)} ${format(value)}\n`;
    const isFull = text.length >= maxPartLength;
    texts.set(metric, isFull ? "" : text);
    if (isFull) yield [metric, encoder.encode(text)];
  }
  for (const [metric, text] of texts) yield [metric, encoder.encode(text)];
}
