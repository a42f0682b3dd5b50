/** The common part of all commands: flags, help, and the configuration's mistakes. */
import * as z from "zod";
import { collectors } from "../collectors/all.ts";
import { readArguments } from "../config/arguments.ts";
import { type Loaded, loadConfig, parseFlags } from "../config/load.ts";
import { type Option, optionsOf, ownFlagsOf } from "../config/options.ts";
import { type Config, configSchema } from "../config/schema.ts";
import { helpOf, type Topic } from "./help.ts";
import { type Exit, exit, type Io, refuse } from "./io.ts";

type Definition<F extends z.ZodRawShape> = Topic & {
  /** Its own flags by name, each with a description. */
  readonly flags?: F;
  /** The values that its first operand can have, where they form a list. */
  readonly words?: readonly string[];
  /** SIGHUP reloads its configuration. It ends other commands. */
  readonly isReloadable?: true;
  /** Returns the exit code. `load` loads the configuration again from the same sources. */
  readonly run: (io: Io, config: Config, rest: Rest<F>, load: () => Promise<Loaded>) => Promise<Exit>;
};
type Rest<F extends z.ZodRawShape> = {
  readonly flags: z.output<z.ZodObject<F>>;
  readonly operands: readonly string[];
};

/** A command that hides the types of its flags. */
export type Command = Pick<Topic, "name"> & {
  readonly flags: readonly Option[];
  readonly words: readonly string[];
  readonly run: (io: Io, argv: readonly string[]) => Promise<Exit>;
};

const helpFlags = {
  help: z.boolean().optional().meta({ short: "h", description: "Show this help." }),
  "help-all": z.boolean().optional().describe("Show it with every setting."),
};

/** A command that prints its help where that is asked for, and otherwise runs with a valid configuration. */
export function command<F extends z.ZodRawShape = Record<never, never>>(definition: Definition<F>): Command {
  const schema = z.object({ ...definition.flags, ...helpFlags });
  const own = ownFlagsOf(schema);
  const { name, words = [] } = definition;
  return {
    name,
    flags: own,
    words,
    async run(io, argv) {
      const line = readArguments(argv, [...own, ...optionsOf(configSchema(collectors))], definition);
      const { operands } = line;
      const isGiven = (flag: string) => line.given.some(({ option, value }) => option.flag === flag && value === true);
      const all = isGiven("help-all");
      if (all || isGiven("help")) {
        io.out(helpOf(definition, operands, { flags: own, collectors, all }));
        return exit.ok;
      }
      const { flags, errors } = parseFlags(
        schema,
        line.given.filter(({ option }) => own.includes(option)),
      );
      const given = line.given.filter(({ option }) => !own.includes(option));
      const load = () => loadConfig({ line: { given, errors: [...line.errors, ...errors] }, env: io.env, collectors });
      const loaded = await load();
      if (!loaded.ok) return refuse(io, loaded.errors);
      if (!definition.isReloadable) io.onReload(io.end);
      return definition.run(io, loaded.config, { flags: flags as Rest<F>["flags"], operands }, load);
    },
  };
}
