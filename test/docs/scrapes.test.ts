/** Examples of scrapes: the labels of the metrics must not be replaced by those of the targets. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parse } from "yaml";

const exclude = (path: string) => path.includes("node_modules");
const files = globSync(["*.md", "{docs,grafana,helm}/**/*.{md,yaml,yml}"], { exclude });
const texts = files.map((file) => [file, readFileSync(file, "utf8")] as const);

/** Returns the YAML of code blocks, or of the whole file. Examples in comments count. */
const yamlsIn = (file: string, text: string) =>
  file.endsWith(".md")
    ? [...text.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, block = ""]) => block)
    : [text.replaceAll(/^( *)# (?= *- job_name:| {2})/gm, "$1")];

type Job = { readonly job_name: string; readonly honor_labels?: boolean };
const jobs = texts.flatMap(([file, text]) =>
  yamlsIn(file, text)
    .filter((yaml) => /^scrape_configs:/m.test(yaml))
    .flatMap((yaml) => (parse(yaml) as { readonly scrape_configs: readonly Job[] }).scrape_configs)
    .map((job) => ({ file, ...job })),
);
const endpoints = texts
  .filter(([file, text]) => file.startsWith("helm/examples/") && /^kind: (Pod|Service)Monitor$/m.test(text))
  .map(([file, text]) => ({ file, ...parse(text).spec.podMetricsEndpoints[0] }));
const defaults = ["helm/avalanche-exporter/values.yaml", "helm/avalanche-exporter-sidecar/values.yaml"].flatMap(
  (file) =>
    Object.entries(parse(texts.find(([name]) => name === file)?.[1] ?? "")).flatMap(([key, value]) =>
      /^(podMonitor|serviceMonitor|scrapeConfig)$/.test(key) ? [{ file, key, ...(value as object) }] : [],
    ),
);

test("every example of a scrape keeps the labels of the metrics", () => {
  expect(jobs.map(({ file, job_name }) => `${file} ${job_name}`)).toEqual(
    expect.arrayContaining(["README.md avalanche-exporter", "grafana/prometheus.yaml avalanchego"]),
  );
  expect(jobs.filter(({ honor_labels }) => honor_labels !== true)).toEqual([]);
  expect(endpoints.map(({ honorLabels }) => honorLabels)).toEqual([true]);
});

test("every monitor of the charts keeps the labels of the metrics by default", () => {
  expect(defaults.map((one) => [one.key, (one as { honorLabels?: boolean }).honorLabels])).toEqual([
    ["serviceMonitor", true],
    ["podMonitor", true],
    ["scrapeConfig", true],
    ["podMonitor", true],
  ]);
});
