import { collectors } from "../collectors/all.ts";
import { optionsOf } from "../config/options.ts";
import { configSchema } from "../config/schema.ts";
import { suggest } from "../config/suggest.ts";
import { type Command, command } from "./command.ts";
import { exit, refuse } from "./io.ts";
import { bash } from "./shells/bash.ts";
import { fish } from "./shells/fish.ts";
import type { Flag, Line } from "./shells/line.ts";
import { zsh } from "./shells/zsh.ts";
import { program, summaries } from "./summaries.ts";

const shells: Readonly<Record<string, (program: string, line: Line) => string>> = { bash, zsh, fish };
const names = Object.keys(shells);

function settings(): Flag[] {
  return optionsOf(configSchema(collectors)).flatMap(({ flag, kind, value, values, description }): Flag[] => {
    const switches = [`--${flag}`, `--no-${flag}`].map((name) => ({ name, description, value: "none" as const }));
    if (kind === "boolean") return switches;
    return [{ name: `--${flag}`, description, value: values ?? (value === "FILE" ? "file" : "text") }];
  });
}

const lineOf = ({ name, flags, words }: Command): Line["commands"][number] => ({
  name,
  summary: summaries[name],
  words,
  flags: Object.entries(flags).map(([flag, { kind, values, description }]) => ({
    name: `--${flag}`,
    description,
    value: kind === "boolean" ? "none" : (values ?? "text"),
  })),
});

/** The command that prints a script for a shell, which completes all of the commands. */
export const completionOf = (load: readonly (() => Promise<Command>)[]) =>
  command({
    name: "completion",
    operands: ["SHELL"],
    words: names,
    examples: [
      `bash > /etc/bash_completion.d/${program}`,
      `zsh > "\${fpath[1]}/_${program}"`,
      `fish > ~/.config/fish/completions/${program}.fish`,
    ],
    shortHelp: true,
    run: async (io, _config, { operands: [shell] }) => {
      if (shell === undefined) return refuse(io, [`SHELL is missing; allowed: ${names.join(", ")}`]);
      const script = Object.hasOwn(shells, shell) && shells[shell];
      if (!script) return refuse(io, [`${shell}: no such shell; ${suggest(shell, { names })}`]);
      const commands = await Promise.all(load.map((one) => one()));
      io.out(script(program, { commands: commands.map(lineOf), settings: settings() }));
      return exit.ok;
    },
  });
