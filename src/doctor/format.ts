/** Formats numbers, durations, lists and settings for people. */
import type { Option } from "../config/options.ts";
import { formatPath } from "../config/schema-walk.ts";
import { formatCount } from "../lib/format-count.ts";

/** Returns the text as a sentence: with a capital letter and a full stop. */
export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

/** Returns a number with its noun: "one block", "1,234 blocks". */
export const pluralize = (number: number | bigint, noun: string): string =>
  Number(number) === 1 ? `one ${noun}` : `${formatCount(number)} ${noun}s`;

/** Returns "a", "a and b" or "a, b and c". */
export const joinList = (items: readonly string[]): string =>
  items.length < 2 ? items.join() : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;

export function joinFirst(items: readonly string[], max = 5): string {
  const rest = items.length - max;
  return rest > 0 ? `${items.slice(0, max).join(", ")} and ${formatCount(rest)} more` : joinList(items);
}

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;
/** Returns a duration in its largest unit of which there are two or more. */
export function humanizeDuration(seconds: number): string {
  const [unit, size] = units.find(([, size]) => seconds >= 2 * size) ?? ["second", 1];
  return pluralize(Math.round(seconds / size), unit);
}

export const formatLatency = (seconds: number): string =>
  seconds < 0.0005 ? "less than 1 ms" : seconds < 1 ? `${Math.round(seconds * 1000)} ms` : `${seconds.toFixed(1)} s`;

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
