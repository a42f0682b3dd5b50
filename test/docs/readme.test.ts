import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runToEnd } from "../support/program.ts";

test("the README's example of a configuration is one", async () => {
  const readme = await readFile("README.md", "utf8");
  const [, yaml = ""] = /```yaml\n(node:\n.*?)```/s.exec(readme) ?? [];
  const folder = await mkdtemp(join(tmpdir(), "avalanche-exporter-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [file, token] = [join(folder, "config.yml"), join(folder, "token")];
  await writeFile(token, "secret");
  await writeFile(file, yaml.replace("/run/secrets/token", token));
  const { code, err, out } = await runToEnd(["check-config", file]);
  expect([code, err]).toEqual([0, ""]);
  expect(out).toContain("alias: backup");
});
