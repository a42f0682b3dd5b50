/** Common part of all commands: parses flags, prints help and configuration errors. */
import * as z from "zod";
import { collectors } from "../collectors/all.ts";
import { readArguments } from "../config/arguments.ts";
import { type LoadResult, loadConfig } from "../config/load.ts";
import { type Option, optionsOf, ownFlagsOf } from "../config/options.ts";
import { type Config, configSchema } from "../config/schema.ts";
import { helpOf, type Topic } from "./help.ts";
import { type Exit, exit, type Io, printErrors } from "./io.ts";

type CommandDefinition<F extends z.ZodRawShape> = Topic<F> & {
  /** Allowed values of the first operand, for shell completion. */
  readonly words?: readonly string[];
  /** Whether SIGHUP reloads the configuration. Otherwise SIGHUP ends the command. */
  readonly isReloadable?: true;
  /** Runs the command and returns its exit code. `load` loads the configuration again from the same sources. */
  readonly run: (io: Io, config: Config, rest: Rest<F>, load: () => Promise<LoadResult>) => Promise<Exit>;
};
type Rest<F extends z.ZodRawShape> = Pick<ReturnType<typeof readArguments<F>>, "flags" | "operands">;

/** A command, without the types of its flags. */
export type Command = Pick<Topic, "name"> & {
  readonly flags: readonly Option[];
  readonly words: readonly string[];
  readonly run: (io: Io, argv: readonly string[]) => Promise<Exit>;
};

const helpFlags = {
  help: z.boolean().optional().meta({ short: "h", description: "Show this help." }),
  "help-all": z.boolean().optional().describe("Show this help with all settings."),
};

/** Creates a command. It prints its help on --help, and otherwise runs with a valid configuration. */
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
