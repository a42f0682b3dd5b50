import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import * as z from "zod";

const table = z.record(z.string(), z.object({ error: z.string(), text: z.string() }));

/** Returns the invalid files of a table in `test/fixtures`, by name: their text, and their only error with its position. */
export const invalidFiles = (name: string) =>
  Object.entries(table.parse(parse(readFileSync(join(import.meta.dirname, "../fixtures", name), "utf8"))));
