/** Texts that the program, the rules and the dashboards show, by their area and their location. */
import { parse } from "yaml";
import { summaries } from "../../src/app/cli/usage.ts";
import { entriesOf } from "../../src/app/config/options.ts";
import { configSchema } from "../../src/app/config/schema.ts";
import { collectors } from "../../src/collectors/all.ts";
import * as self from "../../src/engine/own-metrics.ts";
import { allStateTables, familiesOf } from "../../src/entities/all.ts";
import { contract } from "../../src/node-api/contract.ts";
import { failures, states } from "../../src/node-api/errors.ts";
import { scenarios } from "../../src/simulator/scenarios.ts";
import { ruleFiles } from "../../src/tools/grafana/alert-files.ts";
import { dashboards } from "../tools/grafana/dashboards.ts";

type Texts = ReadonlyMap<string, string>;

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
const stateTexts = Object.entries(allStateTables).flatMap(([entity, states]) =>
  Object.entries<{ readonly meaning: string; readonly fix?: string }>(states).map(
    ([state, { meaning, fix = "" }]) => [`${entity} ${state}`, `${meaning}\n${fix}`] as const,
  ),
);

export const programTexts: Readonly<Record<string, Texts>> = {
  "HELP texts": new Map([...familiesOf(collectors), ...Object.values(self)].map(({ name, help }) => [name, help])),
  "command summaries": new Map(Object.entries(summaries)),
  "collector summaries": new Map(collectors.map(({ name, summary }) => [name, summary])),
  "method summaries": byName(contract),
  "flag descriptions": new Map(
    entriesOf(configSchema(collectors)).map(({ path, description }) => [path.join("."), description]),
  ),
  states: new Map(stateTexts),
  alerts: alertTexts(),
  dashboards: new Map(dashboards.map((dashboard) => [dashboard.title, titlesIn(dashboard).join("\n")])),
  scenarios: byName(scenarios),
  "failures and fixes": new Map(
    Object.entries({ ...failures, ...states }).map(([name, { what, fix }]) => [name, `${what}\n${fix}`]),
  ),
};
