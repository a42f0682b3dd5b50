/** Tables of the command line: commands and settings. */
import { summaries } from "../../app/cli/usage.ts";
import { collapseCollectors, configFile, entriesOf } from "../../app/config/options.ts";
import { configSchema } from "../../app/config/schema.ts";
import type { Collector } from "../../collectors/collector.ts";
import { formatPath } from "../../lib/schema.ts";
import { code, table } from "./markdown.ts";

export const commandTable = (): string =>
  table(
    ["Command", "Description"],
    Object.entries(summaries).map(([name, summary]) => [code(name), summary]),
  );

export function configTable(collectors: readonly Collector[]): string {
  const entries = collapseCollectors([configFile, ...entriesOf(configSchema(collectors))]);
  const rows = entries.map(({ path, kind, flag, isFileOnly, defaultText, description }) => [
    isFileOnly ? "" : code(`--${flag}`) + (kind === "boolean" ? `, ${code(`--no-${flag}`)}` : ""),
    code(formatPath(path)),
    code(defaultText),
    description,
  ]);
  return table(["Flag", "Configuration key", "Default", "Meaning"], rows);
}
