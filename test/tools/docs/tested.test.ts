import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { fillBlocks } from "../../../src/tools/docs/markdown.ts";
import { faultTable } from "../../e2e/faults/fault-table.ts";

test("the document of measurements has the faults that the tests verify", async () => {
  const file = "docs/development/measurements.md";
  const filled = fillBlocks(await readFile(file, "utf8"), { faults: faultTable() }, "tested");
  await expect(filled).toMatchFileSnapshot(`../../../${file}`);
});
