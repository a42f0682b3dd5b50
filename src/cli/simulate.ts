import { once } from "node:events";
import { columns } from "../config/columns.ts";
import { largestPort } from "../config/values.ts";
import { chainDefaults } from "../simulator/chain.ts";
import { defaultScenario, type ScenarioName, scenarios } from "../simulator/scenarios.ts";
import { createSimulator } from "../simulator/simulator.ts";
import { command } from "./command.ts";
import { exit, type Io, refuse } from "./io.ts";
import { listeningFault } from "./listening.ts";

const defaultPort = 9750;
const fastest = 100_000;

/** The flags of each command that simulates a node. */
export const simulationFlags = {
  scenario: {
    kind: "string",
    description: `State of the node; see below. (default: ${defaultScenario})`,
    values: Object.keys(scenarios) as ScenarioName[],
  },
  "time-scale": {
    kind: "number",
    description:
      "How many times as fast the simulated clock runs, such as 60 or 0.5; at 0 it stands still. (default: 1)",
  },
} as const;

/** Help: the scenarios, with their summaries if `all`. */
export const scenarioList = (all: boolean) =>
  all
    ? `Scenarios:\n${columns(Object.entries(scenarios).map(([name, { summary }]) => [name, summary] as const))}`
    : `Scenarios, of which --help-all tells more:\n${columns([["", Object.keys(scenarios).join(", ")]])}`;

type Given = { readonly scenario?: ScenarioName; readonly "time-scale"?: number };

/** The simulation that the flags describe. Returns undefined if one of them is wrong, which it reports. */
export function simulationOf(io: Io, { scenario = defaultScenario, "time-scale": timeScale = 1 }: Given) {
  if (timeScale >= 0 && timeScale <= fastest) return { scenario, timeScale };
  refuse(io, [`--time-scale: expected a number from 0 to ${fastest}, such as 60 or 0.5, not ${timeScale}`]);
  return undefined;
}

const controlHelp = `With --control, from this machine alone:
${columns([
  ["GET /control/time", "The simulated time."],
  ["POST /control/time", 'Goes on: {"advance": "90s"} or {"to": "2026-11-25T16:00:00Z"}.'],
  ["GET /control/faults", "The faults that are on, with the scenario's."],
  ["POST /control/faults", 'One more: {"method": "*", "fault": {"kind": "delay", "ms": 500}}.'],
  ["", 'With "times" it heals; with "after" and "flaps" it comes and goes.'],
  ["DELETE /control/faults", "No fault any more."],
])}`;

/** The fault of the numbers among the flags, if any. */
function numberFault(port: number, counts: Readonly<Record<string, number | undefined>>): string | undefined {
  for (const [flag, value = 0] of Object.entries(counts))
    if (!Number.isSafeInteger(value) || value < 0) return `--${flag}: expected a whole number, 0 or more, not ${value}`;
  if (Number.isInteger(port) && port >= 0 && port <= largestPort) return undefined;
  return `--port: expected a whole number up to ${largestPort}, not ${port}`;
}

export const simulate = command({
  name: "simulate",
  flags: {
    port: { kind: "number", description: `Where it answers, on 127.0.0.1. (default: ${defaultPort})` },
    ...simulationFlags,
    seed: { kind: "number", description: `Runs with the same seed repeat. (default: ${chainDefaults.seed})` },
    validators: {
      kind: "number",
      description: `Validators of the primary network. (default: ${chainDefaults.validators}, or the scenario's)`,
    },
    l1s: { kind: "number", description: `Number of L1s. (default: ${chainDefaults.l1s}, or the scenario's)` },
    "l1-validators": {
      kind: "number",
      description: `Validators of all L1s together. (default: ${chainDefaults.l1Validators}, or the scenario's)`,
    },
    control: { kind: "boolean", description: "Answer to /control, where a test moves the clock and switches faults." },
  },
  examples: [
    "--port 9750",
    "--scenario l1-draining --time-scale 10",
    "--validators 1500 --l1s 150 --l1-validators 15000",
  ],
  more: (_operands, all) => (all ? `${scenarioList(all)}\n\n${controlHelp}` : scenarioList(all)),
  shortHelp: true,
  run: async (io, _config, { flags }) => {
    const { port = defaultPort, seed, validators, l1s, "l1-validators": l1Validators, control = false } = flags;
    const simulation = simulationOf(io, flags);
    if (!simulation) return exit.usage;
    const fault = numberFault(port, { seed, validators, l1s, "l1-validators": l1Validators });
    if (fault !== undefined) return refuse(io, [fault]);
    const simulator = createSimulator({
      ...simulation,
      ...(seed !== undefined && { seed }),
      ...(validators !== undefined && { validators }),
      ...(l1s !== undefined && { l1s }),
      ...(l1Validators !== undefined && { l1Validators }),
      control,
    });
    try {
      const url = await simulator.listen(port);
      io.out(`A simulated node (${simulation.scenario}) answers at ${url}. Ctrl-C ends it.\n`);
    } catch (error) {
      return refuse(io, [`--port ${port}: ${listeningFault(error)}`], exit.failed);
    }
    if (!io.stop.aborted) await once(io.stop, "abort");
    await simulator.close();
    return exit.ok;
  },
});
