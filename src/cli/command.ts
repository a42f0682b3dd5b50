/** The common part of all commands: flags, help, and the configuration's mistakes. */
import { collectors } from "../collectors/all.ts";
import { type CommandFlags, type Rest, readArguments } from "../config/arguments.ts";
import { type Loaded, loadConfig } from "../config/load.ts";
import { optionsOf } from "../config/options.ts";
import { type Config, configSchema } from "../config/schema.ts";
import { helpOf, type Topic } from "./help.ts";
import { type Exit, exit, type Io, refuse } from "./io.ts";
import type { CommandName } from "./summaries.ts";

type Definition<F extends CommandFlags> = Topic<F> & {
  /** The values that its first operand can have, where they form a list. */
  readonly words?: readonly string[];
  /** SIGHUP reloads its configuration. It ends other commands. */
  readonly isReloadable?: true;
  /** `load` loads the configuration again from the same sources. */
  readonly run: (io: Io, config: Config, rest: Rest<F>, load: () => Promise<Loaded>) => Promise<Exit>;
};

/** A command that hides the types of its flags. */
export type Command = {
  readonly name: CommandName;
  readonly flags: CommandFlags;
  readonly words: readonly string[];
  readonly run: (io: Io, argv: readonly string[]) => Promise<Exit>;
};

const helpFlags = {
  help: { kind: "boolean", short: "h", description: "Show this help." },
  "help-all": { kind: "boolean", description: "Show it with every setting." },
} as const;

/** A command that prints its help where that is asked for, and otherwise runs with a valid configuration. */
export function command<const F extends CommandFlags>(definition: Definition<F>): Command {
  const flags: CommandFlags = { ...definition.flags, ...helpFlags };
  const topic = { ...definition, flags };
  return {
    name: definition.name,
    flags,
    words: definition.words ?? [],
    async run(io, argv) {
      const line = readArguments(argv, optionsOf(configSchema(collectors)), topic);
      const { help, "help-all": all = false } = line.rest.flags as Rest<typeof helpFlags>["flags"];
      if (help || all) {
        io.out(helpOf(topic, line.rest.operands, { collectors, all }));
        return exit.ok;
      }
      const load = () => loadConfig({ line, env: io.env, collectors });
      const loaded = await load();
      if (!loaded.ok) return refuse(io, loaded.errors);
      if (!definition.isReloadable) io.onReload(io.end);
      return definition.run(io, loaded.config, line.rest as Rest<F>, load);
    },
  };
}
