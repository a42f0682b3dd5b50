/** A real Prometheus that scrapes the exporter of a real node, while that comes and goes. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { readDocuments } from "../support/documents.ts";
import { freePort } from "../support/ports.ts";
import { type AvalancheNode, startNode } from "./support/avalanche-node.ts";
import { type Exporter, everyCollector, ready, startExporter } from "./support/exporter.ts";
import { eventually } from "./support/programs.ts";
import { type Prometheus, startPrometheus } from "./support/prometheus.ts";

const staleAfter = 15; // a busy machine stretches an interval of 2 s well beyond it three times
let node: AvalancheNode;
let exporter: Exporter;
let prometheus: Prometheus;
let folder: string;

beforeAll(async () => {
  node = await startNode({ httpPort: await freePort() }); // it starts again at the same address
  folder = await mkdtemp(join(tmpdir(), "prometheus-"));
  const file = everyCollector(folder, { interval: "1s", stale_after: `${staleAfter}s` });
  exporter = await startExporter([`--node.url=${node.url}`, file]);
  await ready(exporter);
  const target = `127.0.0.1:${exporter.port}`;
  prometheus = await startPrometheus(
    `scrape_configs: [{job_name: avalanche, scrape_interval: 1s, static_configs: [{targets: ["${target}"]}]}]\n`,
  );
});
afterAll(async () => {
  await Promise.all([prometheus?.stop(), exporter?.stop(), node?.stop()]);
  await rm(folder, { recursive: true });
});

const query = (expression: string) => prometheus.query(expression);
const until = (what: string, expression: string, wanted: number | undefined) =>
  eventually(`${what} (${expression})`, async () => ((await query(expression)) === wanted ? true : undefined));

test("Prometheus takes the page: all its samples, and the node is up", async () => {
  await until("a first scrape", 'up{job="avalanche"}', 1);
  await until("the node", "avax_up", 1);
  const page = await exporter.page();
  expect(await query("scrape_samples_scraped")).toBe(page.names.length);
});

test("the documented queries join the node's own metrics with the exporter's", async () => {
  const job = (name: string, port: number, path: string) => ({
    job_name: name,
    scrape_interval: "1s",
    metrics_path: path,
    static_configs: [{ targets: [`127.0.0.1:${port}`], labels: { pod: "avalanchego-0" } }],
  });
  const both = await startPrometheus(
    stringify({
      scrape_configs: [job("avalanchego", node.httpPort, "/ext/metrics"), job("exporter", exporter.port, "/metrics")],
    }),
  );
  const text = [...(await readDocuments()).values()].join("\n");
  const blocks = [...text.matchAll(/^```promql\n(.*?)^```/gms)].map(([, block = ""]) => block);
  const block = blocks.find((one) => one.includes("avalanche_")) ?? "";
  const queries = block.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  expect(queries.length).toBeGreaterThan(2);
  for (const line of queries) {
    await eventually(line, async () => ((await both.series(line)).length === 1 ? true : undefined));
  }
  await both.stop();
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
