/** The commands of docs/getting-started.md for Kubernetes. What kube-prometheus-stack runs is started from the same objects, because its
 *  images may be out of reach. */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { gettingStarted } from "../support/getting-started.ts";
import { eventually } from "../support/programs.ts";
import { startAlerting } from "./support/alerting.ts";
import type { Client, Manifest } from "./support/client.ts";
import { registry } from "./support/images.ts";
import { startScraping } from "./support/scraping.ts";
import { simulatedNode } from "./support/simulated-node.ts";

const { blocksOf, codeOf } = await gettingStarted();
const namespace = "started";
/** Label by which Prometheus of the stack selects monitors and rules. */
const selected = "release=monitoring";

export function gettingStartedTests(client: () => Client) {
  const typed = (text: string) =>
    text
      .replaceAll("REGISTRY", registry)
      .replaceAll("--namespace avalanche", `--namespace ${namespace}`)
      .replaceAll("create namespace avalanche", `create namespace ${namespace}`)
      .replaceAll(".avalanche.svc", `.${namespace}.svc`)
      .replaceAll("values.yaml", join(client().folder, "values.yaml"));
  const type = async (commands: string) => {
    const { code, out, err } = await client().type(`set -e\n${typed(commands)}`);
    expect([code, err], commands).toEqual([0, expect.anything()]);
    return out;
  };

  test("the test alert arrives at the webhook, and Grafana finds the dashboards", async () => {
    const [prepare = "", install = ""] = blocksOf("Kubernetes");
    const { apply, kubectl, list } = client();
    await type(prepare.replace(/^helm install monitoring .*\n.*\n/, ""));
    await apply(...simulatedNode(namespace, "avalanchego"));
    await kubectl("wait", "--for=condition=Ready", "pod", "--all", "--namespace", namespace, "--timeout=60s");
    await type(install);
    const [config] = await list("alertmanagerconfigs", namespace);
    const alertmanager = await startAlerting(client(), config);
    const prometheus = await startScraping(client(), namespace, {
      selector: selected,
      alertmanager: alertmanager.address,
    });
    onTestFinished(async () => {
      for (const one of [prometheus, alertmanager]) await one.stop();
    });
    const [logs = "false"] = codeOf("Kubernetes", /^kubectl logs/);
    const arrived = await eventually("the alert", async () => /^\{.*AvaxTest.*\}/m.exec(await type(logs))?.[0]);
    const { status, alerts } = JSON.parse(arrived);
    expect([status, alerts]).toMatchObject([
      "firing",
      [{ labels: { alertname: "AvaxTest", severity: "warning", namespace, job: "watch-avalanche-exporter" } }],
    ]);
    const dashboards = await list("configmaps", namespace, "grafana_dashboard=1");
    expect(dashboards.flatMap(({ data }: Manifest) => Object.keys(data)).sort()).toEqual(
      (await readdir("grafana/dashboards")).sort(),
    );
  });
}
