/** The chart's Pod, and access to it. */
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import packageJson from "../../../../package.json" with { type: "json" };
import { type Manifest, ofKind, podsOf, render } from "./helm.ts";
import { oneNode, renderScenarios } from "./rendered.ts";

const { of, all, one } = await renderScenarios();

test("is replaced only when its configuration changes", async () => {
  const checksum = async (...set: string[]) =>
    ofKind(await render({ set }), "Deployment")[0].spec.template.metadata.annotations["checksum/config"];
  const first = await checksum(...oneNode);
  expect(await checksum(...oneNode, "service.type=LoadBalancer")).toBe(first);
  expect(await checksum(...oneNode, "config.log.level=debug")).not.toBe(first);
});

test("its probes request paths of the exporter that need no password", () => {
  const [container] = one("locked", "Deployment").spec.template.spec.containers;
  const probes = ["startupProbe", "livenessProbe", "readinessProbe"].map((probe) => container[probe].httpGet);
  expect(probes).toEqual([
    { path: "/-/healthy", port: "metrics", scheme: "HTTPS" },
    { path: "/-/healthy", port: "metrics", scheme: "HTTPS" },
    { path: "/-/ready", port: "metrics", scheme: "HTTPS" },
  ]);
});

test("if client certificates are required, the probes run the image's entrypoint and health check", async () => {
  const dockerfile = await readFile("Dockerfile", "utf8");
  const [container] = one("client-certificates", "Deployment").spec.template.spec.containers;
  const entrypoint: string[] = JSON.parse(/^ENTRYPOINT (.*)$/m.exec(dockerfile)?.[1] ?? "");
  const program = entrypoint.filter((part) => !part.startsWith("--")); // limits of memory are for the exporter
  const { command } = container.livenessProbe.exec;
  expect(command).toEqual([...program, "healthcheck", "--config.file=/etc/avalanche-exporter/config/config.yml"]);
  expect(container.livenessProbe.httpGet).toBe(undefined);
});

test("it has no token, no links to Services and nothing writable", () => {
  for (const { spec } of podsOf(all())) {
    expect([spec.automountServiceAccountToken, spec.enableServiceLinks]).toEqual([false, false]);
    const [own] = spec.containers;
    const writable = (own.volumeMounts ?? []).filter(({ readOnly }: Manifest) => !readOnly);
    expect(writable.filter(({ name }: Manifest) => name !== "scratch")).toEqual([]);
    expect(own.securityContext.readOnlyRootFilesystem).toBe(true);
  }
});

test("a disruption budget exists only for more than one replica", () => {
  expect(ofKind(of("one-node"), "PodDisruptionBudget")).toEqual([]);
  expect(one("replicas", "PodDisruptionBudget").spec.minAvailable).toBe(1);
  const [constraint] = one("replicas", "Deployment").spec.template.spec.topologySpreadConstraints;
  expect(constraint.labelSelector.matchLabels).toEqual(one("replicas", "Deployment").spec.selector.matchLabels);
});

test("the platform may choose the user", () => {
  const { securityContext, hostUsers, serviceAccountName } = one("openshift", "Deployment").spec.template.spec;
  expect(Object.keys(securityContext)).not.toContain("runAsUser");
  expect([hostUsers, serviceAccountName]).toEqual([false, "exporters"]);
  expect(ofKind(of("openshift"), "ServiceAccount")).toEqual([]);
});

test("extras are templates", () => {
  const { containers, affinity } = one("extras", "Deployment").spec.template.spec;
  expect(containers.map(({ image }: Manifest) => image)).toEqual([
    expect.stringMatching(/@sha256:/),
    `docker.io/library/busybox:${packageJson.version}`,
  ]);
  expect(JSON.stringify(affinity)).toContain('"app.kubernetes.io/instance":"watch"');
  expect(ofKind(of("extras"), "ConfigMap").map(({ metadata }) => metadata.name)).toContain("watch-variables");
});

test("the heap takes a share of the memory limit, unless NODE_OPTIONS is set", async () => {
  const variablesOf = (manifests: readonly Manifest[]) => podsOf(manifests)[0].spec.containers[0].env;
  const share = { name: "NODE_OPTIONS", value: "--max-old-space-size-percentage=60" };
  expect(variablesOf(of("one-node"))).toEqual([share]);
  const another = ["extraEnv[0].name=A", "extraEnv[0].value=a"];
  expect(variablesOf(await render({ set: [...oneNode, ...another] }))).toEqual([{ name: "A", value: "a" }, share]);
  expect(variablesOf(of("extras"))).toEqual([{ name: "NODE_OPTIONS", value: "--max-old-space-size=384" }]);
  expect(variablesOf(await render({ set: [...oneNode, "resources.limits.memory=null"] }))).toBe(undefined);
});

test("helm test calls the Service with the image's health check", () => {
  const { spec, metadata } = one("one-node", "Pod");
  const service = one("one-node", "Service");
  expect(metadata.annotations["helm.sh/hook"]).toBe("test");
  const address = `${service.metadata.name}.${service.metadata.namespace}.svc:${service.spec.ports[0].port}`;
  expect(spec.containers[0].args).toEqual(["healthcheck", expect.anything(), `--web.listen-address=${address}`]);
});

test.each(["locked", "client-certificates", "node-credentials", "extras"])(
  "with the values %s the Pod of helm test mounts nothing",
  (name) => {
    const { containers, volumes } = one(name, "Pod").spec;
    expect([volumes, containers[0].volumeMounts]).toEqual([undefined, undefined]);
  },
);

test("a ServiceMonitor has an endpoint for the exporter and one for each node, by its name", () => {
  const { endpoints } = one("many-nodes", "ServiceMonitor").spec;
  const actual = endpoints.map(({ path, params, relabelings }: Manifest) => [
    path,
    params?.target,
    relabelings.map(({ targetLabel, replacement }: Manifest) => `${targetLabel}=${replacement}`),
  ]);
  expect(actual).toEqual([
    ["/metrics", undefined, ["job=watch-avalanche-exporter"]],
    ["/probe", ["fuji-1"], ["job=watch-avalanche-exporter", "node=fuji-1"]],
    ["/probe", ["mainnet-1"], ["job=watch-avalanche-exporter", "node=mainnet-1"]],
  ]);
});

test("if a ScrapeConfig discovers the nodes from /sd, the ServiceMonitor omits them", () => {
  const { httpSDConfigs, scheme, jobName } = one("scrape-config", "ScrapeConfig").spec;
  const { name, namespace } = one("scrape-config", "Service").metadata;
  expect([httpSDConfigs[0].url, scheme, jobName]).toEqual([
    `http://${name}.${namespace}.svc:10652/sd`,
    "HTTP",
    "avalanche-exporter-nodes",
  ]);
  expect(one("scrape-config", "ServiceMonitor").spec.endpoints).toHaveLength(1);
});

test("a NetworkPolicy permits connections to the ports of the nodes and to DNS", () => {
  const { ingress, egress } = one("network-policy", "NetworkPolicy").spec;
  const ports = egress.map((rule: Manifest) => rule.ports.map(({ port }: Manifest) => port));
  expect(ports).toEqual([
    [9650, 443],
    [53, 53, 5353, 5353],
  ]);
  expect(ingress[0].ports).toEqual([{ port: "metrics", protocol: "TCP" }]);
  const tests = { podSelector: { matchLabels: expect.anything() } };
  expect(ingress[0].from).toEqual([{ namespaceSelector: expect.anything() }, tests]);
  expect(one("network-policy", "Pod").metadata.labels).toMatchObject(ingress[0].from[1].podSelector.matchLabels);
});
