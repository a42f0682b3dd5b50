/** Names, summaries and the usage text of the program. Imports no library, so that --help is fast. */
import packageJson from "../../package.json" with { type: "json" };
import { formatColumns } from "../lib/text-table.ts";

export const programName = "avalanche-exporter";
export const { version } = packageJson;

export const summaries = {
  serve: "Run the exporter (default command).",
  demo: "Run a simulated node together with an exporter.",
  simulate: "Run only the simulated node.",
  once: "Run each collector once, print the metrics and exit.",
  status: "Show the state of each node, its chains and the watched validators and L1s.",
  call: "Call one RPC method of the node, or list all methods.",
  doctor: "Diagnose each configured node and suggest fixes.",
  rules: "Print the alert rules for Prometheus, with your addresses and thresholds.",
  "check-config": "Validate the configuration and print the effective settings.",
  completion: "Print a shell completion script (bash, zsh or fish).",
  healthcheck: "Check /-/healthy of a running exporter (for container health checks without a shell).",
} as const;

export type CommandName = keyof typeof summaries;
export const isCommand = (name: string): name is CommandName => Object.hasOwn(summaries, name);

export const overview = (): string => `Prometheus exporter for AvalancheGo nodes.

Usage: ${programName} [COMMAND] [FLAGS]

Commands:
${formatColumns(Object.entries(summaries))}

Run "${programName} COMMAND --help" for the flags of a command.
Run "${programName} --version" for the version.
`;
