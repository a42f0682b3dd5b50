/** Common part of all commands: parses flags, prints help and configuration errors. */
import * as z from "zod";
import { collectors } from "../collectors/all.ts";
import type { Collector } from "../collectors/collector.ts";
import { readArguments, type Syntax } from "../config/arguments.ts";
import { type LoadResult, loadConfig } from "../config/load.ts";
import { collapseCollectors, describe, isNegatable, type Option, optionsOf, ownFlagsOf } from "../config/options.ts";
import { type Config, configSchema } from "../config/schema.ts";
import { columns } from "../lib/text-table.ts";
import { type Exit, exit, type Io, printErrors } from "./io.ts";
import { type CommandName, program, summaries } from "./usage.ts";

/** Schema of the configuration, and its settings that have a flag. */
export const schema = configSchema(collectors);
export const settings = optionsOf(schema);

type Definition<F extends z.ZodRawShape> = Syntax<F> & {
  readonly name: CommandName;
  readonly examples: readonly string[];
  /** Returns additional help; `all` is true for --help-all. */
  readonly more?: (operands: readonly string[], all: boolean) => string;
  readonly listsSettings?: true;
  /** Allowed values of the first operand, for shell completion. */
  readonly words?: readonly string[];
  /** Whether SIGHUP reloads the configuration. Otherwise SIGHUP ends the command. */
  readonly isReloadable?: true;
  /** Runs the command and returns its exit code. `load` loads the configuration again from the same sources. */
  readonly run: (io: Io, config: Config, rest: Rest<F>, load: () => Promise<LoadResult>) => Promise<Exit>;
};
type Rest<F extends z.ZodRawShape> = Pick<ReturnType<typeof readArguments<F>>, "flags" | "operands">;

export const flagHelp = (options: readonly Option[]): string =>
  columns(
    options.map((option) => {
      const { flag, short, value } = option;
      const name = `${short ? `-${short}, ` : ""}--${isNegatable(option) ? "[no-]" : ""}${flag}`;
      return [value ? `${name} ${value}` : name, describe(option)];
    }),
  );

/** Formats the flags of the configuration: all of them and the collectors, or only the common ones. */
export function configHelp(collectors: readonly Collector[], settings: readonly Option[], all: boolean): string {
  const options = collapseCollectors(settings);
  if (!all) {
    const usual = options.filter(({ isUsual }) => isUsual);
    return `Common settings (use --help-all to list all ${options.length}):\n${flagHelp(usual)}`;
  }
  const names = collectors.map(
    ({ name, summary, interval, disabledByDefault }) =>
      [name, `${summary} (every ${interval}${disabledByDefault ? ", disabled by default" : ""})`] as const,
  );
  return `Settings. --node.url is also AVAX_EXPORTER_NODE_URL in the environment and node.url in the file.
${flagHelp(options)}

Collectors:
${columns(names)}`;
}

function helpOf(
  { name, operands = [], takesFile, examples, more, listsSettings }: Omit<Definition<z.ZodRawShape>, "flags" | "run">,
  flags: readonly Option[],
  given: readonly string[],
  all: boolean,
): string {
  const words = (...parts: (string | false | undefined)[]) => [program, ...parts].filter(Boolean).join(" ");
  const parts = [
    summaries[name],
    `Usage: ${words(name, ...operands, takesFile && "[FILE]", "[FLAGS]")}`,
    `Examples:\n${examples.map((example) => `  ${words(name !== "serve" && name, example)}`).join("\n")}`,
    `Flags:\n${flagHelp(flags)}`,
    ...(more ? [more(given, all)] : []),
    ...(all || listsSettings ? [configHelp(collectors, settings, all)] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}

const helpFlags = {
  help: z.boolean().optional().meta({ short: "h", description: "Show this help." }),
  "help-all": z.boolean().optional().describe("Show this help with all settings."),
};

/** Creates a command. It prints its help on --help, and otherwise runs with a valid configuration. */
export function command<F extends z.ZodRawShape>(definition: Definition<F>) {
  const shape = { ...definition.flags, ...helpFlags };
  const flags = ownFlagsOf(z.object(shape));
  const { name, words = [] } = definition;
  return {
    name,
    flags,
    words,
    async run(io: Io, argv: readonly string[]): Promise<Exit> {
      const line = readArguments(argv, settings, { ...definition, flags: shape });
      const { help, "help-all": all = false } = line.flags as z.output<z.ZodObject<typeof helpFlags>>;
      if (help || all) {
        io.out(helpOf(definition, flags, line.operands, all));
        return exit.ok;
      }
      const load = () => loadConfig({ line, env: io.env, schema });
      const loaded = await load();
      if (!loaded.ok) return printErrors(io, loaded.errors);
      if (!definition.isReloadable) io.onReload(io.end);
      return definition.run(io, loaded.config, line as unknown as Rest<F>, load);
    },
  };
}
export type Command = ReturnType<typeof command>;
