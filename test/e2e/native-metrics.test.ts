/** The node's own metrics that the optional rules and the dashboards use exist on real nodes. */
import { expect, onTestFinished, test } from "vitest";
import { nativeMetrics } from "../../grafana/src/promql.ts";
import { startNode } from "./support/avalanche-node.ts";
import type { Release } from "./support/programs.ts";

const releases: readonly Release[] = ["v1.11.13", "v1.12.2", "v1.14.0"];
const metrics = Object.values(nativeMetrics);

async function start(release: Release) {
  const node = await startNode({ release });
  onTestFinished(() => node.stop());
  return node;
}

test.for(releases)("%s has every metric, with its labels", async (release) => {
  const { url } = await start(release);
  const page = await (await fetch(`${url}/ext/metrics`)).text();
  const found = metrics.map(({ name }) => {
    const [, sample] = new RegExp(`^${name}(\\{.*\\})? `, "m").exec(page) ?? [];
    const [, type] = new RegExp(`^# TYPE ${name} (\\w+)$`, "m").exec(page) ?? [];
    return { name, labels: [...(sample ?? "").matchAll(/(\w+)="/g)].map(([, label]) => label), type };
  });
  expect(found).toEqual(metrics);
});
