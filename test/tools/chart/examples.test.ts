import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";

test("both examples run the same release of AvalancheGo, and Renovate renews it", async () => {
  const { customManagers } = JSON.parse(await readFile(".github/renovate.json", "utf8"));
  const manager = customManagers.find((one: { depNameTemplate?: string }) =>
    one.depNameTemplate?.includes("avalanchego"),
  );
  const [pattern] = manager.matchStrings;
  const files = ["helm/examples/avalanchego/Chart.yaml", "helm/examples/kustomize/avalanchego.yaml"];
  const [filePattern] = manager.managerFilePatterns;
  expect(files.filter((file) => !new RegExp(filePattern.slice(1, -1)).test(file))).toEqual([]);
  const releases = files.map(async (file) => new RegExp(pattern).exec(await readFile(file, "utf8"))?.groups);
  const [chart, kustomize] = await Promise.all(releases);
  expect(chart).toEqual({ currentValue: expect.stringMatching(/^v\d/) });
  expect(kustomize).toEqual(chart);
});

test("the kustomize example enables the reload that its comment names", async () => {
  const folder = "helm/examples/kustomize";
  expect(await readFile(`${folder}/kustomization.yaml`, "utf8")).toContain("POST /-/reload");
  expect(parse(await readFile(`${folder}/config.yml`, "utf8")).web).toMatchObject({ enable_lifecycle: true });
});
