/** Name, version, commands, usage text and exit statuses of the program. Imports no large library, so that --help is fast. */
import packageJson from "../../../package.json" with { type: "json" };
import { formatColumns } from "../../lib/text.ts";
import { type ExitCode, exitCodes } from "./io.ts";

export const programName = "avalanche-exporter";
export const { version } = packageJson;

export const summaries = {
  serve: "Run the exporter (default command).",
  demo: "Run a simulated node together with an exporter.",
  simulate: "Run only the simulated node.",
  once: "Run each collector once, print the metrics and exit.",
  status: "Show the state of each node, its chains and the watched validators, L1s and addresses.",
  call: "Call one RPC method of the node, or list all methods.",
  doctor: "Diagnose each configured node and suggest fixes.",
  rules: "Print the alert rules for Prometheus, with your addresses and thresholds.",
  "check-config": "Validate the configuration; print the effective settings on request.",
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

type ExitStatus = {
  readonly status: ExitCode;
  /** Empty: all of them. */
  readonly commands: readonly CommandName[];
  readonly meaning: string;
};

const { ok, failed, usage } = exitCodes;

/** Exit statuses of the commands, for the help, the documents and the man page. */
export const exitStatuses: readonly ExitStatus[] = [
  { status: ok, commands: [], meaning: "success" },
  { status: ok, commands: ["serve", "demo", "simulate"], meaning: "stopped by SIGTERM or SIGINT" },
  { status: failed, commands: ["serve", "demo", "simulate"], meaning: "the address is in use" },
  { status: failed, commands: ["once"], meaning: "a required collector failed" },
  {
    status: failed,
    commands: ["status"],
    meaning: "a state is neither ok nor registered, or a node or exporter does not respond",
  },
  { status: failed, commands: ["call"], meaning: "the node returned an error" },
  { status: failed, commands: ["doctor"], meaning: "metrics are missing or stale, or a state asks for attention" },
  { status: failed, commands: ["rules"], meaning: "the file of --output cannot be written" },
  { status: failed, commands: ["healthcheck"], meaning: "the exporter does not respond" },
  { status: usage, commands: ["once"], meaning: "the configuration leaves nothing to collect" },
  { status: usage, commands: [], meaning: "invalid flags or configuration, one line per error" },
];

/** Returns the exit statuses of a command alone as a sentence. */
export function exitStatusText(name: CommandName): string {
  const own = exitStatuses.filter(({ commands }) => commands.includes(name));
  return `Exit status: ${own.map(({ status, meaning }) => `${status} if ${meaning}`).join(", ")}, otherwise ${ok}.`;
}
