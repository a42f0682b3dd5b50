/** Prometheus server without scrape targets, on a copy of existing storage. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { ofPrometheus } from "../packaging/programs.ts";
import { scrapeEvery } from "./history/scene.ts";

/** Seconds. Imported samples have no staleness markers: a series must end before the next scrape. */
const lookback = scrapeEvery / 1000 - 1;
/** Loads the rules but never evaluates them: its clock differs from that of the samples. */
const never = "10y";

export type Prometheus = { readonly url: string; readonly stop: () => Promise<void> };

export async function startPrometheus(storage: string, rules: readonly string[] = []): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), "previews-"));
  const config = join(folder, "prometheus.yml");
  await writeFile(config, JSON.stringify({ global: { evaluation_interval: never }, rule_files: rules }));
  await cp(storage, join(folder, "data"), { recursive: true });
  const args = [
    `--config.file=${config}`,
    `--storage.tsdb.path=${join(folder, "data")}`,
    "--storage.tsdb.retention.time=10y",
    `--query.lookback-delta=${lookback}s`,
    "--web.listen-address=127.0.0.1:0",
  ];
  const child = spawn(ofPrometheus("prometheus"), args, { stdio: ["ignore", "ignore", "pipe"] });
  const kill = () => child.kill();
  process.once("exit", kill); // if this process ends in another way
  const ended = once(child, "exit");
  async function stop() {
    process.off("exit", kill);
    kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
  try {
    return { url: await readAddress(child.stderr), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns the URL at which Prometheus listens, by its log, once it is ready. Throws its log if it ends earlier. */
async function readAddress(stderr: Readable): Promise<string> {
  let log = "";
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  stderr.on("data", (chunk) => {
    log += chunk;
    const [, address] = /"Listening on".* address=(\S+)/.exec(log) ?? [];
    if (address !== undefined && log.includes("Server is ready")) resolve(`http://${address}`);
  });
  stderr.once("end", () => reject(new Error(log)));
  return promise;
}
