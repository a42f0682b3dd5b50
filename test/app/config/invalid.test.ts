import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { invalidFiles } from "../../support/invalid.ts";
import { loadConfig } from "./fake-collectors.ts";

test.each(invalidFiles("invalid-config.yml"))("%s is rejected with one error", async (_name, { error, text }) => {
  const folder = await temporaryFolder();
  const file = join(folder, "config.yml");
  await writeFile(file, text);
  const loaded = await loadConfig({ argv: ["--config.file", file], env: {} });
  const errors = [`${file}:${error.replace("DIRECTORY", folder)}`];
  expect(loaded).toEqual({ ok: false, errors, rest: { flags: {}, operands: [] } });
  expect(JSON.stringify(loaded)).not.toMatch(/hunter2|12345678/);
});
