/** Lists of flags for --help. */
import type { Collector } from "../collectors/collector.ts";
import type { CommandFlags } from "./arguments.ts";
import { columns } from "./columns.ts";
import { inGeneral, optionsOf } from "./options.ts";
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

/** The flags of the configuration, and the collectors that NAME stands for. */
export function configHelp(collectors: readonly Collector[]): string {
  const options = inGeneral(optionsOf(configSchema(collectors))).map(
    ({ flag, kind, value, fallback, description }) =>
      [
        kind === "boolean" ? `--[no-]${flag}` : `--${flag} ${value}`,
        fallback ? `${description} (default: ${fallback})` : description,
      ] as const,
  );
  const names = collectors.map(
    ({ name, summary, every, offByDefault }) =>
      [name, `${summary} (every ${every}${offByDefault ? ", off by default" : ""})`] as const,
  );
  return [
    "Configuration. --node.url is also the variable AVAX_EXPORTER_NODE_URL, and node.url in the file.",
    columns(options),
    "",
    "Collectors:",
    columns(names),
  ].join("\n");
}
