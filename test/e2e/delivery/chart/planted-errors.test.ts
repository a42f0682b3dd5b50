/** Planted errors, each of which the checks of the other tests must find. */
import { expect, test } from "vitest";
import { type Manifest, newestKubernetes, ofKind, podsOf } from "./helm.ts";
import { operatorErrors } from "./operator-kinds.ts";
import { podSecurityErrors } from "./pod-security.ts";
import { relationErrors } from "./relations.ts";
import { renderScenarios } from "./rendered.ts";
import { schemaErrors } from "./schemas.ts";

const { of, one } = await renderScenarios();

type Change = (manifest: Manifest) => void;
function changed(scenario: string, kind: string, change: Change): Manifest {
  const manifest = structuredClone(one(scenario, kind));
  change(manifest);
  return manifest;
}
const withUnknownField = (scenario: string, kind: string) =>
  changed(scenario, kind, (manifest) => {
    (manifest.spec ?? manifest)["unheardOf"] = true;
  });
const inContainer = (change: Change) =>
  changed("locked", "Deployment", ({ spec }) => change(spec.template.spec.containers[0]));
const inPod = (change: Change) => changed("locked", "Deployment", ({ spec }) => change(spec.template.spec));

test("an unknown field in any object of Kubernetes, or a wrong type", async () => {
  const planted = [
    withUnknownField("one-node", "Deployment"),
    withUnknownField("one-node", "Service"),
    withUnknownField("one-node", "ServiceAccount"),
    withUnknownField("one-node", "ConfigMap"),
    withUnknownField("one-node", "Pod"),
    withUnknownField("replicas", "PodDisruptionBudget"),
    withUnknownField("network-policy", "NetworkPolicy"),
    inContainer((container) => {
      container.readynessProbe = {};
    }),
    inContainer((container) => {
      container.ports[0].containerPort = "metrics";
    }),
    inContainer((container) => {
      delete container.name;
    }),
  ];
  for (const manifest of planted)
    expect(await schemaErrors([manifest], newestKubernetes), JSON.stringify(manifest)).toHaveLength(1);
});

test("an unknown field in any object of an operator, or a wrong value", async () => {
  const planted = [
    withUnknownField("locked", "ServiceMonitor"),
    withUnknownField("l1", "PodMonitor"),
    withUnknownField("scrape-config", "ScrapeConfig"),
    withUnknownField("l1", "PrometheusRule"),
    withUnknownField("grafana-operator", "GrafanaDashboard"),
    changed("locked", "ServiceMonitor", ({ spec }) => {
      spec.endpoints[0].basicAuth.user = { name: "a", key: "b" };
    }),
    changed("many-nodes", "ServiceMonitor", ({ spec }) => {
      spec.endpoints[0].interval = "often";
    }),
    changed("l1", "PodMonitor", ({ spec }) => {
      delete spec.selector;
    }),
  ];
  for (const manifest of planted) expect(await operatorErrors([manifest]), manifest.kind).not.toEqual([]);
});

test("a Pod that violates the restricted standard", () => {
  const planted: readonly [what: string, manifest: Manifest][] = [
    ["exporter is privileged", inContainer(({ securityContext }) => (securityContext.privileged = true))],
    [
      "exporter may gain privileges",
      inContainer(({ securityContext }) => delete securityContext.allowPrivilegeEscalation),
    ],
    ["exporter keeps capabilities", inContainer(({ securityContext }) => delete securityContext.capabilities)],
    [
      "exporter adds capabilities",
      inContainer(({ securityContext }) => (securityContext.capabilities.add = ["SYS_ADMIN"])),
    ],
    ["exporter runs as root", inContainer(({ securityContext }) => (securityContext.runAsUser = 0))],
    ["exporter may run as root", inPod(({ securityContext }) => delete securityContext.runAsNonRoot)],
    ["exporter has no seccomp profile", inPod(({ securityContext }) => delete securityContext.seccompProfile)],
    ["exporter has a port of the machine", inContainer(({ ports }) => (ports[0].hostPort = 80))],
    ["hostNetwork", inPod((spec) => (spec.hostNetwork = true))],
    [
      "volume machine is a hostPath",
      inPod(({ volumes }) => volumes.push({ name: "machine", hostPath: { path: "/" } })),
    ],
  ];
  for (const [what, manifest] of planted) expect(podSecurityErrors(podsOf([manifest]))).toEqual([what]);
});

test("objects that do not fit together", () => {
  const first = (manifests: Manifest[], kind: string): Manifest => ofKind(manifests, kind)[0];
  const planted: readonly [finding: RegExp, change: (manifests: Manifest[]) => void][] = [
    [/Service .*: no port 10652/, (all) => (first(all, "Service").spec.ports[0].targetPort = 10652)],
    [/Service .* chooses no Pod/, (all) => (first(all, "Service").spec.selector.tier = "other")],
    [/ServiceMonitor .* chooses no Service/, (all) => (first(all, "Service").metadata.labels = {})],
    [/ServiceMonitor .*: no port web/, (all) => (first(all, "ServiceMonitor").spec.endpoints[0].port = "web")],
    [/no ConfigMap/, (all) => (first(all, "ConfigMap").metadata.name = "other")],
    [/mounts \S+, which is no volume/, (all) => first(all, "Deployment").spec.template.spec.volumes.pop()],
    [/too large/, (all) => (first(all, "ConfigMap").data.more = "x".repeat(300_000))],
    [/no name of 63/, (all) => (first(all, "Service").metadata.name = "x".repeat(64))],
    [/there twice/, (all) => all.push(first(all, "Service"))],
  ];
  for (const [finding, change] of planted) {
    const manifests = structuredClone(of("locked"));
    change(manifests);
    expect(relationErrors(manifests).join()).toMatch(finding);
  }
});
