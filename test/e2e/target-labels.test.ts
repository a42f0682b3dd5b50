/** Targets in Prometheus with labels of the same names as those of the metrics. */
import { expect, onTestFinished, test } from "vitest";
import { stringify } from "yaml";
import { alerts } from "../../src/alerts/groups.ts";
import { createSimulator } from "../../src/simulator/simulator.ts";
import { startExporter } from "./support/exporter.ts";
import { eventually } from "./support/programs.ts";
import { startPrometheus } from "./support/prometheus.ts";

const labels = { network: "production", chain: "avalanche", state: "tokyo", container: "exporter", namespace: "ours" };
const expression = alerts.find(({ name }) => name === "AvaxTargetLabelsCollide")?.expr({}, "warning") ?? "";

/** Scrapes the same exporter of a simulated node with and without `honor_labels`. */
async function startScraping() {
  const simulator = createSimulator();
  onTestFinished(() => simulator.close());
  const exporter = await startExporter([`--node.url=${await simulator.listen()}`]);
  onTestFinished(() => void exporter.stop());
  const static_configs = [{ targets: [`127.0.0.1:${exporter.port}`], labels }];
  const shared = { scrape_interval: "1s", static_configs };
  const scrape_configs = [
    { ...shared, job_name: "honoring", honor_labels: true },
    { ...shared, job_name: "renaming" },
  ];
  const prometheus = await startPrometheus(stringify({ scrape_configs }));
  onTestFinished(() => void prometheus.stop());
  await eventually("states of chains in both jobs", async () => {
    const jobs = await prometheus.series("count by (job) (avax_chain_state)");
    return jobs.length === 2 || undefined;
  });
  return prometheus;
}

test("with honor_labels the metrics keep their labels; without it they lose them, and the alert is about that job only", async () => {
  const { series, query } = await startScraping();
  const chains = async (job: string) =>
    (await series(`count by (chain) (avax_chain_state{job="${job}"})`)).map(({ metric }) => metric["chain"]).toSorted();
  expect(await chains("renaming")).toEqual(["avalanche"]);
  expect(await chains("honoring")).toEqual(["C", "P", "X"]);
  expect(await query('count(avax_index_available{job="honoring",index="block",container="exporter"})')).toBe(3);
  const collisions = (job: string) => query(expression.replaceAll("{exported", `{job="${job}",exported`));
  expect(await collisions("renaming")).toBeGreaterThan(0);
  expect(await collisions("honoring")).toBe(undefined);
});
