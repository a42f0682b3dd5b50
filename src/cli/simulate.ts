import { once } from "node:events";
import * as z from "zod";
import { columns } from "../config/columns.ts";
import { largestPort, number, oneOfNames } from "../config/values.ts";
import { chainDefaults } from "../simulator/chain.ts";
import { defaultScenario, type ScenarioName, scenarios } from "../simulator/scenarios.ts";
import { createSimulator } from "../simulator/simulator.ts";
import { command } from "./command.ts";
import { exit, refuse } from "./io.ts";
import { listeningFault } from "./listening.ts";

const fastest = 100_000;

/** The flags of each command that simulates a node. */
export const simulationFlags = {
  scenario: oneOfNames("scenario", Object.keys(scenarios) as ScenarioName[])
    .default(defaultScenario)
    .describe("State of the node; see below."),
  "time-scale": number
    .refine((scale) => scale >= 0 && scale <= fastest, {
      error: ({ input }) => `expected a number from 0 to ${fastest}, such as 60 or 0.5, not ${input}`,
    })
    .default(1)
    .describe("How many times as fast the simulated clock runs, such as 60 or 0.5; at 0 it stands still."),
};

/** Help: the scenarios, with their summaries if `all`. */
export const scenarioList = (all: boolean) =>
  all
    ? `Scenarios:\n${columns(Object.entries(scenarios).map(([name, { summary }]) => [name, summary] as const))}`
    : `Scenarios, of which --help-all tells more:\n${columns([["", Object.keys(scenarios).join(", ")]])}`;

const controlHelp = `With --control, from this machine alone:
${columns([
  ["GET /control/time", "The simulated time."],
  ["POST /control/time", 'Goes on: {"advance": "90s"} or {"to": "2026-11-25T16:00:00Z"}.'],
  ["GET /control/faults", "The faults that are on, with the scenario's."],
  ["POST /control/faults", 'One more: {"method": "*", "fault": {"kind": "delay", "ms": 500}}.'],
  ["", 'With "times" it heals; with "after" and "flaps" it comes and goes.'],
  ["DELETE /control/faults", "No fault any more."],
])}`;

const count = (fallback: string, description: string) =>
  number
    .refine((value) => Number.isSafeInteger(value) && value >= 0, {
      error: ({ input }) => `expected a whole number, 0 or more, not ${input}`,
    })
    .exactOptional()
    .meta({ fallback, description });
const { seed, validators, l1s, l1Validators } = chainDefaults;

export const simulate = command({
  name: "simulate",
  flags: {
    port: number
      .refine((port) => Number.isInteger(port) && port >= 0 && port <= largestPort, {
        error: ({ input }) => `expected a whole number up to ${largestPort}, not ${input}`,
      })
      .default(9750)
      .describe("Where it answers, on 127.0.0.1."),
    ...simulationFlags,
    seed: count(`${seed}`, "Runs with the same seed repeat."),
    validators: count(`${validators}, or the scenario's`, "Validators of the primary network."),
    l1s: count(`${l1s}, or the scenario's`, "Number of L1s."),
    "l1-validators": count(`${l1Validators}, or the scenario's`, "Validators of all L1s together."),
    control: z
      .boolean()
      .exactOptional()
      .describe("Answer to /control, where a test moves the clock and switches faults."),
  },
  examples: [
    "--port 9750",
    "--scenario l1-draining --time-scale 10",
    "--validators 1500 --l1s 150 --l1-validators 15000",
  ],
  more: (_operands, all) => (all ? `${scenarioList(all)}\n\n${controlHelp}` : scenarioList(all)),
  shortHelp: true,
  run: async (io, _config, { flags }) => {
    const { port, "time-scale": timeScale, "l1-validators": l1Validators, ...options } = flags;
    const size = l1Validators === undefined ? {} : { l1Validators };
    const simulator = createSimulator({ ...options, ...size, timeScale });
    try {
      const url = await simulator.listen(port);
      io.out(`A simulated node (${flags.scenario}) answers at ${url}. Ctrl-C ends it.\n`);
    } catch (error) {
      return refuse(io, [`--port ${port}: ${listeningFault(error)}`], exit.failed);
    }
    if (!io.stop.aborted) await once(io.stop, "abort");
    await simulator.close();
    return exit.ok;
  },
});
