/** The configuration as a table of the README. Pure. */
import type { Collector } from "../collectors/collector.ts";
import { configFile, entriesOf, inGeneral, variableOf } from "../config/options.ts";
import { configSchema } from "../config/schema.ts";
import { dotted } from "../config/walk.ts";

const code = (text: string) => (text === "" ? "" : `\`${text}\``);
const row = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;

export function configTable(collectors: readonly Collector[]): string {
  const entries = inGeneral([configFile, ...entriesOf(configSchema(collectors))]);
  const rows = entries.map(({ path, kind, flag, fallback, description }) => [
    flag === undefined ? "" : code(`--${flag}`) + (kind === "boolean" ? `, ${code(`--no-${flag}`)}` : ""),
    code(dotted(path)),
    flag === undefined ? "" : code(variableOf(flag)),
    code(fallback),
    description,
  ]);
  const head = ["Flag", "Key in the file", "Environment variable", "Default", "Meaning"];
  return [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n");
}
