import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultPort } from "../../src/config/values.ts";
import { readAllDocuments } from "../support/documents.ts";

/** Matches the port of the exporter in each form that a file by hand has. */
const ports =
  /(?<=listen_address: (?:127\.0\.0\.1)?:|127\.0\.0\.1:|exporter(?:\.example)?:|EXPOSE |^containerPort: |containerPort: |prometheus\.io\/port: "|^ {2}port: |-p |listen-address=:)\d{4,}/gm;
/** Ports of other programs in these files. */
const others = new Set(["9650", "9651", "9750", "3000", "9090", "9093", "9099"]);

const filesBelow = async (folder: string, name: RegExp) =>
  (await readdir(folder, { recursive: true })).filter((file) => name.test(file)).map((file) => join(folder, file));
const files = [
  ...["Dockerfile", "grafana/compose.yaml", "grafana/prometheus.yaml", "src/packaging/files/config.yml"],
  ...(await readAllDocuments()).keys(),
  ...["helm/avalanche-exporter/values.yaml", "helm/avalanche-exporter-sidecar/values.yaml"],
  ...(await filesBelow("helm/examples", /\.ya?ml$/)),
];
const found = await Promise.all(
  files.map(async (file) => {
    const numbers: readonly string[] = (await readFile(file, "utf8")).match(ports) ?? [];
    return [file, numbers] as const;
  }),
);

test("files that name the port of the exporter name the default port", () => {
  const different = found.flatMap(([file, numbers]) =>
    numbers.filter((number) => !others.has(number) && Number(number) !== defaultPort).map((number) => [file, number]),
  );
  expect(different).toEqual([]);
});

test("the image, the charts, the examples and the README name the port", () => {
  const names = found.flatMap(([file, numbers]) => (numbers.includes(String(defaultPort)) ? [file] : []));
  expect(names).toEqual(
    expect.arrayContaining([
      ...["Dockerfile", "README.md", "grafana/compose.yaml", "grafana/prometheus.yaml"],
      ...["src/packaging/files/config.yml", "helm/avalanche-exporter/values.yaml"],
      ...["helm/avalanche-exporter-sidecar/values.yaml", "docs/deployment.md", "docs/metrics.md"],
      ...["helm/examples/kustomize/config.yml", "helm/examples/kustomize/exporter.yaml"],
    ]),
  );
});
