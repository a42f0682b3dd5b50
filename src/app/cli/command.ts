/** Common part of all commands: parses flags, prints help and configuration errors, selects the node. */
import * as z from "zod";
import { collectors } from "../../collectors/all.ts";
import type { Collector } from "../../collectors/collector.ts";
import { showUrl } from "../../lib/redaction.ts";
import { formatPath } from "../../lib/schema.ts";
import { formatColumns, joinList, suggest } from "../../lib/text.ts";
import { type LoadResult, loadConfig } from "../config/load.ts";
import * as o from "../config/options.ts";
import { readArguments, type Syntax } from "../config/overrides.ts";
import { type Config, configSchema, type Defaults } from "../config/schema.ts";
import { type NodeConfig, nodesOf } from "../plan.ts";
import { CommandError, type ExitCode, exitCodes, type Io, printErrors, UsageError } from "./io.ts";
import { type CommandName, programName, summaries } from "./usage.ts";

/** Schema of the configuration, all its settings, and those that have a flag. */
export const schema = configSchema(collectors);
export const allSettings = o.entriesOf(schema);
export const settings = o.optionsOf(schema);

type Arguments<F extends z.ZodRawShape> = Pick<ReturnType<typeof readArguments<F>>, "flags" | "operands"> & {
  /** Whether a configuration file is in use. */
  readonly hasFile: boolean;
};
type CommandDefinition<F extends z.ZodRawShape> = Pick<Syntax<F>, "flags" | "operands" | "takesFile"> & {
  readonly name: CommandName;
  readonly examples: readonly string[];
  /** Returns whether the command uses a setting. `key` is its key in the configuration file, and empty for --config.file.
   *  A command without settings does not read the environment. */
  readonly uses: (key: string) => boolean;
  readonly defaults?: Defaults;
  /** Returns the beginning of the help; by default the summary. */
  readonly about?: (operands: readonly string[]) => string | undefined;
  /** Part of the help after the flags. */
  readonly details?: string;
  /** Allowed values of the first operand, for shell completion. */
  readonly operandValues?: readonly string[];
  /** Whether SIGHUP reloads the configuration. Otherwise SIGHUP ends the command. */
  readonly isReloadable?: true;
  /** Runs the command and returns its exit code. `load` loads the configuration again from the same sources. */
  readonly run: (io: Io, config: Config, given: Arguments<F>, load: () => Promise<LoadResult>) => Promise<ExitCode>;
};

/** Returns a flag as the help shows it: with its negation and its placeholder. */
export function flagSyntax(option: o.Option): string {
  const { flag, placeholder } = option;
  const name = `--${o.isNegatable(option) ? "[no-]" : ""}${flag}`;
  return placeholder ? `${name} ${placeholder}` : name;
}

export const flagHelp = (options: readonly o.Option[]): string =>
  formatColumns(options.map((option) => [flagSyntax(option), o.describe(option)]));

/** Formats the settings that have a flag, and the collectors if they have one. */
export function configHelp(collectors: readonly Collector[], settings: readonly o.Option[]): string {
  const options = o.collapseCollectors(settings.filter(({ isFileOnly }) => !isFileOnly));
  const last = options.at(-1);
  if (!last) return "";
  const title = `Settings. --${last.flag} is also ${o.variableOf(last.flag)} in the environment
and ${formatPath(last.path)} in the configuration file.`;
  const parts = [`${title}\n${flagHelp(options)}`];
  const names = collectors.map(
    ({ name, summary, interval, disabledByDefault }) =>
      [name, `${summary} (every ${interval}${disabledByDefault ? ", disabled by default" : ""})`] as const,
  );
  if (options.some(({ collector }) => collector)) parts.push(`Collectors:\n${formatColumns(names)}`);
  return parts.join("\n\n");
}

/** Returns the key of a configuration file for a flag with its value, such as "--watch.subnet-id ID". */
export function keyOf(flagWithValue: string): string {
  const [, no, flag = "", value = String(no === undefined)] = /^--(no-)?(\S+)(?: (.+))?$/.exec(flagWithValue) ?? [];
  const option = settings.find((one) => one.flag === flag);
  return option ? `${formatPath(option.path)}: ${option.kind === "list" ? `[${value}]` : value}` : flagWithValue;
}

/** Flag of commands that can use one of `nodes`. */
export const targetFlag = z.string().optional().meta({
  placeholder: "NAME",
  description: "Use this one of nodes in the configuration file, with its credentials and settings.",
});

/** Returns an error for each flag of `node`, if the command uses one of `nodes`. */
function conflictsWithTarget({ flags, overrides }: ReturnType<typeof readArguments>): string[] {
  if (!("target" in flags) || flags["target"] === undefined) return [];
  const ofNode = overrides.filter(({ option }) => option.path[0] === "node");
  return ofNode.map(
    ({ label }) => `${label}: cannot be combined with --target; change the node in the configuration file`,
  );
}

/** Returns the node with the name. Without a name, returns `node`, or the only one of `nodes`. Otherwise throws a usage error. */
export function selectNode(config: Config, name: string | undefined): NodeConfig {
  const all = nodesOf(config);
  const names = Object.keys(config.nodes);
  if (name === undefined) {
    const [first] = all;
    if (first && (first.settings.name === "" || all.length === 1)) return first;
    throw new UsageError(`several nodes are configured; choose one with --target: ${names.join(", ")}`);
  }
  if (names.length === 0)
    throw new UsageError("--target: the configuration has no nodes; set nodes in the configuration file");
  const found = names.includes(name) && all.find(({ settings }) => settings.name === name);
  if (!found) throw new UsageError(`--target: unknown node "${name}"; ${suggest(name, { names })}`);
  return found;
}

/** Returns the addresses of nodes for a message, at most three. */
export const urlsOf = (nodes: readonly NodeConfig[]): string =>
  joinList(
    nodes.map(({ node: { url } }) => showUrl(url)),
    3,
  );

const helpFlags = { help: z.boolean().optional().describe("Show this help (also -h).") };

const commandLine = (...parts: readonly (string | false | undefined)[]) =>
  [programName, ...parts].filter(Boolean).join(" ");

/** Creates a command. It prints its help on --help, and otherwise runs with a valid configuration. */
export function command<F extends z.ZodRawShape>(definition: CommandDefinition<F>) {
  const { name, operands = [], operandValues = [], takesFile, uses, defaults, about, details } = definition;
  const shape = { ...definition.flags, ...helpFlags };
  const flags = o.ownFlagsOf(z.object(shape));
  const usage = commandLine(name, ...operands, takesFile && "[FILE]", "[FLAGS]");
  const examples = definition.examples.map((example) => commandLine(name !== "serve" && name, example));
  const isUsed = ({ path }: o.Option) => uses(formatPath(path));

  function helpFor(given: readonly string[], settings: readonly o.Option[]): string {
    const parts = [
      about?.(given) ?? summaries[name],
      `Usage: ${usage}`,
      ["Examples:", ...examples].join("\n  "),
      `Flags:\n${flagHelp(flags)}`,
      details,
      configHelp(collectors, settings),
    ];
    return `${parts.filter(Boolean).join("\n\n")}\n`;
  }
  return {
    name,
    usage,
    examples,
    details,
    flags,
    operandValues,
    isUsed,
    async run(io: Io, argv: readonly string[]): Promise<ExitCode> {
      const ownSchema = defaults ? configSchema(collectors, defaults) : schema;
      const used = [o.configFile, ...o.entriesOf(ownSchema)].filter(isUsed);
      const line = readArguments(argv, used, { ...definition, flags: shape, help: commandLine(name, "--help") });
      const { help } = line.flags as z.output<z.ZodObject<typeof helpFlags>>;
      if (help) {
        io.out(helpFor(line.operands, used));
        return exitCodes.ok;
      }
      const errors = [...line.errors, ...conflictsWithTarget(line)];
      const env = used.length === 0 ? {} : io.env;
      const load = () => loadConfig({ arguments: { ...line, errors }, env, schema: ownSchema });
      const loaded = await load();
      if (!loaded.ok) return printErrors(io, loaded.errors);
      if (!definition.isReloadable) io.onReload(io.end);
      try {
        return await definition.run(
          io,
          loaded.config,
          { ...line, hasFile: loaded.hasFile } as unknown as Arguments<F>,
          load,
        );
      } catch (error) {
        if (io.stop.aborted && error === io.stop.reason) return exitCodes.failed;
        if (error instanceof UsageError) return printErrors(io, [error.message]);
        if (error instanceof CommandError) return printErrors(io, [error.message], exitCodes.failed);
        throw error;
      }
    },
  };
}
export type Command = ReturnType<typeof command>;
