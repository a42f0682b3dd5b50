/** The chart's Pod, access to it, and its dashboards. */
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { type Manifest, ofKind, oneNode, podsOf, render, renderScenarios } from "./helm.ts";

const { of, all, one } = await renderScenarios();

test("is replaced only when its configuration changes", async () => {
  const checksum = async (...set: string[]) =>
    ofKind(await render({ set }), "Deployment")[0].spec.template.metadata.annotations["checksum/config"];
  const first = await checksum(...oneNode);
  expect(await checksum(...oneNode, "service.type=LoadBalancer")).toBe(first);
  expect(await checksum(...oneNode, "config.log.level=debug")).not.toBe(first);
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

test("it satisfies the restricted standard, and has no token, no links to Services and nothing writable", () => {
  for (const { spec } of podsOf(all())) {
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } });
    expect(spec.containers[0].securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
    });
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

test("the heap takes a share of the memory limit, unless NODE_OPTIONS is set", async () => {
  const variablesOf = (manifests: readonly Manifest[]) => podsOf(manifests)[0].spec.containers[0].env;
  const share = { name: "NODE_OPTIONS", value: "--max-old-space-size-percentage=60" };
  expect(variablesOf(of("one-node"))).toEqual([share]);
  const another = ["extraEnv[0].name=A", "extraEnv[0].value=a"];
  expect(variablesOf(await render({ set: [...oneNode, ...another] }))).toEqual([{ name: "A", value: "a" }, share]);
  expect(variablesOf(of("extras"))).toEqual([{ name: "NODE_OPTIONS", value: "--max-old-space-size=384" }]);
  expect(variablesOf(await render({ set: [...oneNode, "resources.limits.memory=null"] }))).toBe(undefined);
});

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

const isDashboard = ({ data = {} }: Manifest) => Object.keys(data).some((key) => key.endsWith(".json"));
const dashboardsOf = (name: string) => of(name).filter(isDashboard);

test("its dashboards are the files, byte for byte, one to a ConfigMap that Grafana's sidecar finds", async () => {
  const names = (await readdir("grafana/dashboards")).filter((name) => name.endsWith(".json"));
  const maps = dashboardsOf("grafana-sidecar");
  const shipped = Object.assign({}, ...maps.map(({ data }) => data));
  expect(Object.keys(shipped).sort()).toEqual(names.sort());
  for (const name of names) expect(shipped[name], name).toBe(await readFile(`grafana/dashboards/${name}`, "utf8"));
  expect(maps).toHaveLength(names.length);
  expect(maps[0].metadata).toMatchObject({
    namespace: "monitoring",
    labels: { dashboards: "grafana", team: "validators" },
    annotations: { "k8s-sidecar-target-directory": "Avalanche nodes" },
  });
  expect(dashboardsOf("l1").map(({ data }) => Object.keys(data))).toEqual([["l1.json"]]);
});

test("its dashboards are passed to the Grafana operator by ConfigMap, and the sidecar ignores these", () => {
  const resources = ofKind(of("grafana-operator"), "GrafanaDashboard");
  const maps = dashboardsOf("grafana-operator");
  expect(resources).toHaveLength(maps.length);
  for (const { metadata } of maps) expect(Object.keys(metadata.labels)).not.toContain("grafana_dashboard");
  for (const { spec, metadata } of resources) {
    expect(metadata.namespace).toBe("grafana");
    const { data } = maps.find((map) => map.metadata.name === spec.configMapRef.name);
    expect(data).toHaveProperty([spec.configMapRef.key]);
  }
});
