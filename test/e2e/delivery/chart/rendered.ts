/** Every documented scenario, rendered once. */
import { parse } from "yaml";
import { type Manifest, ofKind, render, scenarios } from "./helm.ts";

export async function renderScenarios() {
  const rendered = new Map<string, Manifest[]>();
  for (const { name, file } of scenarios) rendered.set(name, await render({ files: [file] }));
  const of = (name: string): Manifest[] => {
    const manifests = rendered.get(name);
    if (manifests) return manifests;
    throw new Error(`there is no scenario ${name}`);
  };
  return {
    rendered,
    of,
    all: () => [...rendered.values()].flat(),
    one: (name: string, kind: string): Manifest => ofKind(of(name), kind)[0],
  };
}

export const configText = (manifests: readonly Manifest[]): string =>
  ofKind(manifests, "ConfigMap").find(({ data }) => data?.["config.yml"])?.data["config.yml"];
export const configOf = (manifests: readonly Manifest[]) => parse(configText(manifests));

/** The fewest values that work. */
export const oneNode = ["config.node.url=http://node:9650"];
