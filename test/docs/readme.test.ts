import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { runToEnd } from "../support/program.ts";

test("the README's example of a configuration is one", async () => {
  const readme = await readFile("README.md", "utf8");
  const [, yaml = ""] = /```yaml\n(node:\n.*?)```/s.exec(readme) ?? [];
  const folder = await temporaryFolder();
  const [file, token] = [join(folder, "config.yml"), join(folder, "token")];
  await writeFile(token, "secret");
  await writeFile(file, yaml.replace("/run/secrets/token", token));
  const { code, err, out } = await runToEnd(["check-config", file]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("alias: backup");
});
