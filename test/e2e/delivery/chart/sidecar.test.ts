/** The exporter in the Pod of a node: by the library chart, and by Kustomize. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import packageJson from "../../../../package.json" with { type: "json" };
import { avalanchego } from "../../support/programs.ts";
import { end, print } from "../support/tools.ts";
import {
  type Manifest,
  newestKubernetes,
  ofKind,
  ownRepository,
  parseManifests,
  podsOf,
  type Rendering,
  refusal,
  render,
} from "./helm.ts";
import { relationErrors } from "./relations.ts";
import { operatorErrors, schemaErrors } from "./schemas.ts";
import { helm, kustomize } from "./tools.ts";

const library = "helm/avalanche-exporter-sidecar";
let folder: string;
let example: string;
let rendered: Manifest[];
let kustomized: Manifest[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sidecar-"));
  await cp("helm", join(folder, "helm"), { recursive: true });
  example = join(folder, "helm/examples/avalanchego");
  await print(helm(), ["dependency", "build", example]);
  rendered = await render({ ...withSidecar(), release: "node" });
  kustomized = parseManifests(await print(kustomize(), ["build", "helm/examples/kustomize"]));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const below = (pair: string) => `avalanche-exporter-sidecar.${pair}`;
const withSidecar = (...pairs: string[]): Rendering => ({
  chart: example,
  image: below("image.repository"),
  set: pairs.map(below),
});
const podOf = (manifests: readonly Manifest[]): Manifest => podsOf(manifests)[0];
const containerOf = (manifests: readonly Manifest[], name: string): Manifest =>
  podOf(manifests).spec.containers.find((container: Manifest) => container.name === name);
const sidecarOf = (manifests: readonly Manifest[]): Manifest => containerOf(manifests, "avalanche-exporter");
const configOf = (manifests: readonly Manifest[]) => parse(ofKind(manifests, "ConfigMap")[0].data["config.yml"]);

test("Kubernetes and the operator accept the objects, and the container is restricted", async () => {
  for (const kubernetes of ["1.25.0", newestKubernetes]) {
    const manifests = await render({ ...withSidecar(), kubernetes });
    expect(await schemaErrors(manifests, kubernetes)).toEqual([]);
  }
  expect(operatorErrors(rendered)).toEqual([]);
  expect([...relationErrors(rendered)]).toEqual([]);
  expect(sidecarOf(rendered).securityContext).toMatchObject({
    allowPrivilegeEscalation: false,
    capabilities: { drop: ["ALL"] },
    readOnlyRootFilesystem: true,
  });
});

test("there is one exporter to one node, on loopback, which cannot keep the node from starting", () => {
  const { initContainers, containers, volumes } = podOf(rendered).spec;
  expect([initContainers, containers.length]).toEqual([undefined, 2]);
  expect(containerOf(rendered, "avalanchego").args).toContain("--http-host=127.0.0.1");
  expect(configOf(rendered).node.url).toBe("http://127.0.0.1:9650");
  const { startupProbe, readinessProbe, volumeMounts } = sidecarOf(rendered);
  expect(startupProbe ?? readinessProbe).toBe(undefined);
  const mounted = volumeMounts.map(({ name }: Manifest) => volumes.find((volume: Manifest) => volume.name === name));
  expect(mounted.map(({ configMap }: Manifest) => configMap.optional)).toEqual([true]);
});

test("Kustomize renders the same", () => {
  const { image: _, ...kustomizedSidecar } = sidecarOf(kustomized);
  expect(sidecarOf(rendered)).toMatchObject(kustomizedSidecar);
  expect(Object.keys(sidecarOf(rendered)).toSorted()).toEqual(Object.keys(sidecarOf(kustomized)).toSorted());
  expect(podOf(kustomized).spec.volumes).toEqual(podOf(rendered).spec.volumes);
  expect(configOf(kustomized)).toEqual(configOf(rendered));
  const [byPatch, byChart] = [kustomized, rendered].map((manifests) => ofKind(manifests, "PodMonitor")[0].spec);
  expect(byPatch).toEqual(byChart);
});

test("the image is that of the library's version, for every version of the parent chart", async () => {
  expect(sidecarOf(rendered).image).toBe(`ghcr.io/${ownRepository}:${packageJson.version}`);
  const { version, appVersion, type } = parse(await readFile(join(library, "Chart.yaml"), "utf8"));
  expect([version, appVersion, type]).toEqual([packageJson.version, packageJson.version, "library"]);
});

test("as a native sidecar it is the same container, on Kubernetes 1.29 or later", async () => {
  const statefulSet = join(example, "templates/statefulset.yaml");
  const text = await readFile(statefulSet, "utf8");
  const include = '        {{- include "avalanche-exporter.sidecar.container" . | nindent 8 }}\n';
  expect(text).toContain(include);
  const native = `      initContainers:\n${include.replace("container", "nativeSidecar")}      containers:\n`;
  await writeFile(statefulSet, text.replace(include, "").replace("      containers:\n", native));
  try {
    const error = await refusal({ ...withSidecar(), kubernetes: "1.28.15" });
    expect(error).toContain("needs Kubernetes 1.29");
    expect(error).toContain("use avalanche-exporter.sidecar.container");
    const { initContainers, containers } = podOf(await render({ ...withSidecar(), release: "node" })).spec;
    expect(initContainers).toEqual([{ ...sidecarOf(rendered), restartPolicy: "Always" }]);
    expect(containers).toEqual([containerOf(rendered, "avalanchego")]);
  } finally {
    await writeFile(statefulSet, text);
  }
});

test("secrets and the web configuration are mounted only for the exporter", async () => {
  const manifests = await render(
    withSidecar(
      "existingSecrets={node.token}",
      "web.existingSecret=web",
      "web.tls=true",
      "web.clientCertificates=true",
    ),
  );
  const { containers, volumes } = podOf(manifests).spec;
  const sidecar = sidecarOf(manifests);
  expect(sidecar.volumeMounts.map(({ mountPath }: Manifest) => mountPath)).toEqual([
    "/etc/avalanche-exporter/config",
    "/etc/avalanche-exporter/secrets/node.token",
    "/etc/avalanche-exporter/web",
  ]);
  expect(containers[0].volumeMounts.map(({ name }: Manifest) => name)).toEqual(["data", "tmp"]);
  const ofExporter = volumes.filter(({ name }: Manifest) => name.startsWith("avalanche-exporter"));
  expect(ofExporter.map(({ secret, configMap }: Manifest) => (secret ?? configMap).optional)).toEqual([
    true,
    true,
    true,
  ]);
  expect(volumes.flatMap(({ secret }: Manifest) => secret?.secretName ?? [])).toEqual(["node.token", "web"]);
  expect(configOf(manifests).web.config_file).toBe("/etc/avalanche-exporter/web/web-config.yml");
  expect(sidecar.livenessProbe.exec.command).toContain("healthcheck");
  expect(ofKind(manifests, "PodMonitor")[0].spec.podMetricsEndpoints[0].scheme).toBe("https");
});

test.each([
  ["config.nodes.a.url=http://a", "use the chart avalanche-exporter for several"],
  ["web.tls=true", "set avalanche-exporter-sidecar.web.existingSecret"],
  ["image.repository=OWNER/avalanche-exporter", "set avalanche-exporter-sidecar.image.registry"],
  ["config.nod.url=http://a", "nod"],
  ["config.node.basic_auth.password=hunter2", "password"],
  ["replicas=2", "replicas"],
])("%s is refused", async (pair, error) => {
  expect(await refusal(withSidecar(pair))).toContain(error);
});

test("the example's node accepts its flags", async () => {
  const { out, err } = await end(avalanchego(), ["--help"]);
  for (const flag of containerOf(rendered, "avalanchego").args) expect(out + err).toContain(`${flag.split("=")[0]} `);
});

test("helm lint reports nothing about the library, and helm can package it", async () => {
  const { code, out } = await end(helm(), ["lint", "--strict", library]);
  expect([code, out.match(/\[(WARNING|ERROR)\].*/g)]).toEqual([0, null]);
  await print(helm(), ["package", library, "--destination", folder]);
});
