/** The npm package on the minimum version of Node.js, which package.json names. */
import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { buildPackage } from "../../src/tools/packaging/build.ts";
import { startNode } from "../support/exporter.ts";
import { temporaryFolder } from "../support/folder.ts";

const run = promisify(execFile);

test("the minimum version of Node.js runs the collectors with a password of the node", async () => {
  const folder = await temporaryFolder();
  const node = `node-linux-${process.arch}`;
  const minimum = `${packageJson.engines.node.replace(">=", "")}.0`;
  await run("npm", ["install", "--prefix", folder, "--ignore-scripts", `${node}@${minimum}`]);
  await buildPackage(join(folder, "package"));
  const { url } = await startNode();
  const file = join(folder, "config.yml");
  await writeFile(file, `node: { url: "${url}", basic_auth: { username: a, password: swordfish } }\n`);
  const program = join(folder, "package/avalanche-exporter.js");
  const { stdout } = await run(join(folder, "node_modules", node, "bin/node"), [
    program,
    "once",
    `--config.file=${file}`,
  ]);
  expect(stdout).toMatch(/^avax_up 1$/m);
});
