/** A Prometheus that scrapes nothing, on a copy of a storage that is there. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, ofPrometheus } from "../../test/e2e/support/programs.ts";
import { freePort } from "../../test/support/ports.ts";
import { scrapeEvery } from "./history/scene.ts";

/** Seconds. Samples that were made afterwards have no mark where a series ends: it ends before the next scrape. */
const lookback = scrapeEvery / 1000 - 1;
/** It knows the rules, and does not get to evaluate them: its clock is not that of the samples. */
const never = "10y";

export type Prometheus = { readonly url: string; readonly stop: () => Promise<void> };

export async function startPrometheus(storage: string, rules: readonly string[] = []): Promise<Prometheus> {
  const [folder, port] = await Promise.all([mkdtemp(join(tmpdir(), "previews-")), freePort()]);
  const config = join(folder, "prometheus.yml");
  await writeFile(config, JSON.stringify({ global: { evaluation_interval: never }, rule_files: rules }));
  await cp(storage, join(folder, "data"), { recursive: true });
  const url = `http://127.0.0.1:${port}`;
  const args = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    "--storage.tsdb.retention.time=10y",
    `--query.lookback-delta=${lookback}s`,
    `--web.listen-address=127.0.0.1:${port}`,
  ];
  const child = spawn(ofPrometheus("prometheus"), args, { stdio: ["ignore", "ignore", "pipe"] });
  const kill = () => child.kill();
  process.once("exit", kill); // where this process ends otherwise
  const ended = once(child, "exit");
  let log = "";
  child.stderr.on("data", (chunk) => (log += chunk));

  async function stop() {
    process.off("exit", kill);
    kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
  try {
    await eventually("a ready Prometheus", async () => {
      if (child.exitCode !== null) throw new Error(log);
      return (await fetch(`${url}/-/ready`)).ok || undefined;
    });
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop };
}
