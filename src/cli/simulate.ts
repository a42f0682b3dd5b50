import { once } from "node:events";
import { columns } from "../config/help.ts";
import { suggest } from "../config/suggest.ts";
import { isScenario, type ScenarioName, scenarios } from "../simulator/scenarios.ts";
import { createSimulator } from "../simulator/simulator.ts";
import { command } from "./command.ts";
import { exit, type Io } from "./io.ts";

/** For --scenario of this and other commands. */
export const scenarioFlag = {
  scenario: { kind: "string", description: "State of the node; see below. (default: healthy)" },
} as const;

export const scenarioList = () =>
  `Scenarios:\n${columns(Object.entries(scenarios).map(([name, { summary }]) => [name, summary] as const))}`;

/** undefined where the name is none: then it was said. */
export function scenarioOf(io: Io, name = "healthy"): ScenarioName | undefined {
  if (isScenario(name)) return name;
  io.err(`--scenario: "${name}" is no scenario; ${suggest(name, { names: Object.keys(scenarios) })}\n`);
  return undefined;
}

export const simulate = command({
  name: "simulate",
  flags: {
    port: { kind: "number", description: "Where it answers, on 127.0.0.1. (default: 9750)" },
    ...scenarioFlag,
    seed: { kind: "number", description: "Runs with the same seed repeat. (default: 1)" },
    validators: { kind: "number", description: "Validators of the primary network. (default: 20)" },
    "l1-validators": { kind: "number", description: "Validators of the L1. (default: 10)" },
  },
  examples: ["--port 9750", "--scenario congested", "--validators 1500 --l1-validators 15000"],
  more: scenarioList,
  shortHelp: true,
  run: async (io, _config, { flags }) => {
    const scenario = scenarioOf(io, flags.scenario);
    if (!scenario) return exit.usage;
    const { port = 9750, seed, validators, "l1-validators": l1Validators } = flags;
    for (const [flag, value] of Object.entries({ port, seed, validators, "l1-validators": l1Validators })) {
      if (value === undefined || (Number.isSafeInteger(value) && value >= 0)) continue;
      io.err(`--${flag}: expected a whole number, not ${value}\n`);
      return exit.usage;
    }
    const simulator = createSimulator({
      scenario,
      ...(seed !== undefined && { seed }),
      ...(validators !== undefined && { validators }),
      ...(l1Validators !== undefined && { l1Validators }),
    });
    try {
      const url = await simulator.listen(port);
      io.out(`A simulated node (${scenario}) answers at ${url}. Ctrl-C ends it.\n`);
    } catch (error) {
      io.err(`--port ${port}: ${error instanceof Error && "code" in error ? error.code : error}\n`);
      return exit.failed;
    }
    if (!io.stop.aborted) await once(io.stop, "abort");
    await simulator.close();
    return exit.ok;
  },
});
