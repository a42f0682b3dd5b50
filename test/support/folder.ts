import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { OnEnd } from "./exporter.ts";

/** Creates an empty folder, removed after the test. */
export async function temporaryFolder(onEnd: OnEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "avalanche-exporter-"));
  onEnd(() => rm(folder, { recursive: true }));
  return folder;
}

/** Returns the paths of all files below the folders. */
export async function filesBelow(...folders: readonly string[]): Promise<readonly string[]> {
  const entries = folders.map((folder) => readdir(folder, { recursive: true, withFileTypes: true }));
  return (await Promise.all(entries))
    .flat()
    .filter((entry) => entry.isFile() && !entry.parentPath.includes("node_modules"))
    .map(({ parentPath, name }) => join(parentPath, name));
}
