/** Names of metrics and alerts in the documents and runbooks, and their lists. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import * as self from "../../src/metrics/exporter.ts";
import { factMetrics } from "../../src/model/fact-items.ts";
import { alerts } from "../../src/rules/groups.ts";

const root = join(import.meta.dirname, "../..");
const files = globSync(
  ["*.md", ".github/*.md", "docs/*.md", "grafana/**/*.md", "helm/**/*.md"].map((pattern) => join(root, pattern)),
).filter((file) => !file.includes("node_modules"));
const documents = files.map((file) => [file.slice(root.length + 1), readFileSync(file, "utf8")] as const);

const metrics = [...collectors.flatMap((one) => one.metrics), ...factMetrics, ...Object.values(self)];
const names = new Set(metrics.flatMap(({ name }) => [name, `${name}_sum`, `${name}_count`, `${name}_bucket`]));
const alertNames: ReadonlySet<string> = new Set(alerts.map(({ name }) => name));
test("there are documents, runbooks and READMEs of charts", () => {
  expect(documents.length).toBeGreaterThan(70);
});

test.each(documents)("%s names metrics and alerts that exist, and no recorded series", (_file, document) => {
  // changes of the code add names
  const text = document.replaceAll(/^```diff\n.*?^```/gms, "");
  const named = [...text.matchAll(/(?<![\w/])avax_[a-z0-9_]*[a-z0-9](?![\w*…])/g)].map(([name]) => name);
  expect([...new Set(named)].filter((name) => !names.has(name))).toEqual([]);
  const alerting = [...text.matchAll(/\bAvax[A-Z][A-Za-z0-9]+\b/g)].map(([name]) => name);
  expect([...new Set(alerting)].filter((name) => !alertNames.has(name))).toEqual([]);
  expect(text.match(/\b\w+:(avax|avalanche)_\w+/g) ?? []).toEqual([]);
});

test.each(documents)(
  "%s has each item of a list on a line of its own, and single spaces in sentences",
  (_file, text) => {
    const prose = text.replaceAll(/^```.*?^```/gms, "").replaceAll(/`[^`\n]*`/g, "``");
    const lines = prose.split("\n").filter((line) => !line.startsWith("|") && !line.startsWith("    "));
    expect(lines.filter((line) => /\S {2,}\S/.test(line))).toEqual([]);
    expect(lines.filter((line) => /[.:;)`*] \d\. \S/.test(line))).toEqual([]);
  },
);
