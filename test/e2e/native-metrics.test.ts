/** The node's own metrics that the optional rules use exist on real nodes, and their targets get the node ID of the exporter's. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { nativeMetrics } from "../../grafana/src/promql.ts";
import { ruleFiles } from "../../src/rules/files.ts";
import { isCounter } from "../grafana/sources.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startNode } from "./support/avalanche-node.ts";
import { everySecond, ready, startExporter } from "./support/exporter.ts";
import { eventually, type Release } from "./support/programs.ts";
import { startPrometheus } from "./support/prometheus.ts";

const releases: readonly Release[] = ["v1.11.13", "v1.12.2", "v1.14.0"];
const metrics = Object.values(nativeMetrics);

async function start(release: Release) {
  const node = await startNode({ release });
  onTestFinished(() => node.stop());
  return node;
}

test.for(releases)("%s has every metric, with its labels", async (release) => {
  const { url } = await start(release);
  const page = await (await fetch(`${url}/ext/metrics`)).text();
  const found = metrics.map(({ name }) => {
    const [, sample] = new RegExp(`^${name}(\\{.*\\})? `, "m").exec(page) ?? [];
    const [, type] = new RegExp(`^# TYPE ${name} (\\w+)$`, "m").exec(page) ?? [];
    return { name, type, labels: [...(sample ?? "").matchAll(/(\w+)="/g)].map(([, label]) => label) };
  });
  const expected = metrics.map(({ name, labels }) => {
    return { name, type: isCounter(name) ? "counter" : "gauge", labels: [...labels] };
  });
  expect(found).toEqual(expected);
});

test("the rules find the node of a target by its name", async () => {
  const node = await start("v1.14.0");
  const exporter = await startExporter([`--node.url=${node.url}`, ...everySecond]);
  onTestFinished(async () => void (await exporter.stop()));
  await ready(exporter);
  const folder = await temporaryFolder();
  const files = ["rules/avalanche-exporter.rules.yaml", "rules/optional/native.rules.yaml"].map((name, i) => ({
    path: join(folder, `${i}.yaml`),
    text: ruleFiles().get(name) ?? "",
  }));
  for (const { path, text } of files) await writeFile(path, text);
  const job = (name: string, port: number, metrics_path: string) => ({
    job_name: name,
    metrics_path,
    static_configs: [{ targets: [`127.0.0.1:${port}`], labels: { node: "tokyo" } }],
  });
  const prometheus = await startPrometheus(
    stringify({
      global: { scrape_interval: "1s", evaluation_interval: "1s" },
      rule_files: files.map(({ path }) => path),
      scrape_configs: [
        job("avalanchego", node.httpPort, "/ext/metrics"),
        job("avalanche-exporter", exporter.port, "/metrics"),
      ],
    }),
  );
  onTestFinished(async () => void (await prometheus.stop()));
  const { nodeID } = await node.ask("/ext/info", "info.getNodeID");
  const known = await eventually("the node of the target", async () => {
    const all = await prometheus.series('native:avax_node_info:last{node_id!=""}');
    return all.length > 0 ? all : undefined;
  });
  expect(known.map(({ metric }) => metric)).toEqual([
    expect.objectContaining({ job: "avalanchego", node: "tokyo", node_id: nodeID, network: "local" }),
  ]);
});
