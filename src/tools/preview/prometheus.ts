/** Prometheus server without scrape targets, on a copy of existing storage. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eventually, ofPrometheus } from "../../../test/e2e/support/programs.ts";
import { freePort } from "../../../test/support/ports.ts";
import { scrapeEvery } from "./history/scene.ts";

/** Seconds. Imported samples have no staleness markers: a series must end before the next scrape. */
const lookback = scrapeEvery / 1000 - 1;
/** Loads the rules but never evaluates them: its clock differs from that of the samples. */
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
  process.once("exit", kill); // if this process ends in another way
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
