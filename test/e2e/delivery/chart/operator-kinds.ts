/** Whether objects of the Prometheus and the Grafana operator are what those take. */
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { PodMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor";
import { PrometheusRule } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule";
import { ServiceMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor";
import { AlertmanagerConfig } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1alpha1/AlertmanagerConfig";
import { ScrapeConfig } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1alpha1/ScrapeConfig";
import { onTestFinished } from "vitest";
import * as z from "zod";
import { end } from "../support/tools.ts";
import type { Manifest } from "./helm.ts";

const models = { AlertmanagerConfig, PodMonitor, PrometheusRule, ServiceMonitor, ScrapeConfig } as const;
const moduleOf = (kind: string) =>
  `@kubernetes-models/prometheus-operator/monitoring.coreos.com/${["AlertmanagerConfig", "ScrapeConfig"].includes(kind) ? "v1alpha1" : "v1"}/${kind}`;

const nameOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata?.name}`;
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Types and patterns. What is unknown, these models let pass. */
function valueErrors(manifest: Manifest): string[] {
  const Model = models[manifest.kind as keyof typeof models];
  try {
    new Model(manifest).validate();
    return [];
  } catch (error) {
    return [`${nameOf(manifest)}: ${messageOf(error)}`];
  }
}

/** TypeScript knows every field. */
async function unknownFields(manifests: readonly Manifest[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "operator-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  const imports = Object.keys(models).map((kind) => `import type { I${kind} } from "${moduleOf(kind)}";`);
  const values = manifests.map(
    (manifest, i) => `export const of${i}: I${manifest.kind} = ${JSON.stringify(manifest)}; // ${nameOf(manifest)}`,
  );
  await writeFile(join(folder, "all.ts"), [...imports, ...values].join("\n"));
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--ignoreConfig"];
  const how = [...options, "--module", "nodenext", "--target", "es2024"];
  const { code, out } = await end(resolve("node_modules/.bin/tsc"), [...how, "all.ts"], { cwd: folder });
  return code === 0 ? [] : out.trim().split("\n");
}

const texts = z.record(z.string(), z.string());
/** As far as the chart uses it: the operator's own types are not to be had. */
const grafanaDashboard = z.strictObject({
  apiVersion: z.literal("grafana.integreatly.org/v1beta1"),
  kind: z.literal("GrafanaDashboard"),
  metadata: z.strictObject({
    name: z.string(),
    namespace: z.string(),
    labels: texts,
    annotations: texts.optional(),
  }),
  spec: z.strictObject({
    allowCrossNamespaceImport: z.boolean(),
    resyncPeriod: z.string().regex(/^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$/),
    folder: z.string().optional(),
    instanceSelector: z.strictObject({
      matchLabels: texts.optional(),
      matchExpressions: z.array(z.unknown()).optional(),
    }),
    configMapRef: z.strictObject({ name: z.string(), key: z.string() }),
  }),
});

export const isOfOperator = ({ kind }: Manifest) => kind in models || kind === "GrafanaDashboard";

export async function operatorErrors(manifests: readonly Manifest[]): Promise<string[]> {
  const dashboards = manifests.filter(({ kind }) => kind === "GrafanaDashboard");
  const others = manifests.filter(({ kind }) => kind in models);
  const ofDashboards = dashboards.flatMap((manifest) => {
    const { error } = grafanaDashboard.safeParse(manifest);
    return error ? [`${nameOf(manifest)}: ${z.prettifyError(error)}`] : [];
  });
  return [...ofDashboards, ...others.flatMap(valueErrors), ...(await unknownFields(others))];
}
