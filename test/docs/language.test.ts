/** Words and phrases of CONTRIBUTING.md, Writing style, that must not appear in texts for users. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { ruleFiles } from "../../grafana/src/rules/files.ts";
import { contract } from "../../src/api/contract.ts";
import { summaries } from "../../src/cli/usage.ts";
import { collectors } from "../../src/collectors/all.ts";
import { entriesOf } from "../../src/config/options.ts";
import { configSchema } from "../../src/config/schema.ts";
import * as own from "../../src/metrics/exporter.ts";
import { advice } from "../../src/node/advice.ts";
import { scenarios } from "../../src/simulator/scenarios.ts";
import { dashboards } from "../grafana/dashboards.ts";
import { readDocuments } from "../support/documents.ts";

/** Texts by their location. */
type Texts = Readonly<Record<string, string>> | ReadonlyMap<string, string>;

/** A phrase, and the term to use in its place. */
const phrases: readonly (readonly [RegExp, string])[] = [
  [/\b(tells?|told|says?|said)\b/, "report, export, return, show, state"],
  [/\b(nobody|somebody|anybody|whoever)\b/, "the actor: client, operator, exporter"],
  [/\banew\b/, "again, reload"],
  [/\bbeside\b/, "next to, in addition to, as a sidecar"],
  [/\bmistakes?\b/, "error"],
  [/\b(time-out|look-up)/, "timeout, lookup"],
  [/\bbefore the (node|exporter)\b/, "in front of"],
  [/\b(stands? still|goes on)\b/, "has stalled, does not advance, continues"],
  [/\btakes no part\b/, "no longer participates"],
  [/\bin turn\b/, "one after the other"],
  [/\bby (itself|themselves)\b/, "automatically, individually"],
  [/\bfor good\b/, "permanently"],
  [/\b(vanish|mend)(s|es|ed)?\b/, "be dropped; fix"],
  [/\bseldom\b/, "less often"],
  [/\brounds?\b/, "run"],
  [/(?<!\bat )\bleast\b/, "minimum, lowest"],
  [/\bworth of\b|\bfurther ones?\b/, "additional"],
];
/** Correct uses of these words. */
const allowed: readonly string[] = ["starts before the node"];

/** Code, links and quoted examples have other words. */
const prose = (text: string) =>
  text
    .replaceAll(/^```.*?^```/gms, "")
    .replaceAll(/`[^`\n]*`/g, "")
    .replaceAll(/\]\([^)]*\)/g, "]");

const files = async (folder: string) =>
  new Map(
    await Promise.all(
      (await readdir(folder)).map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
    ),
  );

type Annotated = { readonly alert?: string; readonly annotations?: Readonly<Record<string, string>> };
function alertTexts(): Texts {
  const groups = [...ruleFiles().values()].flatMap((text) => parse(text).groups);
  const rules: readonly Annotated[] = groups.flatMap(({ rules }: { rules: readonly Annotated[] }) => rules);
  const texts = rules.flatMap(({ alert, annotations = {} }) =>
    alert === undefined ? [] : [[alert, `${annotations["summary"]}\n${annotations["description"]}`] as const],
  );
  return new Map(texts);
}

/** Returns all values of `title`, `description` and `text` in a dashboard. */
function titlesIn(value: unknown): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === "string" && ["title", "description", "text"].includes(key) ? [inner] : titlesIn(inner),
  );
}

const byName = (entries: Readonly<Record<string, { readonly summary: string }>>): Texts =>
  new Map(Object.entries(entries).map(([name, { summary }]) => [name, summary]));

/** Texts of each area. */
const areas: Readonly<Record<string, () => Texts | Promise<Texts>>> = {
  documents: readDocuments,
  "HELP texts": () =>
    new Map(
      [...collectors.flatMap(({ metrics }) => metrics), ...Object.values(own)].map(({ name, help }) => [name, help]),
    ),
  "command summaries": () => summaries,
  "collector summaries": () => new Map(collectors.map(({ name, summary }) => [name, summary])),
  "method summaries": () => byName(contract),
  "flag descriptions": () =>
    new Map(entriesOf(configSchema(collectors)).map(({ path, description }) => [path.join("."), description])),
  alerts: alertTexts,
  dashboards: () => new Map(dashboards.map((dashboard) => [dashboard.title, titlesIn(dashboard).join("\n")])),
  scenarios: () => byName(scenarios),
  "failure advice": () => advice,
  runbooks: () => files("grafana/runbooks"),
  "chart documents": async () => ({
    exporter: await readFile("helm/avalanche-exporter/README.md", "utf8"),
    sidecar: await readFile("helm/avalanche-exporter-sidecar/README.md", "utf8"),
  }),
};

test.each(Object.entries(areas))("%s use the terms of the field", async (_, textsOf) => {
  const texts = await textsOf();
  const found = [...(texts instanceof Map ? texts : Object.entries(texts))].flatMap(([place, text]) =>
    allowed
      .reduce((rest, use) => rest.replaceAll(use, ""), prose(text))
      .split("\n")
      .flatMap((line) =>
        phrases.flatMap(([phrase, term]) => {
          const [word] = phrase.exec(line.toLowerCase()) ?? [];
          return word === undefined ? [] : [`${place}: "${word}" (${term}) in: ${line}`];
        }),
      ),
  );
  expect(found).toEqual([]);
});
