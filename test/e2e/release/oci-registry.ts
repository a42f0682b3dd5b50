/** A registry of images and charts. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { ociRegistry } from "../delivery/chart/tools.ts";
import { eventually, type Running, run } from "../support/programs.ts";

type Start = (program: string, args: readonly string[]) => Running;

/** Starts it on the port, with its storage in the folder. `start`: on another machine. */
export async function startOciRegistry(folder: string, port: number, start: Start = run) {
  await mkdir(folder, { recursive: true });
  const config = {
    version: 0.1,
    log: { level: "warn", accesslog: { disabled: true } },
    storage: { filesystem: { rootdirectory: join(folder, "storage") } },
    http: { addr: `127.0.0.1:${port}` },
  };
  const file = join(folder, `${port}.json`);
  await writeFile(file, JSON.stringify(config));
  const registry = start(ociRegistry(), ["serve", file]);
  if (start === run)
    await eventually("a registry", async () => (await fetch(`http://localhost:${port}/v2/`)).ok || undefined);
  return registry;
}
