/** The program and its commands, as far as the general help shows them: without any library. */
import packageJson from "../../package.json" with { type: "json" };
import { columns } from "../config/columns.ts";

export const program = "avalanche-exporter";
export const { version } = packageJson;

/** The commands, and the purpose of each. */
export const summaries = {
  serve: "Collect from a node and answer Prometheus (the default).",
  demo: "A simulated node and the exporter beside it, to look at.",
  simulate: "The simulated node alone.",
  once: "Run each collector once and print the page.",
  call: "Call one method of the node's API, or list them all.",
  doctor: "Look at the node from outside in, and say what to do about what is found.",
  "check-config": "Check a configuration and print what is in effect.",
  completion: "Print what makes a shell complete commands, flags and methods.",
  healthcheck: "Ask the exporter beside it whether it is alive, for images without a shell.",
} as const;

export type CommandName = keyof typeof summaries;
export const isCommand = (name: string): name is CommandName => Object.hasOwn(summaries, name);

/** The help of the program as a whole. */
export const overview = (): string => `Prometheus exporter for AvalancheGo nodes.

Usage: ${program} [COMMAND] [FLAGS]

Commands:
${columns(Object.entries(summaries))}

${program} COMMAND --help tells the flags of a command, ${program} --version the version.
`;
