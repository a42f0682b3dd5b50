/** The exporter in the Pod of a node: by the library chart, and by Kustomize. */
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import packageJson from "../../../../package.json" with { type: "json" };
import { freePort } from "../../../support/ports.ts";
import { startNode } from "../../support/avalanche-node.ts";
import { avalanchego, eventually } from "../../support/programs.ts";
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
import { isOfOperator, operatorErrors } from "./operator-kinds.ts";
import { prepareContainer } from "./pod-runner.ts";
import { podSecurityErrors } from "./pod-security.ts";
import { relationErrors } from "./relations.ts";
import { schemaErrors } from "./schemas.ts";
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

const ways = [
  ["the library chart", () => rendered],
  ["Kustomize", () => kustomized],
] as const;

test.each(ways)(
  "Kubernetes and the operator accept the objects of %s, and the Pod is restricted",
  async (_, manifests) => {
    const objects = manifests();
    expect(
      await schemaErrors(
        objects.filter((manifest) => !isOfOperator(manifest)),
        newestKubernetes,
      ),
    ).toEqual([]);
    expect(await operatorErrors(objects.filter(isOfOperator))).toEqual([]);
    expect(podSecurityErrors(podsOf(objects))).toEqual([]);
    expect(relationErrors(objects)).toEqual([]);
  },
);

test.each(ways)(
  "with %s there is one exporter to one node, on loopback, which cannot keep the node from starting",
  (_, manifests) => {
    const { initContainers, containers, volumes } = podOf(manifests()).spec;
    expect([initContainers, containers.length]).toEqual([undefined, 2]);
    expect(containerOf(manifests(), "avalanchego").args).toContain("--http-host=127.0.0.1");
    expect(configOf(manifests()).node.url).toBe("http://127.0.0.1:9650");
    const { startupProbe, readinessProbe, volumeMounts } = sidecarOf(manifests());
    expect(startupProbe ?? readinessProbe).toBe(undefined);
    const mounted = volumeMounts.map(({ name }: Manifest) => volumes.find((volume: Manifest) => volume.name === name));
    expect(mounted.map(({ configMap }: Manifest) => configMap.optional)).toEqual([true]);
  },
);

test.each(ways)("with %s only the node has a writable /tmp, of limited size", (_, manifests) => {
  const { containers, volumes } = podOf(manifests()).spec;
  const bounded = volumes.filter(({ emptyDir }: Manifest) => emptyDir?.sizeLimit).map(({ name }: Manifest) => name);
  const hasTmp = ({ volumeMounts }: Manifest) =>
    volumeMounts.some((one: Manifest) => one.mountPath === "/tmp" && !one.readOnly && bounded.includes(one.name));
  const readOnly = containers.filter((one: Manifest) => one.securityContext.readOnlyRootFilesystem);
  expect(readOnly.map(({ name }: Manifest) => name).toSorted()).toEqual(["avalanche-exporter", "avalanchego"]);
  expect(readOnly.filter(hasTmp).map(({ name }: Manifest) => name)).toEqual(["avalanchego"]);
});

test("both ways render the same", () => {
  const { image: _, ...kustomizedSidecar } = sidecarOf(kustomized);
  expect(sidecarOf(rendered)).toMatchObject(kustomizedSidecar);
  expect(Object.keys(sidecarOf(rendered)).toSorted()).toEqual(Object.keys(sidecarOf(kustomized)).toSorted());
  expect(podOf(kustomized).spec.volumes).toEqual(podOf(rendered).spec.volumes);
  expect(configOf(kustomized)).toEqual(configOf(rendered));
  const [byPatch, byChart] = [kustomized, rendered].map((manifests) => ofKind(manifests, "PodMonitor")[0].spec);
  expect(byPatch).toEqual(byChart);
});

test("the heap takes a share of the memory limit, unless NODE_OPTIONS is set", async () => {
  const variablesOf = async (...pairs: string[]) => sidecarOf(await render(withSidecar(...pairs))).env;
  const share = { name: "NODE_OPTIONS", value: "--max-old-space-size-percentage=60" };
  expect(sidecarOf(rendered).env).toEqual([share]);
  expect(await variablesOf("extraEnv[0].name=A", "extraEnv[0].value=a")).toEqual([{ name: "A", value: "a" }, share]);
  const other = { name: "NODE_OPTIONS", value: "--trace-gc" };
  expect(await variablesOf("extraEnv[0].name=NODE_OPTIONS", "extraEnv[0].value=--trace-gc")).toEqual([other]);
  expect(await variablesOf("resources.limits.memory=null")).toBe(undefined);
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

test("as an ordinary container it runs on every Kubernetes from 1.25 on", async () => {
  const manifests = await render({ ...withSidecar(), kubernetes: "1.25.0" });
  expect(
    await schemaErrors(
      manifests.filter((manifest) => !isOfOperator(manifest)),
      "1.25.0",
    ),
  ).toEqual([]);
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
  expect(relationErrors(manifests)).toEqual([]);
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

test("next to a real node it reports the node; the node restarts, and the exporter keeps running", async () => {
  const [httpPort, port] = [await freePort(), await freePort()];
  const manifests = await render(
    withSidecar(
      `config.node.url=http://127.0.0.1:${httpPort}`,
      `containerPort=${port}`,
      "config.collectors.p-height.interval=1s",
      "readinessProbe.periodSeconds=5",
    ),
  );
  const [{ metadata, data }]: Manifest[] = ofKind(manifests, "ConfigMap");
  const sidecar = await prepareContainer(podOf(manifests), "avalanche-exporter", {
    configMaps: { [metadata.name]: data },
  });
  const { livenessProbe, readinessProbe } = sidecar.container;
  const up = async () => /^avax_up (\d)$/m.exec(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text())?.[1];

  const running = sidecar.start(); // it can start earlier than the node
  await eventually("readiness", async () => (await sidecar.passes(readinessProbe)) || undefined);
  expect(await up()).toBe("0");
  const node = await startNode({ httpPort });
  await eventually("a node that is up", async () => (await up()) === "1" || undefined);
  await node.stop();
  await eventually("a node that is away", async () => (await up()) === "0" || undefined);
  expect([await sidecar.passes(livenessProbe), await sidecar.passes(readinessProbe)]).toEqual([true, true]);
  expect(await running.stop()).toBe(0);
});

test("without its Secret the node's Pod starts, and the exporter ends with the name of the missing file", async () => {
  const file = "/etc/avalanche-exporter/secrets/node/token";
  const manifests = await render(
    withSidecar("existingSecrets={node}", `config.node.authorization.credentials_file=${file}`),
  );
  const [{ metadata, data }]: Manifest[] = ofKind(manifests, "ConfigMap");
  const sidecar = await prepareContainer(podOf(manifests), "avalanche-exporter", {
    configMaps: { [metadata.name]: data },
  });
  const { code, err } = await sidecar.toEnd();
  expect([code, err]).toEqual([2, expect.stringContaining(`cannot read ${file}: no such file`)]);
  expect(sidecar.container.terminationMessagePolicy).toBe("FallbackToLogsOnError");
});

test("helm lint reports nothing about the library, and helm can package it", async () => {
  const { code, out } = await end(helm(), ["lint", "--strict", library]);
  expect([code, out.match(/\[(WARNING|ERROR)\].*/g)]).toEqual([0, null]);
  await print(helm(), ["package", library, "--destination", folder]);
});
