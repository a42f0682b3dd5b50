import { collectors } from "../collectors/all.ts";
import { optionsOf } from "../config/options.ts";
import { configSchema } from "../config/schema.ts";
import { suggest } from "../config/suggest.ts";
import { type Command, command } from "./command.ts";
import { exit, refuse } from "./io.ts";
import { type Flag, type Line, shells } from "./shells.ts";
import { program, summaries } from "./summaries.ts";

const names = Object.keys(shells);

function settings(): Flag[] {
  return optionsOf(configSchema(collectors)).flatMap(({ flag, kind, isFile, values, description }): Flag[] => {
    if (kind !== "boolean") return [{ name: `--${flag}`, description, value: values ?? (isFile ? "file" : "text") }];
    return [`--${flag}`, `--no-${flag}`].map((name) => ({ name, description, value: "none" }));
  });
}

const lineOf = ({ name, flags, words }: Command): Line["commands"][number] => ({
  name,
  summary: summaries[name],
  words,
  flags: Object.entries(flags).map(([flag, { kind, values, suggestions = values, description }]) => ({
    name: `--${flag}`,
    description,
    value: kind === "boolean" ? "none" : (suggestions ?? "text"),
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
      io.out(script({ commands: commands.map(lineOf), settings: settings() }));
      return exit.ok;
    },
  });
