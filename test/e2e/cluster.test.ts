/** The charts in a cluster of Kubernetes. Its network does not enforce a NetworkPolicy: the tests check only that the API server
 *  accepts it. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { sidecarTests } from "./cluster/sidecar.ts";
import { type Client, clientOf, type Manifest } from "./cluster/support/client.ts";
import { startCluster } from "./cluster/support/cluster.ts";
import { type Images, provideImages, registry } from "./cluster/support/images.ts";
import { startScraping } from "./cluster/support/scraping.ts";
import { simulatedNode } from "./cluster/support/simulated-node.ts";
import { podsOf, renderScenarios } from "./delivery/chart/helm.ts";
import { gettingStarted } from "./support/getting-started.ts";
import { eventually } from "./support/programs.ts";

const { blocksOf } = await gettingStarted();

let client: Client;
let images: Images;
beforeAll(async () => {
  client = clientOf(await startCluster());
  await client.installOperatorKinds();
  images = await provideImages(client);
});
afterAll(() => client?.close());

/** The Pods of the rendered objects. Accounts and the classes of Secrets that they name need not exist. */
const admittedPods = (manifests: readonly Manifest[], name: string): Manifest[] =>
  podsOf(manifests).map(({ metadata, spec }, i) => ({
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...metadata, name: `${name}-${i}`, namespace: "avalanche" },
    spec: { ...spec, serviceAccountName: "default" },
  }));

test("the API server accepts every object of every documented scenario, and each Pod in a restricted namespace", async () => {
  const { createNamespace, validate } = client;
  const { rendered } = await renderScenarios();
  for (const name of ["avalanche", "monitoring", "grafana"]) await createNamespace(name);
  for (const [name, manifests] of rendered) {
    const known = manifests.filter(({ kind }) => kind !== "GrafanaDashboard" && kind !== "Pod");
    const { code, out, err } = await validate(...known, ...admittedPods(manifests, name));
    expect([code, err], name).toEqual([0, ""]);
    expect(out.trim().split("\n").length, name).toBe(known.length + podsOf(manifests).length);
  }
});

/** Types a block of docs/getting-started.md in another namespace. */
async function type(block: string, namespace: string) {
  const commands = block
    .replaceAll("REGISTRY", registry)
    .replaceAll("--namespace avalanche", `--namespace ${namespace}`)
    .replaceAll("create namespace avalanche", `create namespace ${namespace}`)
    .replaceAll(".avalanche.svc", `.${namespace}.svc`)
    .replaceAll("values.yaml", join(client.folder, "values.yaml"));
  const { code, err } = await client.type(`set -e\n${commands}`);
  expect([code, err], commands).toEqual([0, expect.anything()]);
}

test("the commands of getting-started.md install the exporter; Prometheus scrapes it and has its alerts", async () => {
  const namespace = "started";
  const [prepare = "", install = ""] = blocksOf("Kubernetes");
  const { apply, helm, kubectl, list } = client;
  await type(prepare.replace(/^helm install monitoring .*\n.*\n/, ""), namespace); // its images may be out of reach
  await apply(...simulatedNode(namespace, "avalanchego"));
  await kubectl("wait", "--for=condition=Ready", "pod", "--all", "--namespace", namespace, "--timeout=60s");
  await type(install, namespace);
  await helm("test", "watch", `--namespace=${namespace}`);
  const prometheus = await startScraping(client, namespace, "release=monitoring");
  onTestFinished(() => prometheus.stop().then(() => {}));
  const [up] = await eventually("avax_up", async () => {
    const found = await prometheus.query("avax_up == 1");
    return found.length === 1 ? found : undefined;
  });
  expect(up).toMatchObject({ job: "watch-avalanche-exporter", namespace });
  const firing = (alert: string) => prometheus.query(`ALERTS{alertname="${alert}",alertstate="firing"}`);
  await eventually("the test alert", async () => (await firing("AvaxTest"))[0]);
  await eventually("the watchdog of the chart's rules", async () => (await firing("AvaxWatchdog"))[0]);
  const { expr } = prometheus.rules.find(({ alert, expr }) => alert === "AvaxExporterDown" && /up\{job/.test(expr));
  const [selector] = expr.match(/up\{job=~"[^"]*"\}/) ?? [];
  expect(await prometheus.query(selector)).toHaveLength(1);
  const dashboards = await list("configmaps", namespace, "grafana_dashboard=1");
  expect(dashboards.flatMap(({ data }: Manifest) => Object.keys(data)).sort()).toEqual(
    (await readdir("grafana/dashboards")).sort(),
  );
});

describe("the sidecar", () =>
  sidecarTests(
    () => client,
    () => images,
  ));
