/** The faults of a node and of the exporter: under each of them, responses stay complete and contain no false value. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { nodeFaults, type ProcessFaultName, processFaults } from "./faults/catalog.ts";
import { startNodeFaults } from "./faults/matrix.ts";
import { processRuns } from "./faults/processes.ts";
import { type Cells, failing } from "./faults/properties.ts";

describe("a fault of a node", () => {
  let run: Awaited<ReturnType<typeof startNodeFaults>>;
  let results: ReadonlyMap<string, Cells>;
  beforeAll(async () => {
    run = await startNodeFaults(nodeFaults);
    results = await run.results();
  });
  afterAll(() => run.stop());

  test.each(nodeFaults)("$name", ({ name }) => {
    const cells = results.get(name);
    expect(cells && failing(cells)).toBe("");
  });

  // waits until idle connections are closed
  test("memory and sockets return to their initial level", { tags: ["night"] }, async () => {
    expect(await run.unreturned()).toBeUndefined();
  });
});

describe.concurrent("a fault of the exporter's process", { tags: ["night"] }, () => {
  const names = Object.keys(processFaults) as readonly ProcessFaultName[];
  test.each(names.map((key) => ({ key, name: processFaults[key] })))("$name", async ({ key }) => {
    expect(failing(await processRuns[key]())).toBe("");
  });
});
