/** Tables of the documents that show what other tests verify. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { fillBlocks } from "../../docs/src/blocks.ts";
import { exceptionTable } from "../conformance/exception-table.ts";
import { faultTable } from "../e2e/faults/fault-table.ts";

test.each([
  ["test/conformance/exceptions.md", "exceptions", exceptionTable],
  ["docs/development/measurements.md", "faults", faultTable],
])("%s has the %s that the tests verify", async (file, name, table) => {
  const filled = fillBlocks(await readFile(file, "utf8"), { [name]: table() }, "tested");
  await expect(filled).toMatchFileSnapshot(`../../${file}`);
});
