/** The faults of a node and of the exporter: under each of them, responses stay complete and contain no false value. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeFaults, type ProcessFaultName, processFaults } from "./faults/catalog.ts";
import { runNodeFaults } from "./faults/matrix.ts";
import { processRuns } from "./faults/processes.ts";
import { type Cells, properties, propertyNames, tableOf } from "./faults/properties.ts";

const rows = new Map<string, Cells>();
afterAll(() => {
  process.stdout.write(`\n${tableOf(rows)}`);
});

const sentences = propertyNames.map((property) => [properties[property], property] as const);
/** Returns the properties that do not hold, each with its reason. A string, because a failed assertion shows it whole. */
const failing = (cells: Cells) =>
  Object.entries(cells)
    .flatMap(([property, cell]) => ("wrong" in cell ? [`${property}: ${cell.wrong}`] : []))
    .join("\n");

describe("a fault of a node", () => {
  beforeAll(async () => {
    for (const [name, cells] of await runNodeFaults(nodeFaults)) rows.set(name, cells);
  });

  describe.each(nodeFaults)("$name", ({ name }) => {
    test.each(sentences)("%s", (_sentence, property) => {
      expect(failing({ [property]: rows.get(name)?.[property] ?? { wrong: "no result" } })).toBe("");
    });
  });
});

describe.concurrent("a fault of the exporter's process", { tags: ["night"] }, () => {
  const names = Object.keys(processFaults) as readonly ProcessFaultName[];
  test.each(names.map((key) => ({ key, ...processFaults[key] })))("$name", async ({ key, name }) => {
    const cells = await processRuns[key]();
    rows.set(name, cells);
    expect(failing(cells)).toBe("");
  });
});
