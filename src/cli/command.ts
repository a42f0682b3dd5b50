/** The common part of all commands: flags, help, and the configuration's mistakes. */
import * as z from "zod";
import { collectors } from "../collectors/all.ts";
import { readArguments } from "../config/arguments.ts";
import { type LoadResult, loadConfig } from "../config/load.ts";
import { type Option, optionsOf, ownFlagsOf } from "../config/options.ts";
import { type Config, configSchema } from "../config/schema.ts";
import { helpOf, type Topic } from "./help.ts";
import { type Exit, exit, type Io, printErrors } from "./io.ts";

type CommandDefinition<F extends z.ZodRawShape> = Topic<F> & {
  /** The values that its first operand can have, where they form a list. */
  readonly words?: readonly string[];
  /** SIGHUP reloads its configuration. It ends other commands. */
  readonly isReloadable?: true;
  /** Returns the exit code. `load` loads the configuration again from the same sources. */
  readonly run: (io: Io, config: Config, rest: Rest<F>, load: () => Promise<LoadResult>) => Promise<Exit>;
};
type Rest<F extends z.ZodRawShape> = Pick<ReturnType<typeof readArguments<F>>, "flags" | "operands">;

/** A command that hides the types of its flags. */
export type Command = Pick<Topic, "name"> & {
  readonly flags: readonly Option[];
  readonly words: readonly string[];
  readonly run: (io: Io, argv: readonly string[]) => Promise<Exit>;
};

const helpFlags = {
  help: z.boolean().optional().meta({ short: "h", description: "Show this help." }),
  "help-all": z.boolean().optional().describe("Show this help with all settings."),
};

/** A command that prints its help where that is asked for, and otherwise runs with a valid configuration. */
export function command<F extends z.ZodRawShape>(definition: CommandDefinition<F>): Command {
  const flags = { ...definition.flags, ...helpFlags };
  const topic: Topic = { ...definition, flags };
  const { name, words = [] } = definition;
  return {
    name,
    flags: ownFlagsOf(z.object(flags)),
    words,
    async run(io, argv) {
      const line = readArguments(argv, optionsOf(configSchema(collectors)), topic);
      const { help, "help-all": all = false } = line.flags as z.output<z.ZodObject<typeof helpFlags>>;
      if (help || all) {
        io.out(helpOf(topic, line.operands, { collectors, all }));
        return exit.ok;
      }
      const load = () => loadConfig({ line, env: io.env, collectors });
      const loaded = await load();
      if (!loaded.ok) return printErrors(io, loaded.errors);
      if (!definition.isReloadable) io.onReload(io.end);
      return definition.run(io, loaded.config, line as unknown as Rest<F>, load);
    },
  };
}
