/** Formats suggested settings. */
import type { Option } from "../config/options.ts";
import { formatPath } from "../config/schema-walk.ts";

/** Formats a suggested setting, given the name of its flag without hyphens. */
export type FormatSetting = (flag: string, value: string | boolean) => string;

/** Creates the formatters of the nodes. Settings without a flag, and those in sections that this node overrides (`own`), are
 *  shown as lines of the file, all others as flags. */
export const createFormatSetting =
  (options: readonly Option[]) =>
  (name: string, own: ReadonlySet<string>): FormatSetting =>
  (flag, value) => {
    const option = options.find((one) => one.flag === flag);
    const [section = "", ...rest] = option?.path ?? [];
    const isOwn = own.has(String(section));
    if (option && (isOwn || option.isFileOnly)) {
      const key = formatPath(isOwn ? ["nodes", name, ...(section === "node" ? [] : [section]), ...rest] : option.path);
      const text = option.kind === "list" ? `[${String(value).replaceAll(",", ", ")}]` : String(value);
      return `\`${key}: ${text}\` in the file`;
    }
    if (typeof value === "boolean") return `\`--${value ? "" : "no-"}${flag}\``;
    return `\`--${flag} ${value}\``;
  };
