/** The table of settings. */
import type { Collector } from "../../src/collectors/collector.ts";
import { collapseCollectors, configFile, entriesOf, variableOf } from "../../src/config/options.ts";
import { configSchema } from "../../src/config/schema.ts";
import { formatPath } from "../../src/config/schema-walk.ts";
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
