import * as z from "zod";
import type { Collector } from "../collectors/collector.ts";
import type { Syntax } from "../config/arguments.ts";
import { columns } from "../config/columns.ts";
import { collapseCollectors, describe, isNegatable, type Option, optionsOf, ownFlagsOf } from "../config/options.ts";
import { configSchema } from "../config/schema.ts";
import { type CommandName, program, summaries } from "./summaries.ts";

export type Topic<F extends z.ZodRawShape = z.ZodRawShape> = Syntax<F> & {
  readonly name: CommandName;
  readonly examples: readonly string[];
  /** Returns additional help; `all` is true for --help-all. */
  readonly more?: (operands: readonly string[], all: boolean) => string;
  readonly listsSettings?: true;
};

export const flagHelp = (options: readonly Option[]): string =>
  columns(
    options.map((option) => {
      const { flag, short, value } = option;
      const name = `${short ? `-${short}, ` : ""}--${isNegatable(option) ? "[no-]" : ""}${flag}`;
      return [value ? `${name} ${value}` : name, describe(option)];
    }),
  );

/** Formats the flags of the configuration: all of them and the collectors, or only the common ones. */
export function configHelp(collectors: readonly Collector[], all: boolean): string {
  const options = collapseCollectors(optionsOf(configSchema(collectors)));
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

export function helpOf(
  { name, flags = {}, operands = [], takesFile, examples, more, listsSettings }: Topic,
  given: readonly string[],
  { collectors, all }: { readonly collectors: readonly Collector[]; readonly all: boolean },
): string {
  const words = (...parts: (string | false | undefined)[]) => [program, ...parts].filter(Boolean).join(" ");
  const parts = [
    summaries[name],
    `Usage: ${words(name, ...operands, takesFile && "[FILE]", "[FLAGS]")}`,
    `Examples:\n${examples.map((example) => `  ${words(name !== "serve" && name, example)}`).join("\n")}`,
    `Flags:\n${flagHelp(ownFlagsOf(z.object(flags)))}`,
    ...(more ? [more(given, all)] : []),
    ...(all || listsSettings ? [configHelp(collectors, all)] : []),
  ];
  return `${parts.join("\n\n")}\n`;
}
