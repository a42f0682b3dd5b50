/** Advice on flags of the node: one text for each, wherever it is shown, always with its consequence. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { collectors } from "../../../src/collectors/all.ts";
import type { StateText } from "../../../src/engine/states.ts";
import { nodeStates } from "../../../src/entities/node/state.ts";
import { methodOf } from "../../../src/node-api/contract.ts";
import { apiFlagNames, apiOf, consequenceOf, howToEnable, isOffByDefault } from "../../../src/node-api/method.ts";
import { neededFlags } from "../../../src/tools/docs/node-flag-table.ts";
import { filesBelow } from "../../support/folder.ts";

const document = (name: string) => readFile(name, "utf8");
const inOneLine = (text: string) => text.replaceAll(/\s+/g, " ");

test.each(neededFlags(collectors))("the documents have the text of %s", async (flag) => {
  expect(await document("docs/troubleshooting.md")).toContain(`${howToEnable(flag)}`);
  const row = (await document("docs/deployment.md")).split("\n").find((line) => line.startsWith(`| \`${flag}\` |`));
  expect(row?.toLowerCase()).toContain(consequenceOf(flag)?.toLowerCase() ?? "none: the api only reads");
});

test("the fix of a state that names a flag has the text of that flag", () => {
  const fixes = Object.values<StateText>(nodeStates).flatMap(({ fix }) => (fix?.includes("`--") ? fix : []));
  expect(fixes).toHaveLength(2);
  for (const fix of fixes) {
    const flag = apiFlagNames.find((name) => fix.includes(name));
    expect(fix.toLowerCase()).toContain(flag && howToEnable(flag));
  }
});

test("the runbook of a disabled index has the text of its flag", async () => {
  const runbook = inOneLine(await document("grafana/runbooks/AvaxIndexDisabledUnexpectedly.md"));
  expect(runbook).toContain(consequenceOf("--index-enabled"));
});

test.each(neededFlags(collectors).filter(isOffByDefault))("only the collector of that name needs %s", (flag) => {
  const needing = collectors.filter(({ reads }) => reads.some((method) => methodOf(method).endpoint.flag === flag));
  expect(needing.map(({ name }) => name)).toEqual([apiOf(flag)]);
});

const listed = await filesBelow(".github", "docs", "grafana", "helm", "src");
const isText = (file: string) => /\.(md|ts|json|ya?ml|txt|tpl)$/.test(file) && !file.includes("node_modules");
const files = ["README.md", "CHANGELOG.md", ...listed.filter(isText)];

/** Returns the statements of a file: paragraphs, items and rows of a document, lines of any other file. */
const statementsOf = (file: string, text: string) =>
  text.split(file.endsWith(".md") ? /\n\s*\n|\n(?=\s*(?:[-*|]|\d+\.) )/ : "\n").map(inOneLine);

test.each([
  ["--index-enabled", "--index-allow-incomplete"],
  ["--api-admin-enabled", "any caller can reconfigure the node"],
])("no text has %s without its consequence", async (flag, consequence) => {
  // a word in front of it: not the name of the flag alone in a cell or a string
  const inProse = new RegExp(`[\\w,:] \`?${flag}`);
  const texts = await Promise.all(files.map(async (file) => [file, await document(file)] as const));
  const bare = texts.flatMap(([file, text]) =>
    statementsOf(file, text)
      .filter((statement) => inProse.test(statement) && !statement.includes(consequence))
      .map((statement) => `${file}: ${statement}`),
  );
  expect(bare).toEqual([]);
});
