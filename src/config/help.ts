/** Lists of flags for --help. */
import type { Collector } from "../collectors/collector.ts";
import type { CommandFlags } from "./arguments.ts";
import { columns } from "./columns.ts";
import { inGeneral, type Option, optionsOf } from "./options.ts";
import { configSchema } from "./schema.ts";

const placeholders = { boolean: "", number: " N", string: " TEXT" };

/** The flags of a command. */
export const commandHelp = (flags: CommandFlags): string =>
  columns(
    Object.entries(flags).map(([name, { kind, short, multiple, description }]) => [
      `${short ? `-${short}, ` : ""}--${name}${placeholders[kind]}`,
      multiple ? `${description} May be repeated.` : description,
    ]),
  );

const optionRows = (options: readonly Option[]) =>
  options.map(
    ({ flag, kind, value, fallback, description }) =>
      [
        kind === "boolean" ? `--[no-]${flag}` : `--${flag} ${value}`,
        fallback ? `${description} (default: ${fallback})` : description,
      ] as const,
  );

/** The flags of the configuration that most users need. */
export function usualHelp(collectors: readonly Collector[]): string {
  const options = inGeneral(optionsOf(configSchema(collectors)));
  return [
    `Settings, the usual ones: --help-all tells all ${options.length}.`,
    columns(optionRows(options.filter(({ isUsual }) => isUsual))),
  ].join("\n");
}

/** The flags of the configuration, and the collectors that NAME stands for. */
export function configHelp(collectors: readonly Collector[]): string {
  const options = optionRows(inGeneral(optionsOf(configSchema(collectors))));
  const names = collectors.map(
    ({ name, summary, every, offByDefault }) =>
      [name, `${summary} (every ${every}${offByDefault ? ", off by default" : ""})`] as const,
  );
  return [
    "Settings. --node.url is also the variable AVAX_EXPORTER_NODE_URL, and node.url in the file.",
    columns(options),
    "",
    "Collectors:",
    columns(names),
  ].join("\n");
}
