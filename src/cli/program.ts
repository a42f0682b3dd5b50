/** From the words of the command line to one command and its exit code. */
import { version } from "./build.ts";
import { load } from "./commands.ts";
import { type Exit, exit, type Io, refuse } from "./io.ts";
import { isCommand, summaries } from "./summaries.ts";

export async function runProgram(argv: readonly string[], io: Io): Promise<Exit> {
  const [first = "", ...rest] = argv;
  if (argv.includes("--version")) {
    io.out(`${version}\n`);
    return exit.ok;
  }
  if (first === "help" && isCommand(rest[0] ?? "")) return runProgram([...rest.slice(0, 1), "--help"], io);
  if (first === "help" || ((first === "--help" || first === "-h") && rest.length === 0)) {
    const { overview } = await import("./overview.ts");
    io.out(overview());
    return exit.ok;
  }
  if (first !== "" && !first.startsWith("-") && !isCommand(first)) {
    const { suggest } = await import("../config/suggest.ts");
    return refuse(io, [`${first}: unknown command; ${suggest(first, { names: Object.keys(summaries) })}`]);
  }
  const command = await load[isCommand(first) ? first : "serve"]();
  const code = await command.run(io, isCommand(first) ? rest : argv);
  const late = isCommand(first) ? undefined : rest.find(isCommand);
  if (code === exit.usage && late) io.err(`${late}: a command stands before its flags\n`);
  return code;
}
