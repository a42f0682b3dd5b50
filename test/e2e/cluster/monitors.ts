/** Objects that the Prometheus operator reads, and all others that the chart can render. */
import { expect, onTestFinished, test } from "vitest";
import { podsOf } from "../delivery/chart/helm.ts";
import { renderScenarios } from "../delivery/chart/rendered.ts";
import { eventually } from "../support/programs.ts";
import { type Client, chart, type Manifest, ownImage } from "./support/client.ts";
import { startScraping } from "./support/scraping.ts";
import { simulatedNode } from "./support/simulated-node.ts";

const namespace = "monitored";

/** The Pods of the rendered objects. Accounts and the classes of Secrets that they name need not exist. */
const admittedPods = (manifests: readonly Manifest[], name: string): Manifest[] =>
  podsOf(manifests).map(({ metadata, spec }, i) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...metadata, name: `${name}-${i}`, namespace: "avalanche" },
    spec: { ...spec, serviceAccountName: "default" },
  }));

export function monitorTests(client: () => Client) {
  test("the API server accepts every object of every documented scenario, and each Pod in a restricted namespace", async () => {
    const { createNamespace, validate } = client();
    const { rendered } = await renderScenarios();
    for (const name of ["avalanche", "monitoring", "grafana"]) await createNamespace(name);
    for (const [name, manifests] of rendered) {
      const known = manifests.filter(({ kind }) => kind !== "GrafanaDashboard" && kind !== "Pod");
      const { code, out, err } = await validate(...known, ...admittedPods(manifests, name));
      expect([code, err], name).toEqual([0, ""]);
      expect(out.trim().split("\n").length, name).toBe(known.length + podsOf(manifests).length);
    }
  });

  test("the exporter of two nodes is installed with each kind of monitor", async () => {
    const { apply, createNamespace, helm, kubectl } = client();
    await createNamespace(namespace);
    await apply(...simulatedNode(namespace, "simulated"));
    const nodes = ["one", "two"].map((name) => `--set=config.nodes.${name}.url=http://simulated:9650`);
    const install = (release: string, ...enabled: string[]) => {
      const values = [...nodes, ...enabled.map((kind) => `--set=${kind}.enabled=true`), ...ownImage(), "--wait"];
      return helm("install", release, chart, `--namespace=${namespace}`, ...values);
    };
    await kubectl("wait", "--for=condition=Ready", "pod/simulated", "--namespace", namespace, "--timeout=60s");
    await Promise.all([
      install("service", "serviceMonitor", "prometheusRule"),
      install("pod", "podMonitor"),
      install("discovery", "serviceMonitor", "scrapeConfig"),
    ]);
  });

  test("Prometheus finds all targets, under the jobs that the alerts expect", async () => {
    const prometheus = await startScraping(client(), namespace);
    onTestFinished(() => prometheus.stop().then(() => {}));
    const targets = await eventually("all targets", async () => {
      const found = await prometheus.query("up == 1");
      return found.length === 9 ? found : undefined;
    });
    const jobs = targets.map(({ job, node = "", pod = "" }) => [job, node, pod.replace(/-.*/, "")].join(" ").trimEnd());
    expect(jobs.sort()).toEqual([
      "avalanche-exporter-nodes one",
      "avalanche-exporter-nodes two",
      "discovery-avalanche-exporter  discovery",
      "pod-avalanche-exporter  pod",
      "pod-avalanche-exporter one pod",
      "pod-avalanche-exporter two pod",
      "service-avalanche-exporter  service",
      "service-avalanche-exporter one service",
      "service-avalanche-exporter two service",
    ]);
    const { expr } = prometheus.rules.find(({ alert }) => alert === "AvaxExporterDown");
    const [selector] = expr.match(/up\{job=~"[^"]*"\}/) ?? [];
    expect((await prometheus.query(selector)).length).toBe(targets.length);
    const addresses = targets.map(({ instance }) => instance);
    expect(
      addresses.filter(
        (instance) => !/^(10\.98\.0\.\d+|discovery-avalanche-exporter\.monitored\.svc):10652$/.test(instance),
      ),
    ).toEqual([]);
    await eventually(
      "both nodes",
      async () => (await prometheus.query('avax_up{node=~".+"} == 1')).length === 6 || undefined,
    );
  });
}
