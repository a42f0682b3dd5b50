/** Prometheus's own check of web configuration files, on all that we accept. */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readWebConfig } from "../../src/app/server/web-config.ts";
import { ofPrometheus } from "../../src/tools/packaging/programs.ts";

const promtool = ofPrometheus("promtool");
const fixtures = join(import.meta.dirname, "../fixtures");

/** Returns the errors of promtool. */
const complaints = (files: readonly string[]) =>
  new Promise<string>((resolve) =>
    execFile(promtool, ["check", "web-config", ...files], (error, out, err) => resolve(error ? out + err : "")),
  );

const files = globSync("web-config/*.yml", { cwd: fixtures }).sort();

test.each(files)("we and promtool accept %s", async (name) => {
  const file = join(fixtures, name);
  expect(await readWebConfig(file)).toMatchObject({ ok: true });
  expect(await complaints([file])).toBe("");
});
