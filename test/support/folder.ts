import { mkdtemp, rm } from "node:fs/promises";
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
