/** Prometheus text format 0.0.4. */
import type { Definition, Labels } from "./metric.ts";
import type { Sample } from "./sample.ts";

/** Returns the HELP text of a metric. */
export const helpOf = ({ help }: Pick<Definition, "help">): string => help.replace(/(?<=\.) .*/, "");

/** Returns the HELP and TYPE lines of a metric. */
export const formatHeader = (metric: Definition): string =>
  `# HELP ${metric.name} ${helpOf(metric).replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${metric.name} ${metric.type}\n`;

const escapeValue = (value: string) =>
  /["\\\n]/.test(value) ? value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n") : value;

/** Returns the labels in the order of `names`. A label with an empty value is left out, which means the same to Prometheus. */
export function formatLabels(names: readonly string[], labels: Labels): string {
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
export function addLabels({ name }: Definition, lines: string, added: string): string {
  if (added === "") return lines;
  const withOwn = `\n${lines}`.split(`\n${name}{`).join(`\n${name}{${added},`);
  return withOwn.split(`\n${name} `).join(`\n${name}{${added}} `).slice(1);
}
