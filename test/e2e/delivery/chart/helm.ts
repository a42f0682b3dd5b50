/** Charts as `helm` renders them. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { end } from "../support/tools.ts";
import { helm } from "./tools.ts";

export const chart = "helm/avalanche-exporter";

// biome-ignore lint/suspicious/noExplicitAny: any object of the chart
export type Manifest = any;

/** What a cluster with both operators has. */
const operatorKinds = [
  "monitoring.coreos.com/v1/ServiceMonitor",
  "monitoring.coreos.com/v1/PodMonitor",
  "monitoring.coreos.com/v1/PrometheusRule",
  "monitoring.coreos.com/v1alpha1/AlertmanagerConfig",
  "monitoring.coreos.com/v1alpha1/ScrapeConfig",
  "grafana.integreatly.org/v1beta1/GrafanaDashboard",
];

export const newestKubernetes = "1.37.0";

export type Rendering = {
  readonly chart?: string;
  readonly release?: string;
  readonly namespace?: string;
  readonly files?: readonly string[];
  /** `key=value`, as for `--set`. */
  readonly set?: readonly string[];
  readonly kubernetes?: string;
  readonly kinds?: readonly string[];
  /** Key of the repository of the image; empty for the default image, which the charts refuse while the project has no account. */
  readonly image?: string;
};

export const ownRepository = "example/avalanche-exporter";
export const ownImage = (key = "image.repository") => (key === "" ? [] : ["--set", `${key}=${ownRepository}`]);

const argumentsOf = ({ files = [], set = [], image, ...given }: Rendering) => [
  ...files.flatMap((file) => ["--values", file]),
  ...ownImage(image),
  ...set.flatMap((pair) => ["--set", pair]),
  ...["--kube-version", given.kubernetes ?? newestKubernetes, "--namespace", given.namespace ?? "avalanche"],
  ...(given.kinds ?? operatorKinds).flatMap((kind) => ["--api-versions", kind]),
];

const template = (rendering: Rendering) =>
  end(helm(), ["template", rendering.release ?? "watch", rendering.chart ?? chart, ...argumentsOf(rendering)]);

/** As kubectl reads them: YAML 1.1. */
export const parseManifests = (text: string): Manifest[] =>
  parseAllDocuments(text, { version: "1.1" }).flatMap((document) => {
    if (document.errors.length > 0) throw document.errors[0];
    return document.toJS() ?? [];
  });

/** Returns the manifests as YAML. */
export async function renderText(rendering: Rendering): Promise<string> {
  const { code, out, err } = await template(rendering);
  if (code !== 0) throw new Error(err);
  return out;
}

export const render = async (rendering: Rendering): Promise<Manifest[]> => parseManifests(await renderText(rendering));

/** Returns the error of helm if the chart does not render. */
export async function refusal(rendering: Rendering): Promise<string> {
  const { code, err } = await template(rendering);
  return code === 0 ? "it was rendered" : err;
}

const ci = join(chart, "ci");
export const scenarios = readdirSync(ci)
  .filter((name) => name.endsWith("-values.yaml"))
  .map((name) => ({ name: name.replace("-values.yaml", ""), file: join(ci, name) }));

export const scenario = (name: string) => ({ files: [join(ci, `${name}-values.yaml`)] });

export const ofKind = (manifests: readonly Manifest[], kind: string): Manifest[] =>
  manifests.filter((manifest) => manifest.kind === kind);

/** Every Pod that comes of them. */
export const podsOf = (manifests: readonly Manifest[]): Manifest[] =>
  manifests.flatMap((manifest) => (manifest.kind === "Pod" ? [manifest] : (manifest.spec?.template ?? [])));

/** Renders every documented scenario once. */
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
