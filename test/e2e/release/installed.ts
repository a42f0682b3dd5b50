/** An installed exporter, used as an operator would: with a configuration, users, a reload and an end. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import bcrypt from "bcrypt";
import { expect } from "vitest";
import { startNode } from "../../support/exporter.ts";
import { freePort } from "../../support/ports.ts";
import { basic } from "../../support/web.ts";
import { eventually, run } from "../support/programs.ts";

/** Starts the command, and requires metrics of a node for a user alone, a reload at SIGHUP and exit status 0 at SIGTERM.
 *  `folder`: for its configuration, in the file system of the command. */
export async function useExporter(command: readonly string[], folder: string, inCommand = folder) {
  const [{ url }, port] = await Promise.all([startNode(), freePort()]);
  await writeFile(join(folder, "web.yml"), `basic_auth_users:\n  anna: ${await bcrypt.hash("secret", 4)}\n`);
  const config = { node: { url }, web: { listen_address: `127.0.0.1:${port}`, config_file: "web.yml" } };
  await writeFile(join(folder, "config.yml"), JSON.stringify(config));
  const [program = "", ...args] = command;
  const exporter = run(program, [...args, `--config.file=${join(inCommand, "config.yml")}`]);
  const get = (user: string) => fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: basic(user) } });
  await eventually("a node that is up", async () => {
    if (exporter.process.exitCode !== null) throw new Error(`it ended: ${exporter.output()}`);
    return /^avax_up\{.*\} 1$/m.test(await (await get("anna:secret")).text()) || undefined;
  });
  expect((await get("anna:other")).status).toBe(401);
  exporter.process.kill("SIGHUP");
  await eventually("a reload", async () => exporter.output().includes("configuration reloaded") || undefined);
  expect(await exporter.stop()).toBe(0);
}
