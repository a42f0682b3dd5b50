/** The public names and the series limit. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import * as self from "../../src/engine/own-metrics.ts";
import { familiesOf } from "../../src/entities/all.ts";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import { settings } from "../support/run-collector.ts";
import { startTarget } from "../support/target.ts";

const data = familiesOf(collectors);
const catalog = new Set([...data, ...Object.values(self)].map(({ name, labels }) => [name, ...labels].join(" ")));
test("the series limit only drops series of collectors with a variable number of series", async () => {
  const { target } = await startTarget({
    only: collectors.map(({ name }) => name),
    limit: 0,
    settings: ({ chain }) => settings({ watch: demoWatchOf(chain), validators: { detail: "all" } }),
  });
  await target.once();
  const dropping = target.collectorStates().flatMap(({ collector, dropped }) => (dropped > 0 ? [collector] : []));
  const varying = collectors.filter(({ hasVaryingSeries }) => hasVaryingSeries).map(({ name }) => name);
  expect(dropping.length).toBeGreaterThan(0);
  expect(dropping.filter((name) => !varying.includes(name))).toEqual([]);
});

test("every stable name exists, with its labels", () => {
  const stable = readFileSync(join(import.meta.dirname, "stable-names.txt"), "utf8")
    .trim()
    .split("\n");
  expect(stable.filter((line) => !catalog.has(line))).toEqual([]);
});
