/** The chart, as helm renders it: what Kubernetes and the operators take. */
import { cp, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import packageJson from "../../../package.json" with { type: "json" };
import { temporaryFolder } from "../../support/folder.ts";
import { runToEnd } from "../../support/program.ts";
import {
  chart,
  configOf,
  configText,
  newestKubernetes,
  ofKind,
  oneNode,
  ownImage,
  podsOf,
  type Rendering,
  refusal,
  render,
  renderScenarios,
  scenario,
  scenarios,
} from "./chart/helm.ts";
import { relationErrors } from "./chart/relations.ts";
import { knownVersions, operatorErrors, schemaErrors } from "./chart/schemas.ts";
import { helm } from "./chart/tools.ts";
import { end, print } from "./support/tools.ts";

const { rendered, of, all } = await renderScenarios();

test("helm lint reports nothing, for the values of every scenario", async () => {
  for (const values of [[], ...scenarios.map(({ file }) => ["--values", file])]) {
    const { code, out } = await end(helm(), ["lint", "--strict", chart, ...ownImage(), ...values]);
    expect([code, out.match(/\[(WARNING|ERROR)\].*/g)], values.join()).toEqual([0, null]);
  }
});

const versions = await knownVersions();
const oldestKubernetes = "1.25.0";
test("the schemas of Kubernetes are those from the oldest to the newest version that the chart supports", () => {
  expect([versions.at(0), versions.at(-1)]).toEqual([oldestKubernetes, newestKubernetes]);
});

async function expectAccepted(kubernetes: string) {
  const manifests = await Promise.all(scenarios.map(({ file }) => render({ files: [file], kubernetes })));
  expect(await schemaErrors(manifests.flat(), kubernetes)).toEqual([]);
}
test.each([oldestKubernetes, newestKubernetes])("Kubernetes %s accepts every object of every scenario", expectAccepted);
test.each(versions.slice(1, -1))(
  "Kubernetes %s accepts every object of every scenario",
  { tags: ["night"] },
  expectAccepted,
);

test("an older Kubernetes is refused", async () => {
  expect(await refusal({ set: oneNode, kubernetes: "1.24.17" })).toContain("chart requires kubeVersion: >=1.25");
});

test("the Prometheus operator accepts its objects", () => {
  expect(operatorErrors(all())).toEqual([]);
});

test("for exporters that run as sidecars, only rules and dashboards are rendered", () => {
  const kinds = new Set(of("rules-only").map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(["ConfigMap", "PrometheusRule"]);
});

test("each selector chooses an object with the port that is named", () => {
  for (const [name, manifests] of rendered) expect([...relationErrors(manifests)], name).toEqual([]);
});

test("the exporter accepts every configuration of the chart", async () => {
  for (const [name, manifests] of rendered) {
    if (ofKind(manifests, "Deployment").length === 0) continue;
    const file = join(await temporaryFolder(), "config.yml");
    await writeFile(file, configText(manifests));
    const { err } = await runToEnd(["check-config", file]);
    const errors = err.split("\n").filter((line) => !/\/etc\/avalanche-exporter\/.*no such file/.test(line));
    expect(errors.join("\n"), name).toBe("");
  }
});

test("no secret can be written into the values, and none is in arguments, variables or ConfigMaps", async () => {
  const forbidden = [
    "config.node.basic_auth.password",
    "config.node.authorization.credentials",
    "config.node.tls_config.key",
    "config.nodes.one.basic_auth.password",
    "config.node.headers.X-Key.secrets",
  ];
  for (const key of forbidden) {
    const error = await refusal({ set: [...oneNode, `${key}=hunter2`] });
    expect(error, key).toMatch(/additional properties '\w+' not allowed/);
    expect(error).toContain(key.split(".").at(-1));
  }
  expect(await refusal({ set: ["config.node.url=http://user:hunter2@node:9650"] })).toContain("/config/node/url");
  const { password, token } = configOf(of("node-credentials")).nodes;
  expect([password.basic_auth, token.authorization]).toEqual([
    { username: "exporter", password_file: "/etc/avalanche-exporter/secrets/node-one/password" },
    { credentials_file: "/etc/avalanche-exporter/secrets/node-two/token" },
  ]);
});

test("has the version of the program and its image", async () => {
  const { version, appVersion, annotations, kubeVersion } = parse(await readFile(join(chart, "Chart.yaml"), "utf8"));
  expect([version, appVersion, kubeVersion]).toEqual([packageJson.version, packageJson.version, ">=1.25.0-0"]);
  const { image } = parse(await readFile(join(chart, "values.yaml"), "utf8"));
  const [listed] = parse(annotations["artifacthub.io/images"]);
  expect(listed.image).toBe(`${image.registry}/${image.repository}:${packageJson.version}`);
});

test("names that YAML reads as numbers, truth values or nothing are texts", async () => {
  const placeholder = "plain-name";
  const linesWith = async (name: string) => {
    const values = {
      config: { node: { url: "http://node:9650" } },
      nameOverride: name,
      namespaceOverride: name,
      commonLabels: { team: name },
      existingSecrets: [name],
      web: { existingSecret: name },
      serviceAccount: { name },
      serviceMonitor: { enabled: true, namespace: name, jobLabel: name, labels: { release: name } },
      prometheusRule: { enabled: true, namespace: name, alertLabels: { team: name } },
      dashboards: { enabled: true, namespace: name, folder: name },
      alertmanagerConfig: { enabled: true, namespace: name, secret: name },
    };
    const file = join(await temporaryFolder(), "values.json");
    await writeFile(file, JSON.stringify(values));
    return JSON.stringify(await render({ files: [file], release: name, namespace: name }), null, 1).split("\n");
  };
  const expected = await linesWith(placeholder);
  for (const name of ["123", "1e5", "0x1f", "on", "null", "2024-01-01"]) {
    const inPlace = expected.map((line) => line.replaceAll(placeholder, name));
    expect((await linesWith(name)).filter((line, i) => line !== inPlace[i])).toEqual([]);
  }
});

test("a parent chart chooses the registry and the pull secrets", async () => {
  const set = [
    "global.imageRegistry=registry.example",
    "global.imagePullSecrets[0].name=a",
    "imagePullSecrets[0].name=b",
  ];
  for (const { spec } of podsOf(await render({ set: [...oneNode, ...set] }))) {
    expect(spec.imagePullSecrets).toEqual([{ name: "a" }, { name: "b" }]);
    expect(spec.containers[0].image).toMatch(/^registry\.example\//);
  }
});

test("each local installation in the documentation works as typed, except for the name of the registry", async () => {
  const folder = await temporaryFolder();
  await cp("helm", join(folder, "helm"), { recursive: true });
  const text = await readFile("docs/deployment.md", "utf8");
  const commands = [...text.replaceAll("\\\n", "").matchAll(/^helm (dependency|install) (.* ?helm\/.*)$/gm)];
  const images: string[] = [];
  for (const [, command = "", rest = ""] of commands) {
    const given = rest.replaceAll("REGISTRY", "registry.example").trim().split(/ +/);
    const cluster = ["--kube-version", newestKubernetes, "--api-versions", "monitoring.coreos.com/v1/PodMonitor"];
    const how = command === "install" ? ["template", ...given, ...cluster] : [command, ...given];
    const out = await print(helm(), how, { cwd: folder });
    if (command === "install") images.push(/image: "?(registry.example[^"\n]*)/.exec(out)?.[1] ?? "");
  }
  const image = `registry.example/avalanche-exporter:${packageJson.version}`;
  expect([commands.length, images]).toEqual([3, [image, image]]);
});

test("can be made, fits into the Secret of a release, and gives the same objects", async () => {
  const folder = await temporaryFolder();
  await print(helm(), ["package", chart, "--destination", folder]);
  const archive = join(folder, `avalanche-exporter-${packageJson.version}.tgz`);
  expect((await stat(archive)).size).toBeLessThan(512 * 1024);
  const { files } = scenario("prometheus-operator");
  expect(await render({ chart: archive, files })).toEqual(of("prometheus-operator"));
});

test("the notes contain the next steps, and no step that is already done", async () => {
  const folder = await temporaryFolder();
  await cp(chart, folder, { recursive: true });
  await writeFile(
    join(folder, "templates", "shown.yaml"),
    'kind: Notes\ntext: {{ include "avalanche-exporter/templates/NOTES.txt" . | toJson }}\n',
  );
  const notes = async (rendering: Rendering) => ofKind(await render({ chart: folder, ...rendering }), "Notes")[0].text;
  const first = await notes({ set: oneNode });
  for (const next of [
    "kubectl --namespace avalanche port-forward service/watch-avalanche-exporter 10652",
    "helm --namespace avalanche test watch",
    "set serviceMonitor.enabled",
    "set prometheusRule.enabled",
    "set dashboards.enabled",
    "config.watch.node_ids",
    "--http-allowed-hosts",
  ])
    expect(first).toContain(next);
  expect(await notes(scenario("prometheus-operator"))).not.toMatch(/set (serviceMonitor|prometheusRule|dashboards)/);
  expect(await notes(scenario("validator"))).not.toContain("config.watch");
  expect(await notes(scenario("scrape-config"))).toContain("2 nodes: fuji-1, fuji-2");
});
