/** Lists of flags for --help. */
import type { Collector } from "../collectors/collector.ts";
import type { CommandFlags } from "./arguments.ts";
import { inGeneral, optionsOf } from "./options.ts";
import { configSchema } from "./schema.ts";

const width = 100;
const placeholders = { boolean: "", number: " N", string: " TEXT" };

function wrap(text: string, room: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= room) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** Two columns, at most 100 wide. */
export function columns(rows: readonly (readonly [left: string, right: string])[]): string {
  const left = 2 + Math.max(0, ...rows.map(([text]) => text.length)) + 2;
  return rows
    .flatMap(([name, text]) =>
      wrap(text, width - left).map((line, at) => `${(at === 0 ? `  ${name}` : "").padEnd(left)}${line}`),
    )
    .join("\n");
}

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
