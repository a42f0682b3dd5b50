/** Exit statuses of the commands, for the help, the documents and the man page. */
import { type ExitCode, exitCodes } from "./io.ts";
import type { CommandName } from "./usage.ts";

type ExitStatus = {
  readonly status: ExitCode;
  /** Empty: all of them. */
  readonly commands: readonly CommandName[];
  readonly meaning: string;
};

const { ok, failed, usage } = exitCodes;
export const exitStatuses: readonly ExitStatus[] = [
  { status: ok, commands: [], meaning: "success" },
  { status: ok, commands: ["serve", "demo", "simulate"], meaning: "stopped by SIGTERM or SIGINT" },
  { status: failed, commands: ["serve", "demo", "simulate"], meaning: "the address is in use" },
  { status: failed, commands: ["once"], meaning: "a required collector failed" },
  {
    status: failed,
    commands: ["status"],
    meaning: "a state is not ok or not known, or a node or exporter does not respond",
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
