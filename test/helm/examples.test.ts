import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";

test("the kustomize example enables the reload that its comment names", async () => {
  const folder = "helm/examples/kustomize";
  expect(await readFile(`${folder}/kustomization.yaml`, "utf8")).toContain("POST /-/reload");
  expect(parse(await readFile(`${folder}/config.yml`, "utf8")).web).toMatchObject({ enable_lifecycle: true });
});
