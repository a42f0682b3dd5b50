/** Formats labels. */
export type Labels = Readonly<Record<string, string>>;

/** Returns these properties of an object as labels. */
export function pickLabels(value: object, names: readonly string[]): Labels {
  const properties = value as Readonly<Record<string, unknown>>;
  const labels: Record<string, string> = {};
  for (const name of names) labels[name] = String(properties[name] ?? "");
  return labels;
}

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
