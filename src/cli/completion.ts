import { collectors } from "../collectors/all.ts";
import { describe, isNegatable, type Option, optionsOf } from "../config/options.ts";
import { configSchema } from "../config/schema.ts";
import { suggest } from "../config/suggest.ts";
import { type Command, command } from "./command.ts";
import { exit, printErrors } from "./io.ts";
import { type CompletionFlag, shells } from "./shells.ts";
import { program, summaries } from "./summaries.ts";

const names = Object.keys(shells);

function completionFlags(options: readonly Option[]): CompletionFlag[] {
  return options.flatMap((option): CompletionFlag[] => {
    const { flag, kind, isFile, values = isFile ? "file" : "text" } = option;
    const names = isNegatable(option) ? [`--${flag}`, `--no-${flag}`] : [`--${flag}`];
    return names.map((name) => ({ name, description: describe(option), value: kind === "boolean" ? "none" : values }));
  });
}

/** Creates the command that prints a completion script for all commands. */
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
    hasShortHelp: true,
    run: async (io, _config, { operands: [shell] }) => {
      if (shell === undefined) return printErrors(io, [`SHELL is missing; allowed: ${names.join(", ")}`]);
      const script = Object.hasOwn(shells, shell) && shells[shell];
      if (!script) return printErrors(io, [`${shell}: unknown shell; ${suggest(shell, { names })}`]);
      const commands = await Promise.all(load.map((one) => one()));
      io.out(
        script({
          commands: commands.map(({ name, words, flags }) => ({
            name,
            summary: summaries[name],
            words,
            flags: completionFlags(flags),
          })),
          settings: completionFlags(optionsOf(configSchema(collectors))),
        }),
      );
      return exit.ok;
    },
  });
