/** An installed exporter, used as an operator would: with a configuration, users, a reload and an end. */
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import bcrypt from "bcrypt";
import { expect } from "vitest";
import { startNode } from "../../support/exporter.ts";
import { freePort } from "../../support/ports.ts";
import { basic } from "../../support/web.ts";
import { eventually, type Running, run } from "../support/programs.ts";

/** Starts the program, and requires metrics of a node for a user alone, a reload at SIGHUP and exit status 0 at SIGTERM.
 *  `folder`: for its configuration, which the program has at `path`. */
export async function useProgram(
  start: (args: readonly string[]) => Running,
  folder: string,
  path = folder,
  pidOf = async ({ process: { pid } }: Running) => pid ?? 0,
) {
  const [{ url }, port] = await Promise.all([startNode(), freePort()]);
  const users = { basic_auth_users: { anna: await bcrypt.hash("secret", 4) } };
  const config = { node: { url }, web: { listen_address: `127.0.0.1:${port}`, config_file: "web.yml" } };
  for (const [name, content] of Object.entries({ "web.yml": users, "config.yml": config })) {
    await writeFile(join(folder, name), JSON.stringify(content));
    await chmod(join(folder, name), 0o644);
  }
  const exporter = start([`--config.file=${join(path, "config.yml")}`]);
  const get = (user: string) => fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization: basic(user) } });
  await eventually("a node that is up", async () => {
    if (exporter.process.exitCode !== null) throw new Error(`it ended: ${exporter.output()}`);
    return /^avax_up 1$/m.test(await (await get("anna:secret")).text()) || undefined;
  });
  expect((await get("anna:other")).status).toBe(401);
  process.kill(await pidOf(exporter), "SIGHUP");
  await eventually("a reload", async () => exporter.output().includes("configuration reloaded") || undefined);
  expect(await exporter.stop()).toBe(0);
}

export const useExporter = ([program = "", ...args]: readonly string[], folder: string) =>
  useProgram((more) => run(program, [...args, ...more]), folder);
