import { systemClock } from "../../lib/clock.ts";
import { demoWatchOf } from "../../simulator/demo-watch.ts";
import { announceIncident } from "../../simulator/incident.ts";
import { networkOf } from "../../simulator/scenarios.ts";
import { createSimulator } from "../../simulator/simulator.ts";
import { type Config, nodeSchema } from "../config/schema.ts";
import { isWatchingAny } from "../plan.ts";
import { defaultPort } from "../server-address.ts";
import { command } from "./command.ts";
import { runExporter } from "./serve.ts";
import { scenarioList, simulationFlags } from "./simulate.ts";

export const demo = command({
  name: "demo",
  flags: simulationFlags("incident"),
  uses: (key) => key !== "node.url",
  defaults: { listenAddress: `127.0.0.1:${defaultPort}` },
  examples: ["", "--scenario congested --time-scale 60"],
  details: scenarioList,
  isReloadable: true,
  run: async (io, config, { flags }, load) => {
    const { scenario, network = networkOf(scenario), "time-scale": timeScale } = flags;
    const simulator = createSimulator({ scenario, network, timeScale });
    const nodeUrl = await simulator.listen();
    // watches all entities of the simulated node if nothing is watched
    const redirect = (config: Config): Config => {
      const { watch, node = nodeSchema.parse({}) } = config;
      const watched = isWatchingAny(watch) ? watch : { ...watch, ...demoWatchOf(simulator.chain) };
      return { ...config, node: { ...node, url: nodeUrl }, watch: watched };
    };
    const loadRedirected = async () => {
      const loaded = await load();
      return loaded.ok ? { ...loaded, config: redirect(loaded.config) } : loaded;
    };
    const onListening = (url: string) => {
      const { telemetry_path: path } = config.web;
      io.out(`Simulated node (${scenario}) at ${nodeUrl}, and the exporter:

  ${url}${path}   metrics for Prometheus
  ${url}/${" ".repeat(path.length + 2)}status of the node and its collectors

In a clone, this shows the demo with Prometheus, Alertmanager and Grafana: docker compose -f grafana/compose.yaml up
Press Ctrl-C to stop both.
`);
      if (scenario === "incident") announceIncident(io, simulator.chain, timeScale);
    };
    try {
      // the simulated clock can run faster than that of this machine
      const clock = { ...systemClock, date: simulator.now };
      return await runExporter(io, redirect(config), { onListening, load: loadRedirected, clock });
    } finally {
      await simulator.close();
    }
  },
});
