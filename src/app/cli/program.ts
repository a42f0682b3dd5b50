/** Selects the command from the command line, runs it and returns its exit code. */
import { suggest } from "../../lib/text.ts";
import { formatBuild, readBuild } from "./build.ts";
import type { Command } from "./command.ts";
import { type ExitCode, exitCodes, type Io, printErrors } from "./io.ts";
import { type CommandName, isCommand, overview, summaries } from "./usage.ts";

/** Loaders of the commands: a command is loaded only when it runs. */
const commands: Readonly<Record<CommandName, () => Promise<Command>>> = {
  serve: async () => (await import("./serve.ts")).serve,
  demo: async () => (await import("./demo.ts")).demo,
  simulate: async () => (await import("./simulate.ts")).simulate,
  once: async () => (await import("./once.ts")).once,
  status: async () => (await import("./status.ts")).status,
  call: async () => (await import("./call.ts")).call,
  doctor: async () => (await import("./doctor.ts")).doctor,
  rules: async () => (await import("./rules.ts")).rules,
  "check-config": async () => (await import("./check-config.ts")).checkConfig,
  completion: async () => (await import("./completion.ts")).createCompletion(loadCommands),
  healthcheck: async () => (await import("./healthcheck.ts")).healthcheck,
};

export const loadCommands = (): Promise<Command[]> => Promise.all(Object.values(commands).map((load) => load()));

/** Runs the command of the arguments, `serve` by default. Returns the exit code. */
export async function runProgram(argv: readonly string[], io: Io): Promise<ExitCode> {
  const [first = "", ...rest] = argv;
  if (argv.includes("--version") || first === "-v" || first === "version") {
    io.out(formatBuild(await readBuild(io.env)));
    return exitCodes.ok;
  }
  if (first === "help" && isCommand(rest[0] ?? "")) return runProgram([...rest.slice(0, 1), "--help"], io);
  if (first === "help" || ((first === "--help" || first === "-h") && rest.length === 0)) {
    io.out(overview());
    return exitCodes.ok;
  }
  if (isCommand(first)) return (await commands[first]()).run(io, rest);
  if (first !== "" && !first.startsWith("-"))
    return printErrors(io, [`${first}: unknown command; ${suggest(first, { names: Object.keys(summaries) })}`]);
  const code = await (await commands.serve()).run(io, argv);
  const misplacedCommand = rest.find(isCommand);
  if (code === exitCodes.usage && misplacedCommand)
    io.err(`${misplacedCommand}: the command must come before its flags\n`);
  return code;
}
