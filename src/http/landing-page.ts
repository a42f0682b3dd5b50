/** Landing page: status of the nodes and of their collectors. */
import packageJson from "../../package.json" with { type: "json" };
import type { Exporter } from "../exporter/exporter.ts";
import type { Target } from "../exporter/target.ts";
import { nodeBootstrapped, nodeInfo } from "../metrics/node.ts";
import { render } from "./landing/render.ts";
import { type Facts, type NodeStatus, viewOf } from "./landing/view.ts";

/** undefined until `npm run docs -- --owner NAME` has set the owner. */
const repository = packageJson.repository.includes("/OWNER/") ? undefined : packageJson.repository;

function factsOf({ page }: Target): Facts {
  const [info] = page.samplesOf(nodeInfo);
  const fact = (name: string) => info?.labels?.[name];
  const bootstrapped = page.samplesOf(nodeBootstrapped).map(({ labels, value }) => [labels?.["chain"], value === 1]);
  return {
    nodeId: fact("node_id"),
    version: fact("version"),
    network: fact("network"),
    bootstrapped: Object.fromEntries(bootstrapped),
  };
}

const statusOf = (target: Target): NodeStatus => ({
  ...target.status(),
  name: target.name,
  states: target.collectorStates(),
  facts: factsOf(target),
});

export function landingPage(exporter: Exporter, telemetryPath: string): string {
  const program = {
    ...exporter.build,
    nodeVersion: process.version,
    at: Date.now(),
    runningFor: process.uptime() * 1000,
    hasReloadFailed: exporter.process.hasReloadFailed(),
    telemetryPath,
    readme: repository,
  };
  return render(viewOf(program, exporter.targets().map(statusOf)));
}
