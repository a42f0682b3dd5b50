import { collectors } from "../../src/collectors/all.ts";
import { entities, factMetrics } from "../../src/entities/all.ts";

/** Parses the text format 0.0.4 strictly: throws on anything that a scraper could reject. */
type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  /** As written. */
  readonly value: string;
};
export type Family = { readonly name: string; readonly type: string; readonly samples: Sample[] };

const sampleLine = /^([a-zA-Z_]\w*)(?:\{(.+)\})? (-?\d+(?:\.\d+)?(?:e[+-]\d+)?)$/s;
const pair = /([a-zA-Z_]\w*)="([^"\\\n]*(?:\\[\\"n][^"\\\n]*)*)"(?:,(?=.)|$)/sy;
const suffixes: Readonly<Record<string, readonly string[]>> = {
  histogram: ["_bucket", "_sum", "_count"],
  summary: ["_sum", "_count"],
};

function parseLabels(text: string, line = text): Record<string, string> {
  const labels = new Map<string, string>();
  pair.lastIndex = 0;
  while (pair.lastIndex < text.length) {
    const [, name = "", value = ""] = pair.exec(text) ?? [];
    if (name === "" || labels.has(name)) throw new Error(`labels: ${line}`);
    labels.set(
      name,
      value.replace(/\\(.)/g, (_, char) => (char === "n" ? "\n" : char)),
    );
  }
  return Object.fromEntries(labels);
}

/** Requires each family once, with HELP, TYPE and then its samples; each series once; and numeric values. */
export function parseExposition(page: Buffer): ReadonlyMap<string, Family> {
  const lines = new TextDecoder("utf-8", { fatal: true }).decode(page).split("\n");
  if (lines.pop() !== "") throw new Error("the last line has no end");
  const families = new Map<string, Family>();
  const series = new Set<string>();
  let helped: string | undefined;
  let family: Family | undefined;
  for (const line of lines) {
    const [, kind, about = "", rest = ""] = /^# (HELP|TYPE) (\w+) (.+)$/s.exec(line) ?? [];
    if (kind === "HELP") {
      if (helped !== undefined || families.has(about)) throw new Error(`a family twice: ${line}`);
      helped = about;
    } else if (kind === "TYPE") {
      if (helped !== about) throw new Error(`a type that does not follow its help: ${line}`);
      if (!["gauge", "counter", "histogram", "summary"].includes(rest)) throw new Error(`type: ${line}`);
      helped = undefined;
      family = { name: about, type: rest, samples: [] };
      families.set(about, family);
    } else {
      const [, name = "", labels = "", value = ""] = sampleLine.exec(line) ?? [];
      const names = (suffixes[family?.type ?? ""] ?? [""]).map((suffix) => `${family?.name}${suffix}`);
      if (helped !== undefined || !names.includes(name)) throw new Error(`not a sample of its family: ${line}`);
      const read = parseLabels(labels, line);
      const key = JSON.stringify([name, Object.entries(read).sort()]);
      if (series.has(key)) throw new Error(`a series twice: ${line}`);
      series.add(key);
      family?.samples.push({ name, labels: read, value });
    }
  }
  if (helped !== undefined) throw new Error(`help without a type: ${helped}`);
  return families;
}

/** Removes the label `network`, which all series of a node's data have. */
export const withoutNetwork = (text: string) =>
  text
    .replaceAll(/^(\w+)\{network="[^"]*"\}/gm, "$1")
    .replaceAll(/^(\w+\{)network="[^"]*",/gm, "$1")
    .replaceAll(/,network="[^"]*"\}/g, "}");

const aboutNode = [...collectors.flatMap(({ metrics }) => metrics), ...factMetrics]
  // avax_node_info is about the ID
  .filter(
    (one) =>
      one !== entities.node.metric("info") &&
      one.labels[0] === "node_id" &&
      !("node_id" in one.kind.item({} as never).labels),
  )
  .map(({ name }) => name);
/** Metrics about the queried node and its chains, whose label `node_id` is the ID of that node. */
export const metricsAboutNode: ReadonlySet<string> = new Set(aboutNode);
/** Removes the label `node_id` where it is the ID of the queried node. */
export const withoutOwnId = (text: string) =>
  text
    .replaceAll(new RegExp(`^(${aboutNode.join("|")})\\{node_id="[^"]*"\\}`, "gm"), "$1")
    .replaceAll(new RegExp(`^((${aboutNode.join("|")})\\{)node_id="[^"]*",`, "gm"), "$1");

const ofFacts = factMetrics.map(({ name }) => name).join("|");
/** Removes the families of facts. */
export const withoutStates = (text: string) =>
  text.replaceAll(new RegExp(`^(# (HELP|TYPE) )?(${ofFacts})[ {].*\\n`, "gm"), "");
