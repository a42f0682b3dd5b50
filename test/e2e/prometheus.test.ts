/** A real Prometheus that scrapes the exporter of a real node, while that comes and goes. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import { freePort } from "../support/ports.ts";
import { type AvalancheNode, startNode } from "./support/avalanche-node.ts";
import { type Exporter, ready, startExporter } from "./support/exporter.ts";
import { eventually, ofPrometheus, type Running, run } from "./support/programs.ts";

const staleAfter = 6;
let node: AvalancheNode;
let exporter: Exporter;
let prometheus: Running;
let url: string;
let folder: string;

beforeAll(async () => {
  node = await startNode();
  const quick = collectors.flatMap(({ name }) => [
    `--collector.${name}.interval=1s`,
    `--collector.${name}.stale-after=${staleAfter}s`,
  ]);
  exporter = await startExporter([`--node.url=${node.url}`, ...quick]);
  await ready(exporter);
  folder = await mkdtemp(join(tmpdir(), "prometheus-"));
  const file = join(folder, "prometheus.yml");
  const target = `127.0.0.1:${exporter.port}`;
  await writeFile(
    file,
    `scrape_configs: [{job_name: avalanche, scrape_interval: 1s, static_configs: [{targets: ["${target}"]}]}]\n`,
  );
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  prometheus = run(ofPrometheus("prometheus"), [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    `--web.listen-address=127.0.0.1:${port}`,
  ]);
  await eventually("a ready Prometheus", async () => (await fetch(`${url}/-/ready`)).ok || undefined);
});
afterAll(async () => {
  await Promise.all([prometheus?.stop(), exporter?.stop(), node?.stop()]);
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** The value of an expression that gives one series; undefined where it gives none. */
async function query(expression: string): Promise<number | undefined> {
  const [first] = await ask(expression);
  return first && Number(first.value[1]);
}
/** All values of one series, from the first scrape on. */
async function history(series: string): Promise<number[]> {
  const [first] = await ask(`${series}[1h]`);
  return first.values.map(([, value]: [number, string]) => Number(value));
}
async function ask(expression: string) {
  const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(expression)}`);
  return JSON.parse(await response.text()).data.result;
}
const until = (what: string, expression: string, wanted: number | undefined) =>
  eventually(`${what} (${expression})`, async () => ((await query(expression)) === wanted ? true : undefined));

test("Prometheus takes the page: all its samples, and the node is up", async () => {
  await until("a first scrape", 'up{job="avalanche"}', 1);
  await until("the node", "avax_up", 1);
  const page = await exporter.page();
  expect(await query("scrape_samples_scraped")).toBe(page.names.length);
});

test("an idle node adds no series after the first scrape", async () => {
  await until("some scrapes", "count_over_time(up[1h]) >= bool 4", 1);
  const [first, ...later] = await history("scrape_series_added");
  expect([first, ...later]).toEqual([await query("scrape_samples_scraped"), ...later.map(() => 0)]);
});

test("the history of a height can be asked for", async () => {
  expect(await query("max_over_time(avax_pchain_height[1m])")).toBe(0);
});

test("a node that stops is down at once; its data stays until stale-after, then it is gone while the rest stays", async () => {
  await node.stop();
  await until("the node down", "avax_up", 0);
  const scrapesWithData = await query("count(avax_pchain_height)");
  await until("the data gone", "absent(avax_pchain_height)", 1);
  await until("every family gone", 'absent({__name__=~"avax_(pchain|xchain|validators|index)_.+"})', 1);
  expect([scrapesWithData, await query("up"), await query("avax_node_reachable")]).toEqual([1, 1, 0]);
  expect(await query('avax_exporter_collector_success{collector="p-height"}')).toBe(0);
});

test("a node that returns is seen again, with all its data", async () => {
  node = await startNode({ httpPort: node.httpPort });
  await until("the node up", "avax_up", 1);
  await until("its height", "avax_pchain_height", 0);
  await until("its validators", "avax_validators", 5);
  expect(await query("avax_exporter_node_identity_changes_total")).toBe(1);
});
