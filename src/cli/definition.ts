/** What a command is made from. */
import type { CommandFlags, Rest } from "../config/arguments.ts";
import type { Config } from "../config/schema.ts";
import type { Exit, Io } from "./io.ts";
import type { CommandName } from "./summaries.ts";

export type CommandDefinition<F extends CommandFlags> = {
  readonly name: CommandName;
  /** What stands after the name, as in `call METHOD [PARAMS]`. */
  readonly operands?: readonly string[];
  /** The configuration file may stand there. */
  readonly takesFile?: true;
  readonly flags: F;
  readonly examples: readonly string[];
  /** Further help. */
  readonly more?: () => string;
  /** Without the list of the configuration's flags in its help. */
  readonly shortHelp?: true;
  readonly run: (io: Io, config: Config, rest: Rest<F>) => Promise<Exit>;
};
