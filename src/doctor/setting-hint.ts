/** Formats a suggested setting as a flag or as a line of the file. */
import type { Collector } from "../collectors/collector.ts";
import { optionsOf } from "../config/options.ts";
import { configSchema } from "../config/schema.ts";
import { formatPath } from "../config/schema-walk.ts";

/** Formats a setting, given the name of its flag without hyphens. */
export type FormatSetting = (flag: string, value: string | boolean) => string;

const asFlag: FormatSetting = (flag, value) => {
  if (typeof value === "boolean") return `\`--${value ? "" : "no-"}${flag}\``;
  return `\`--${flag} ${value}\``;
};

/** Creates the formatters of the nodes. The node of node.url, whose name is empty, has flags. Any other node has its own
 *  sections of the file, which `own` lists. */
export function createFormatSetting(collectors: readonly Collector[]) {
  const options = optionsOf(configSchema(collectors));
  return (name: string, own: ReadonlySet<string>): FormatSetting =>
    (flag, value) => {
      const option = options.find((one) => one.flag === flag);
      const [section = "", ...rest] = option?.path ?? [];
      if (name === "" || !option || !own.has(String(section))) return asFlag(flag, value);
      const key = formatPath(["nodes", name, ...(section === "node" ? [] : [section]), ...rest]);
      const text = option.kind === "list" ? `[${String(value).replaceAll(",", ", ")}]` : String(value);
      return `\`${key}: ${text}\` in the file`;
    };
}
