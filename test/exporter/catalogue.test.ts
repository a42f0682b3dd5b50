/** The public names: each is emitted in some state of a node, and no other is. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import * as own from "../../src/metrics/exporter.ts";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import { settings } from "../support/run-collector.ts";
import { startTarget } from "../support/target.ts";

const read = (file: string) => readFileSync(join(import.meta.dirname, file), "utf8");
const data = new Set(collectors.flatMap(({ metrics }) => metrics));
const catalogue = new Set([...data, ...Object.values(own)].map(({ name, labels }) => [name, ...labels].join(" ")));
/** Names of the metrics in all scenarios: in a whole golden file, or on a line that a difference adds. */
const emitted = new Set(
  readdirSync(join(import.meta.dirname, "golden")).flatMap((file) =>
    [...read(`golden/${file}`).matchAll(/^\+?(\w+)(?:\{.*\})? \S+$/gm)].map(([, name = ""]) => name),
  ),
);

test("every metric of the catalogue is emitted by some scenario, and no other metric is", () => {
  expect(emitted).toEqual(new Set([...data].map(({ name }) => name)));
});

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

test("every promised name exists, with the promised labels", () => {
  const promised = read("promised.txt").trim().split("\n");
  expect(promised.filter((line) => !catalogue.has(line))).toEqual([]);
});
