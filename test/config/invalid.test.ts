import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadConfig } from "./fake-collectors.ts";

const directory = join(import.meta.dirname, "../fixtures/invalid-config");
const files = globSync("*.yml", { cwd: directory }).sort();

test.each(files)("%s is rejected with one error, the one in its first line", async (name) => {
  const file = join(directory, name);
  const [top = ""] = readFileSync(file, "utf8").split("\n", 1);
  const line = `${file}:${top.replace("# ", "").replace("DIRECTORY", directory)}`;
  const loaded = await loadConfig({ argv: ["--config.file", file], env: {} });
  expect(loaded).toEqual({ ok: false, errors: [line], rest: { flags: {}, operands: [] } });
  expect(JSON.stringify(loaded)).not.toMatch(/hunter2|12345678/);
});
