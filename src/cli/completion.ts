import { collectors } from "../collectors/all.ts";
import { optionsOf } from "../config/options.ts";
import { configSchema } from "../config/schema.ts";
import { suggest } from "../config/suggest.ts";
import { type Command, command } from "./command.ts";
import { exit, printErrors } from "./io.ts";
import { shells } from "./shells.ts";
import { program } from "./summaries.ts";

const names = Object.keys(shells);

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
    run: async (io, _config, { operands: [shell] }) => {
      if (shell === undefined) return printErrors(io, [`SHELL is missing; allowed: ${names.join(", ")}`]);
      const script = Object.hasOwn(shells, shell) && shells[shell];
      if (!script) return printErrors(io, [`${shell}: unknown shell; ${suggest(shell, { names })}`]);
      const commands = await Promise.all(load.map((one) => one()));
      io.out(script({ commands, settings: optionsOf(configSchema(collectors)) }));
      return exit.ok;
    },
  });
