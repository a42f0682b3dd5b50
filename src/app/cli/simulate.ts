import { once } from "node:events";
import * as z from "zod";
import { formatColumns } from "../../lib/text.ts";
import { chainDefaults } from "../../simulator/chain-options.ts";
import { controlHelp } from "../../simulator/control.ts";
import { namesIn, watchFlags } from "../../simulator/demo-watch.ts";
import { type NetworkName, networks } from "../../simulator/networks.ts";
import { defaultScenario, networkOf, type ScenarioName, scenarios } from "../../simulator/scenarios.ts";
import { createSimulator } from "../../simulator/simulator.ts";
import { oneOfNames } from "../config/values.ts";
import { listenErrorMessage, maxPort } from "../server-address.ts";
import { command } from "./command.ts";
import { exitCodes, printErrors } from "./io.ts";
import { programName } from "./usage.ts";

const maxTimeScale = 100_000;

/** Returns the flags of `simulate` and `demo`. */
export const simulationFlags = (scenario: ScenarioName) => ({
  scenario: oneOfNames("scenario", Object.keys(scenarios) as ScenarioName[])
    .default(scenario)
    .describe("Scenario to simulate; see below."),
  "time-scale": z
    .number(`expected a number from 0 to ${maxTimeScale}, such as 60 or 0.5`)
    .min(0)
    .max(maxTimeScale)
    .default(1)
    .describe("Speed of the simulated clock relative to real time; 0 freezes it."),
  network: oneOfNames("network", Object.keys(networks) as NetworkName[])
    .exactOptional()
    .meta({ defaultText: "simulated, or the scenario's", description: "Network; simulated is like mainnet." }),
});

const summaries = Object.entries(scenarios).map(([name, { summary }]) => [name, summary] as const);
export const scenarioList = `Scenarios:\n${formatColumns(summaries)}`;

const countFlag = (defaultText: string, description: string) =>
  z.int().min(0).exactOptional().meta({ defaultText, description });
const { seed, validators, l1s, l1Validators } = chainDefaults;

export const simulate = command({
  name: "simulate",
  flags: {
    port: z.int().min(0).max(maxPort).default(9750).describe("Port to listen on (127.0.0.1)."),
    ...simulationFlags(defaultScenario),
    seed: countFlag(`${seed}`, "Random seed. Runs with the same seed are identical."),
    validators: countFlag(`${validators}, or the scenario's`, "Number of primary network validators."),
    l1s: countFlag(`${l1s}, or the scenario's`, "Number of L1s."),
    "l1-validators": countFlag(`${l1Validators}, or the scenario's`, "Total number of L1 validators."),
    control: z
      .boolean()
      .exactOptional()
      .describe("Serve /control, which lets tests advance the clock and inject faults (loopback only)."),
  },
  uses: () => false,
  examples: [
    "--port 9750",
    "--scenario l1-draining --time-scale 10",
    "--validators 1500 --l1s 150 --l1-validators 15000",
  ],
  details: `${scenarioList}\n\n${controlHelp}`,
  run: async (io, _config, { flags }) => {
    const { port, "time-scale": timeScale, "l1-validators": l1Validators, ...options } = flags;
    const { scenario, network = networkOf(scenario) } = options;
    const size = l1Validators === undefined ? {} : { l1Validators };
    const simulator = createSimulator({ ...options, ...size, network, timeScale });
    try {
      const url = await simulator.listen(port);
      const words = [`--node.url ${url}`, ...watchFlags(simulator.chain)];
      const names = namesIn(scenarios[scenario].summary, simulator.chain).map(
        ({ alias, id }) => `${alias} is ${id}.\n`,
      );
      io.out(`Simulated node (${scenario}) listening at ${url}. Press Ctrl-C to stop it.

An exporter for it, which watches what demo watches:

${[programName, ...words].join(" \\\n  ")}\n\n${names.join("")}`);
    } catch (error) {
      return printErrors(io, [`--port ${port}: ${listenErrorMessage(error)}`], exitCodes.failed);
    }
    if (!io.stop.aborted) await once(io.stop, "abort");
    await simulator.close();
    return exitCodes.ok;
  },
});
