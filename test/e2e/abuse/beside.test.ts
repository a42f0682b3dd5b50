/** The exporter and node_exporter under the same attacks in the same minute. A real Prometheus scrapes both. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import bcrypt from "bcrypt";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { startNode } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { freePort } from "../../support/ports.ts";
import { eventually, run } from "../support/programs.ts";
import { startPrometheus } from "../support/prometheus.ts";
import type { Attack } from "./attacker.ts";
import { memoryLimit, scrape, startExporter } from "./support.ts";

const attackMs = 12_000;

/** Starts both exporters with the same user, and a Prometheus that scrapes each of them every second. */
async function start() {
  const folder = await temporaryFolder();
  const file = join(folder, "web.yml");
  await writeFile(file, stringify({ basic_auth_users: { prometheus: await bcrypt.hash("secret", 10) } }));
  const node = await startNode();
  const exporter = await startExporter([`--node.url=${node.url}`, `--web.config.file=${file}`]);
  onTestFinished(async () => void (await exporter.stop()));
  const port = await freePort();
  const other = run("prometheus-node-exporter", [
    `--web.listen-address=127.0.0.1:${port}`,
    `--web.config.file=${file}`,
    ...["--collector.disable-defaults", "--collector.loadavg"],
  ]);
  onTestFinished(async () => void (await other.stop()));
  await eventually("node_exporter", async () => (await scrape(`http://127.0.0.1:${port}/`)).status || undefined);
  const jobs = { exporter: exporter.port, node_exporter: port };
  const prometheus = await startPrometheus(
    stringify({
      global: { scrape_interval: "1s", scrape_timeout: "1s" },
      scrape_configs: Object.entries(jobs).map(([job_name, port]) => ({
        job_name,
        basic_auth: { username: "prometheus", password: "secret" },
        static_configs: [{ targets: [`127.0.0.1:${port}`] }],
      })),
    }),
  );
  onTestFinished(async () => void (await prometheus.stop()));
  for (const job of Object.keys(jobs))
    await eventually(`a scrape of ${job}`, async () => (await prometheus.query(`up{job="${job}"} == 1`)) || undefined);

  /** Attacks one of them. Returns how many scrapes it has lost. */
  async function attack(job: keyof typeof jobs, kind: Attack, connections: number) {
    const attacker = run("node", [join(import.meta.dirname, "attacker.ts"), kind, `${jobs[job]}`, `${connections}`]);
    await setTimeout(attackMs); // the time of the attack
    const lost = await prometheus.query(`sum_over_time((1 - up{job="${job}"})[${attackMs}ms:1s])`);
    await attacker.stop("SIGKILL");
    return lost ?? Number.NaN;
  }
  return { exporter, attack };
}

test.each<[kind: Attack, connections: number]>([
  ["odd-packets", 48],
  ["odd-packets-behind-passwords", 300],
  ["bodies-with-passwords", 100],
  ["endless-body", 200],
  ["huge-heads", 50],
  ["half-closed", 50],
  ["half-head", 500],
  ["idle", 5000],
  ["pipelined-probes", 40],
  ["pipelined-passwords", 10],
])("%s on %i connections: Prometheus loses no scrape that it does not lose of node_exporter", async (...given) => {
  const { exporter, attack } = await start();
  const lost = await attack("exporter", ...given);
  const memory = exporter.peakMemory();
  const lostOfOther = await attack("node_exporter", ...given);
  const cells = [given[0].padEnd(30), `${given[1]}`.padStart(5), `${lost}`.padStart(4), `${lostOfOther}`.padStart(4)];
  process.stdout.write(`| ${[...cells, `${memory} MiB`].join(" | ")} |\n`);
  expect([exporter.process.exitCode, exporter.process.signalCode]).toEqual([null, null]);
  expect(memory).toBeLessThan(memoryLimit);
  expect(lost).toBeLessThanOrEqual(lostOfOther);
});
