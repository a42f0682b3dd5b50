/** Prometheus text format 0.0.4. */
import { formatLabels, type Labels } from "./labels.ts";
import type { Definition } from "./metric.ts";
import type { Sample } from "./sample.ts";

/** Returns the HELP text of a metric. */
export const helpOf = ({ help }: Pick<Definition, "help">): string => help.replace(/(?<=\.) .*/, "");

/** Returns the HELP and TYPE lines of a metric. */
export const formatHeader = (metric: Definition): string =>
  `# HELP ${metric.name} ${helpOf(metric).replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${metric.name} ${metric.type}\n`;

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

/** Returns a function that formats a sample as a line. */
export function createLineFormatter(added: NodeLabels = { common: noLabels, ofNode: noLabels }) {
  const formatted = createLabelFormatter(added);
  return ({ metric: { name, labels: names, format }, value, labels }: Sample): string =>
    `${name}${formatted(names, labels)} ${format(value)}\n`;
}
