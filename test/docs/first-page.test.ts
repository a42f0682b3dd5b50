/** The status and the table of questions in the README. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import { dashboards, panelsOf } from "../grafana/dashboards.ts";
import { startExporter, startNode, startServer } from "../support/exporter.ts";
import { runToEnd } from "../support/program.ts";
import { until } from "../support/until.ts";

const text = await readFile("README.md", "utf8");

/** Replaces what differs between two runs: numbers, times, IDs, the address and the network of the node. */
const masked = (line: string) =>
  line
    .replace(/^Node .*/, "Node")
    .replaceAll(/\d[\d.,]*/g, "0")
    .replaceAll(/ {2,}/g, "  ");

test("the status in the README has the lines of the program", async () => {
  const [, block = ""] = /^\$ avalanche-exporter status\n(.*?)^```/ms.exec(text) ?? [];
  const lines = block.split("\n").filter((line) => line !== "" && line !== "…");
  const { url, simulator } = await startNode({ scenario: "validator-offline" });
  const { exporter } = await startExporter({ node: { url }, watch: demoWatchOf(simulator.chain) });
  await until(() => expect(exporter.ready()).toBe(true));
  const { out } = await runToEnd(["status", "--url", (await startServer(exporter)).url]);
  expect(out.split("\n").map(masked)).toEqual(expect.arrayContaining(lines.map(masked)));
  expect(lines.length).toBeGreaterThan(7);
});

const [, table = ""] = /^\| You want to know \|.*?\n(.*?)\n\n/ms.exec(text) ?? [];
const questions = table
  .split("\n")
  .slice(1)
  .map((row) => row.split(" | ").map((cell) => cell.replace(/^\| | \|$/g, "").trim()));

test("the README answers the questions of an operator", () => {
  expect(questions.length).toBeGreaterThanOrEqual(20);
});

const titles = new Map(
  dashboards.map((dashboard) => [
    dashboard.title.replace("Avalanche / ", ""),
    panelsOf(dashboard).map(({ title }) => title),
  ]),
);

test.each(questions)("%s: there is a place to look, and its panel exists", (_question, command, panel = "", more) => {
  expect([command, panel, more].some((cell) => cell !== "")).toBe(true);
  const [, dashboard, title] = /^([\w\d]+): (.*)$/.exec(panel) ?? [];
  if (dashboard !== undefined) expect(titles.get(dashboard)).toContain(title);
});
