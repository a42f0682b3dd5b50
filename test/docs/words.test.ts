/** The table of the dashboards' words. */

import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import { familiesOf } from "../../src/model/fact-items.ts";
import { dashboards, panelsOf } from "../grafana/dashboards.ts";

const text = await readFile("docs/dashboards-and-alerts.md", "utf8");
const [, table = ""] = /^### Words\n(.*?)^#/ms.exec(text) ?? [];
const words = [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \| ([^|]+) \| `([^`|]+)` \|$/gm)].map(
  ([, word = "", , panel = "", metric = ""]) => ({ word, panel, metric }),
);
const panels = dashboards.flatMap(panelsOf);
const known = [...familiesOf(collectors)].map(({ name }) => name);

test("the words of the dashboards are explained", () => {
  const explained = words.map(({ word }) => word);
  for (const word of ["offline budget", "balance runway", "top-up"]) expect(explained).toContain(word);
});

test.each(words)("the panel and the metric of $word exist, and the panel uses the metric", ({ panel, metric }) => {
  expect(known).toContain(metric);
  const shown = panels.filter(({ title }) => title === panel);
  expect(shown.map(({ title }) => title)).toContain(panel);
  const expressions = shown.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  expect(expressions.filter((expr) => expr.includes(metric))).not.toEqual([]);
});
