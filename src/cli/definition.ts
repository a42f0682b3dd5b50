/** What a command is made from. */
import type { CommandFlags, Rest, Syntax } from "../config/arguments.ts";
import type { Loaded } from "../config/load.ts";
import type { Config } from "../config/schema.ts";
import type { Exit, Io } from "./io.ts";
import type { CommandName } from "./summaries.ts";

export type CommandDefinition<F extends CommandFlags> = Syntax<F> & {
  readonly name: CommandName;
  readonly examples: readonly string[];
  /** Further help; `all`: at length. */
  readonly more?: (operands: readonly string[], all: boolean) => string;
  /** What its first operand can be, where that is a list. */
  readonly words?: readonly string[];
  /** Its short help tells no settings. */
  readonly shortHelp?: true;
  /** SIGHUP reloads its configuration. It ends other commands. */
  readonly isReloadable?: true;
  /** `load` reads the configuration anew, from the same sources. */
  readonly run: (io: Io, config: Config, rest: Rest<F>, load: () => Promise<Loaded>) => Promise<Exit>;
};
