/** The exporter's own page as data, for programs that read no text format: the shape of prom2json. */

type Sample = {
  readonly labels: Readonly<Record<string, string>> /** As on the page, digit for digit. */;
  readonly value: string;
};
export type Family = {
  readonly name: string;
  readonly help: string;
  readonly type: "GAUGE" | "COUNTER" | "HISTOGRAM" | "UNTYPED";
  readonly metrics: readonly (Sample & { readonly name: string })[];
};

const plain = (text: string) => text.replace(/\\(.)/g, (_all, char) => (char === "n" ? "\n" : char));

/** Of what stands between the braces. */
export function labelsOf(text: string): Record<string, string> {
  const pairs = text.matchAll(/([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g);
  return Object.fromEntries([...pairs].map(([, name = "", value = ""]) => [name, plain(value)]));
}

/** Families in the order of the page; each sample with the name it has there, which for a histogram is longer. */
export function familiesOf(page: string): Family[] {
  const families = new Map<string, { help: string; type: Family["type"]; metrics: Family["metrics"][number][] }>();
  let current = "";
  for (const line of page.split("\n")) {
    const [, kind, about = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    const [, name, labels = "", value = ""] = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (kind === "HELP") families.set(about, { help: plain(rest), type: "UNTYPED", metrics: [] });
    const family = families.get(kind ? about : current);
    if (kind) current = about;
    if (kind === "TYPE" && family) family.type = rest.toUpperCase() as Family["type"];
    if (name !== undefined) family?.metrics.push({ name, labels: labelsOf(labels), value });
  }
  return [...families].map(([name, family]) => ({ name, ...family }));
}
