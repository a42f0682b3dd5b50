/** The cost of the exporter for Prometheus: the samples of each scrape, as a real Prometheus counts them. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { maxSeriesAtDefaults } from "../../docs/src/series-table.ts";
import { createSimulator, type Simulator } from "../../src/simulator/simulator.ts";
import { readDocuments } from "../support/documents.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startExporter } from "./support/exporter.ts";
import { eventually } from "./support/programs.ts";
import { startPrometheus } from "./support/prometheus.ts";

/** The network of the documented table. */
const mainnet = {
  validators: 1500,
  l1s: 150,
  l1Validators: 15_000,
  network: "local" as const,
  now: () => Date.UTC(2026, 0, 1),
};
let simulator: Simulator;
let url: string;
let documented: string;
beforeAll(async () => {
  simulator = createSimulator(mainnet);
  url = await simulator.listen();
  documented = (await readDocuments()).get("docs/metrics.md") ?? "";
});
afterAll(() => simulator.close());

/** Returns the documented series of a node. */
function documentedFor(configuration: string): number {
  const row = documented.split("\n").find((line) => line.startsWith(`| ${configuration} |`));
  return Number(row?.split("|").at(-2)?.replace(",", ""));
}
const documentedForProcess = () => Number(/has (\d+) series about its process/.exec(documented)?.[1]);

type Status = { readonly nodes: readonly { readonly collection: { readonly state: string } }[] };

/** Returns the samples per scrape by node, after the first run of every collector. The page /metrics has an empty name. */
async function samplesWith(config: object): Promise<Readonly<Record<string, number>>> {
  const file = join(await temporaryFolder(), "config.yml");
  await writeFile(file, JSON.stringify(config));
  const exporter = await startExporter([`--config.file=${file}`]);
  onTestFinished(() => void exporter.stop());
  const jobs = [
    { job_name: "page", scrape_interval: "1s", static_configs: [{ targets: [`127.0.0.1:${exporter.port}`] }] },
    { job_name: "nodes", scrape_interval: "1s", http_sd_configs: [{ url: `${exporter.url}/sd` }] },
  ];
  const { query, series, stop } = await startPrometheus(stringify({ scrape_configs: jobs }));
  onTestFinished(() => void stop());
  const nodes = "nodes" in config ? Object.keys(config.nodes as object).length : 0;
  let ranAt: number | undefined;
  await eventually("scrapes of all pages after all first runs", async () => {
    const status = (await (await fetch(`${exporter.url}/status.json`)).json()) as Status;
    // the clock of the simulated node does not advance
    if (status.nodes.some(({ collection }) => !["ok", "clocks_differ"].includes(collection.state))) return undefined;
    ranAt ??= Date.now() / 1000;
    const scraped = await query(`count(up == 1 and timestamp(up) > ${ranAt})`);
    return scraped === 1 + nodes || undefined;
  });
  const found = await series("scrape_samples_scraped");
  return Object.fromEntries(found.map(({ metric, value }) => [metric["node"] ?? "", Number(value[1])]));
}

test("a page at defaults has as many samples as documented, at most those of the limit", async () => {
  const samples = await samplesWith({ node: { url } });
  expect(samples).toEqual({ "": documentedFor("the defaults") + documentedForProcess() });
  expect(samples[""]).toBeLessThanOrEqual(maxSeriesAtDefaults);
});

test("each node of several has as many samples as documented", async () => {
  const each = documentedFor("the defaults");
  const samples = await samplesWith({ nodes: { one: { url }, other: { url: url.replace("127.0.0.1", "localhost") } } });
  expect(samples).toEqual({ "": documentedForProcess(), one: each, other: each });
});

test("with every validator a page has as many samples as documented", async () => {
  const samples = await samplesWith({ node: { url }, validators: { detail: "all" } });
  expect(samples).toEqual({ "": documentedFor("`validators.detail: all`") + documentedForProcess() });
});
