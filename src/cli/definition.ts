/** What a command is made from. */
import type { CommandFlags, Rest, Syntax } from "../config/arguments.ts";
import type { Loaded } from "../config/load.ts";
import type { Config } from "../config/schema.ts";
import type { Exit, Io } from "./io.ts";
import type { CommandName } from "./summaries.ts";

export type CommandDefinition<F extends CommandFlags> = Syntax<F> & {
  readonly name: CommandName;
  readonly examples: readonly string[];
  /** Further help. */
  readonly more?: (operands: readonly string[]) => string;
  /** Without the list of the configuration's flags in its help. */
  readonly shortHelp?: true;
  /** `load` reads the configuration anew, from the same sources. */
  readonly run: (io: Io, config: Config, rest: Rest<F>, load: () => Promise<Loaded>) => Promise<Exit>;
};
