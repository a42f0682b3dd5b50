/** The chart's dashboards. */
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { type Manifest, ofKind } from "./helm.ts";
import { renderScenarios } from "./rendered.ts";

const { of } = await renderScenarios();

const isDashboard = ({ data = {} }: Manifest) => Object.keys(data).some((key) => key.endsWith(".json"));
const dashboardsOf = (name: string) => of(name).filter(isDashboard);

test("are the files, byte for byte, one to a ConfigMap", async () => {
  const names = (await readdir("grafana/dashboards")).filter((name) => name.endsWith(".json"));
  const shipped = Object.assign({}, ...dashboardsOf("prometheus-operator").map(({ data }) => data));
  expect(Object.keys(shipped).sort()).toEqual(names.sort());
  for (const name of names) expect(shipped[name], name).toBe(await readFile(`grafana/dashboards/${name}`, "utf8"));
  for (const { data } of dashboardsOf("prometheus-operator")) expect(Object.keys(data)).toHaveLength(1);
});

test("are found by Grafana's sidecar, with the configured folder, namespace and label", () => {
  const [usual] = dashboardsOf("prometheus-operator");
  expect(usual.metadata.labels["grafana_dashboard"]).toBe("1");
  expect(usual.metadata.annotations).toEqual({ grafana_folder: "Avalanche" });
  const [own] = dashboardsOf("grafana-sidecar");
  expect(own.metadata).toMatchObject({
    namespace: "monitoring",
    labels: { dashboards: "grafana", team: "validators" },
    annotations: { "k8s-sidecar-target-directory": "Avalanche nodes" },
  });
});

test("are passed to the Grafana operator by ConfigMap, and the sidecar ignores these", () => {
  const resources = ofKind(of("grafana-operator"), "GrafanaDashboard");
  const maps = dashboardsOf("grafana-operator");
  expect(resources).toHaveLength(maps.length);
  for (const { metadata } of maps) expect(Object.keys(metadata.labels)).not.toContain("grafana_dashboard");
  for (const { spec, metadata } of resources) {
    expect(metadata.namespace).toBe("grafana");
    expect(maps.find((map) => map.metadata.name === spec.configMapRef.name).data).toHaveProperty([
      spec.configMapRef.key,
    ]);
  }
});

test("can be selected individually", () => {
  expect(dashboardsOf("l1").map(({ data }) => Object.keys(data))).toEqual([["l1.json"]]);
});
