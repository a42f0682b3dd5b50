import { once } from "node:events";
import { columns } from "../config/columns.ts";
import { suggest } from "../config/suggest.ts";
import { largestPort } from "../config/values.ts";
import { chainDefaults } from "../simulator/chain.ts";
import { defaultScenario, isScenario, type ScenarioName, scenarios } from "../simulator/scenarios.ts";
import { createSimulator } from "../simulator/simulator.ts";
import { command } from "./command.ts";
import { exit, type Io, refuse } from "./io.ts";
import { listeningFault } from "./listening.ts";

const defaultPort = 9750;
const fastest = 100_000;

/** Of this and other commands that simulate a node. */
export const simulationFlags = {
  scenario: {
    kind: "string",
    description: `State of the node; see below. (default: ${defaultScenario})`,
    values: Object.keys(scenarios),
  },
  "time-scale": {
    kind: "number",
    description:
      "How many times as fast the simulated clock runs, such as 60 or 0.5; at 0 it stands still. (default: 1)",
  },
} as const;

export const scenarioList = (all: boolean) =>
  all
    ? `Scenarios:\n${columns(Object.entries(scenarios).map(([name, { summary }]) => [name, summary] as const))}`
    : `Scenarios, of which --help-all tells more:\n${columns([["", Object.keys(scenarios).join(", ")]])}`;

type Given = { readonly scenario?: string; readonly "time-scale"?: number };
type Simulation = { readonly scenario: ScenarioName; readonly timeScale: number };

/** undefined where a flag is wrong: then it was said. */
export function simulationOf(io: Io, given: Given): Simulation | undefined {
  const { scenario = defaultScenario, "time-scale": timeScale = 1 } = given;
  if (!isScenario(scenario)) {
    io.err(`--scenario: "${scenario}" is no scenario; ${suggest(scenario, { names: Object.keys(scenarios) })}\n`);
    return undefined;
  }
  if (timeScale >= 0 && timeScale <= fastest) return { scenario, timeScale };
  io.err(`--time-scale: expected a number from 0 to ${fastest}, such as 60 or 0.5, not ${timeScale}\n`);
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

type Numbers = Readonly<Partial<Record<"port" | "seed" | "validators" | "l1s" | "l1-validators", number>>>;

function numberFault({ port = defaultPort, ...counts }: Numbers): string | undefined {
  const wrong = Object.entries(counts).find(([, value]) => !Number.isSafeInteger(value) || value < 0);
  if (wrong) return `--${wrong[0]}: expected a whole number, 0 or more, not ${wrong[1]}`;
  if (Number.isInteger(port) && port >= 0 && port <= largestPort) return undefined;
  return `--port: expected a whole number up to ${largestPort}, not ${port}`;
}

type WithoutUndefined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };
const given = <T extends object>(all: T) =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as WithoutUndefined<T>;

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
    const { port = defaultPort, seed, validators, l1s, "l1-validators": l1Validators } = flags;
    const simulation = simulationOf(io, flags);
    if (!simulation) return exit.usage;
    const counts = { seed, validators, l1s, "l1-validators": l1Validators };
    const fault = numberFault({ port, ...given(counts) });
    if (fault !== undefined) return refuse(io, [fault]);
    const simulator = createSimulator({
      ...simulation,
      ...given({ seed, validators, l1s, l1Validators }),
      control: flags.control ?? false,
    });
    try {
      const url = await simulator.listen(port);
      io.out(`A simulated node (${simulation.scenario}) answers at ${url}. Ctrl-C ends it.\n`);
    } catch (error) {
      io.err(`--port ${port}: ${listeningFault(error)}\n`);
      return exit.failed;
    }
    if (!io.stop.aborted) await once(io.stop, "abort");
    await simulator.close();
    return exit.ok;
  },
});
