/** Whether the objects are what a version of Kubernetes and the Prometheus operator take. The API server of the cluster test also
 *  finds fields that the operator does not know. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor";
import { PrometheusRule } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule";
import { ServiceMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor";
import { AlertmanagerConfig } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1alpha1/AlertmanagerConfig";
import { ScrapeConfig } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1alpha1/ScrapeConfig";
import { onTestFinished } from "vitest";
import { end } from "../support/tools.ts";
import type { Manifest } from "./helm.ts";
import { kubeconform, kubernetesSchemas } from "./tools.ts";

const kinds = [
  "configmap-v1",
  "deployment-apps-v1",
  "networkpolicy-networking-v1",
  "pod-v1",
  "poddisruptionbudget-policy-v1",
  "service-v1",
  "serviceaccount-v1",
  "statefulset-apps-v1",
];
const folderOf = (version: string) => `v${version}-local-strict`;

/** From the oldest on. */
export async function knownVersions(): Promise<string[]> {
  const folders = await readdir(kubernetesSchemas());
  const versions = folders.flatMap((name) => /^v(.*)-local-strict$/.exec(name)?.[1] ?? []);
  return versions.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

type Json = { readonly [key: string]: unknown };
const definition = /^.*#\/\$defs\//;

/** A copy that refers to nothing beyond itself, and the names that it refers to. */
function within(value: unknown, needed: Set<string>): unknown {
  if (Array.isArray(value)) return value.map((one) => within(one, needed));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([key]) => key !== "$id");
  return Object.fromEntries(
    members.map(([key, member]) => {
      if (key !== "$ref" || typeof member !== "string" || !definition.test(member))
        return [key, within(member, needed)];
      const name = member.replace(definition, "");
      needed.add(name);
      return [key, `#/$defs/${name}`];
    }),
  );
}

function standalone(schema: Json, definitions: Json): Json {
  const needed = new Set<string>();
  const top = within(schema, needed) as Json;
  const $defs: Record<string, unknown> = {};
  for (const name of needed) $defs[name] = within(definitions[name], needed); // it grows meanwhile
  return { ...top, $defs };
}

const readJson = async (...path: string[]): Promise<Json> => JSON.parse(await readFile(join(...path), "utf8"));

async function writeSchemas(version: string, folder: string) {
  const source = join(kubernetesSchemas(), folderOf(version));
  const { $defs } = await readJson(source, "_definitions.json");
  await mkdir(folder, { recursive: true });
  for (const kind of kinds) {
    const schema = standalone(await readJson(source, `${kind}.json`), $defs as Json);
    await writeFile(join(folder, `${kind}.json`), JSON.stringify(schema));
  }
}

type Resource = { readonly kind: string; readonly name: string; readonly status: string; readonly msg: string };

const models = { AlertmanagerConfig, PodMonitor, PrometheusRule, ServiceMonitor, ScrapeConfig } as const;
const isOfOperator = ({ kind }: Manifest) => kind in models || kind === "GrafanaDashboard";

/** Returns one line for each object with a wrong type or pattern for the Prometheus operator. */
export function operatorErrors(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    const Model = models[manifest.kind as keyof typeof models];
    try {
      if (Model !== undefined) new Model(manifest).validate();
      return [];
    } catch (error) {
      return [`${manifest.kind} ${manifest.metadata.name}: ${error}`];
    }
  });
}

/** Returns one line for each object of Kubernetes that this version does not take, or does not know. */
export async function schemaErrors(all: readonly Manifest[], version: string): Promise<string[]> {
  const manifests = all.filter((manifest) => !isOfOperator(manifest));
  const folder = await mkdtemp(join(tmpdir(), "schemas-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeSchemas(version, folder);
  const input = manifests.map((manifest) => JSON.stringify(manifest)).join("\n---\n");
  const location = `${folder}/{{ .ResourceKind }}{{ .KindSuffix }}.json`;
  const given = ["-strict", "-output", "json", "-verbose", "-schema-location", location, "-"];
  const { out, err } = await end(kubeconform(), given, { input });
  const { resources } = JSON.parse(out || "{}") as { readonly resources?: readonly Resource[] };
  if (resources?.length !== manifests.length) throw new Error(`kubeconform has seen ${resources?.length}: ${err}`);
  const wrong = resources.filter(({ status }) => status !== "statusValid");
  return wrong.map(({ kind, name, msg }) => `${kind} ${name}: ${msg}`);
}
