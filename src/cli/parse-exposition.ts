/** Parses the exporter's own exposition into data in the format of prom2json. */

export type Family = {
  readonly name: string;
  readonly help: string;
  type: "GAUGE" | "COUNTER" | "HISTOGRAM" | "SUMMARY" | "UNTYPED";
  /** The samples; the value is as exposed, digit for digit. */
  readonly metrics: { readonly name: string; readonly labels: Record<string, string>; readonly value: string }[];
};

const unescapeText = (text: string) => text.replace(/\\(.)/g, (_all, char) => (char === "n" ? "\n" : char));

/** Parses the text between the braces of a sample. */
export function parseLabels(text: string): Record<string, string> {
  const pairs = text.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g);
  return Object.fromEntries([...pairs].map(([, name = "", value = ""]) => [name, unescapeText(value)]));
}

/** Returns the families in the order of the page. Samples keep their names, which have a suffix for histograms and summaries. */
export function parseFamilies(page: string): Family[] {
  const families = new Map<string, Family>();
  let current = "";
  for (const line of page.split("\n")) {
    const [, kind, about = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    const [, name, labels = "", value = ""] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (kind === "HELP") families.set(about, { name: about, help: unescapeText(rest), type: "UNTYPED", metrics: [] });
    const family = families.get(kind ? about : current);
    if (kind) current = about;
    if (kind === "TYPE" && family) family.type = rest.toUpperCase() as Family["type"];
    if (name !== undefined) family?.metrics.push({ name, labels: parseLabels(labels), value });
  }
  return [...families.values()];
}
