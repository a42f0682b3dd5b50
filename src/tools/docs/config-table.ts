/** The table of settings. */
import { collapseCollectors, configFile, entriesOf, variableOf } from "../../app/config/options.ts";
import { configSchema } from "../../app/config/schema.ts";
import { formatPath } from "../../app/config/schema-walk.ts";
import type { Collector } from "../../engine/collector.ts";
import { code, table } from "./markdown.ts";

export function configTable(collectors: readonly Collector[]): string {
  const entries = collapseCollectors([configFile, ...entriesOf(configSchema(collectors))]);
  const rows = entries.map(({ path, kind, flag, isFileOnly, defaultText, description }) => [
    isFileOnly ? "" : code(`--${flag}`) + (kind === "boolean" ? `, ${code(`--no-${flag}`)}` : ""),
    code(formatPath(path)),
    isFileOnly ? "" : code(variableOf(flag)),
    code(defaultText),
    description,
  ]);
  return table(["Flag", "Configuration key", "Environment variable", "Default", "Meaning"], rows);
}
