import { once } from "node:events";
import { columns } from "../config/help.ts";
import { suggest } from "../config/suggest.ts";
import { largestPort } from "../config/values.ts";
import { chainDefaults } from "../simulator/chain.ts";
import { defaultScenario, isScenario, type ScenarioName, scenarios } from "../simulator/scenarios.ts";
import { createSimulator } from "../simulator/simulator.ts";
import { command } from "./command.ts";
import { exit, type Io } from "./io.ts";
import { listeningFault } from "./listening.ts";

const defaultPort = 9750;

/** For --scenario of this and other commands. */
export const scenarioFlag = {
  scenario: { kind: "string", description: `State of the node; see below. (default: ${defaultScenario})` },
} as const;

export const scenarioList = () =>
  `Scenarios:\n${columns(Object.entries(scenarios).map(([name, { summary }]) => [name, summary] as const))}`;

/** undefined where the name is none: then it was said. */
export function scenarioOf(io: Io, name: string = defaultScenario): ScenarioName | undefined {
  if (isScenario(name)) return name;
  io.err(`--scenario: "${name}" is no scenario; ${suggest(name, { names: Object.keys(scenarios) })}\n`);
  return undefined;
}

export const simulate = command({
  name: "simulate",
  flags: {
    port: { kind: "number", description: `Where it answers, on 127.0.0.1. (default: ${defaultPort})` },
    ...scenarioFlag,
    seed: { kind: "number", description: `Runs with the same seed repeat. (default: ${chainDefaults.seed})` },
    validators: {
      kind: "number",
      description: `Validators of the primary network. (default: ${chainDefaults.validators})`,
    },
    l1s: { kind: "number", description: `Number of L1s. (default: ${chainDefaults.l1s})` },
    "l1-validators": {
      kind: "number",
      description: `Validators of all L1s together. (default: ${chainDefaults.l1Validators})`,
    },
  },
  examples: ["--port 9750", "--scenario congested", "--validators 1500 --l1s 150 --l1-validators 15000"],
  more: scenarioList,
  shortHelp: true,
  run: async (io, _config, { flags }) => {
    const scenario = scenarioOf(io, flags.scenario);
    if (!scenario) return exit.usage;
    const { seed, validators, l1s, l1Validators } = chainDefaults;
    const given = { port: defaultPort, seed, validators, l1s, "l1-validators": l1Validators, ...flags };
    for (const flag of ["port", "seed", "validators", "l1s", "l1-validators"] as const) {
      const value = given[flag];
      const most = flag === "port" ? largestPort : Number.MAX_SAFE_INTEGER;
      if (Number.isInteger(value) && value >= 0 && value <= most) continue;
      io.err(`--${flag}: expected a whole number up to ${most}, not ${value}\n`);
      return exit.usage;
    }
    const { port } = given;
    const simulator = createSimulator({
      scenario,
      seed: given.seed,
      validators: given.validators,
      l1s: given.l1s,
      l1Validators: given["l1-validators"],
    });
    try {
      const url = await simulator.listen(port);
      io.out(`A simulated node (${scenario}) answers at ${url}. Ctrl-C ends it.\n`);
    } catch (error) {
      io.err(`--port ${port}: ${listeningFault(error)}\n`);
      return exit.failed;
    }
    if (!io.stop.aborted) await once(io.stop, "abort");
    await simulator.close();
    return exit.ok;
  },
});
