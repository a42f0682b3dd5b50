/** Names that YAML reads as a number, a truth value, nothing or a date, unless they are quoted. */
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../../support/folder.ts";
import { print } from "../support/tools.ts";
import { type Rendering, render, scenarios } from "./helm.ts";
import { helm } from "./tools.ts";

const folder = await mkdtemp(join(tmpdir(), "names-"));
afterAll(() => rm(folder, { recursive: true }));
await cp("helm", join(folder, "helm"), { recursive: true });
const example = join(folder, "helm/examples/avalanchego");
await print(helm(), ["dependency", "build", example]);

const names = ["123", "1e5", "0x1f", "on", "true", "null", "2024-01-01"];
/** Names that only values can be. */
const furtherNames = ["1_000", "0x1F", "~", "Yes"];
const readings = names.flatMap((release, i) => [{ release, namespace: names.at(i - 1) ?? "" }]);
/** Names that occur nowhere else. */
const plain = { release: "plain-release", namespace: "plain-space" };

const sidecar = { chart: example, image: "avalanche-exporter-sidecar.image.repository" };
/** Values that are names, all of them this one. */
const ofSidecar = (name: string) => ({
  "avalanche-exporter-sidecar": {
    name,
    existingSecrets: [name],
    web: { existingSecret: name },
    podMonitor: { interval: name, labels: { release: name }, matchLabels: { app: name } },
  },
});
const ofExporter = (name: string) => ({
  config: { node: { url: "http://node:9650" } },
  nameOverride: name,
  namespaceOverride: name,
  commonLabels: { team: name },
  existingSecrets: [name],
  web: { existingSecret: name },
  serviceAccount: { name },
  serviceMonitor: { enabled: true, namespace: name, interval: name, jobLabel: name, labels: { release: name } },
  prometheusRule: { enabled: true, namespace: name, alertLabels: { team: name } },
  dashboards: { enabled: true, namespace: name, folder: name },
  alertmanagerConfig: { enabled: true, namespace: name, secret: name },
});

/** Returns each value as JSON, with its path. */
const linesOf = (value: unknown, path = ""): readonly string[] =>
  typeof value === "object" && value !== null && !(value instanceof Date)
    ? Object.entries(value).flatMap(([key, each]) => linesOf(each, `${path}/${key}`))
    : [`${path}: ${JSON.stringify(value)}`];
const linesWith = async (rendering: Rendering) => linesOf(await render(rendering));

const renderings: readonly (readonly [string, Rendering])[] = [
  ...scenarios.map(({ name, file }) => [`the values ${name}`, { files: [file] }] as const),
  ["the sidecar", sidecar],
];
test.each(renderings)("with %s any release and namespace is a text, in every place", async (_, rendering) => {
  const expected = await linesWith({ ...rendering, ...plain });
  expect(expected.join()).toContain(plain.release);
  for (const reading of readings) {
    const inPlace = expected.map((line) =>
      line.replaceAll(plain.release, reading.release).replaceAll(plain.namespace, reading.namespace),
    );
    expect((await linesWith({ ...rendering, ...reading })).filter((line, i) => line !== inPlace[i])).toEqual([]);
  }
});

const withNames: readonly (readonly [string, Rendering, (name: string) => object, readonly string[]])[] = [
  ["the chart", {}, ofExporter, [...names, ...furtherNames]],
  ["the sidecar", sidecar, ofSidecar, names],
];
test.each(withNames)(
  "the names in the values of %s are texts, in every place",
  async (_, rendering, valuesOf, given) => {
    const renderWith = async (name: string) => {
      const file = join(await temporaryFolder(), "values.json");
      await writeFile(file, JSON.stringify(valuesOf(name)));
      return linesWith({ ...rendering, files: [file] });
    };
    const expected = await renderWith("plain-name");
    expect(expected.filter((line) => line.includes("plain-name")).length).toBeGreaterThan(8);
    for (const name of given) {
      const inPlace = expected.map((line) => line.replaceAll("plain-name", name));
      expect((await renderWith(name)).filter((line, i) => line !== inPlace[i])).toEqual([]);
    }
  },
);
