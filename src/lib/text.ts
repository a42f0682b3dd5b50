/** Numbers, nouns and lists for people. */
import { closestMatch } from "leven";

/** Returns a number with separators between thousands, such as 1,234,567. */
export const formatCount = (count: number | bigint): string => count.toLocaleString("en");

/** Formats 0.8 as "80 %". With `decimals` the number is cut, so that a share below a limit does not look like the limit. Without it, the number is
 *  as exact as it is written in the code. */
export function percent(share: number, decimals?: number): string {
  const exact = Number((100 * share).toPrecision(12));
  return `${decimals === undefined ? exact : (Math.floor(exact * 10 ** decimals) / 10 ** decimals).toFixed(decimals)} %`;
}

/** Returns a number with its noun: "1 block", "1,234 blocks". */
export const pluralize = (count: number | bigint, noun: string): string =>
  `${formatCount(count)} ${noun}${Number(count) === 1 ? "" : "s"}`;

/** Returns "a", "a and b" or "a, b and c". Of a longer list, the first `max` and the number of others. */
export function joinList(items: readonly string[], max = items.length): string {
  const rest = items.length - max;
  if (rest > 1) return `${items.slice(0, max).join(", ")} and ${formatCount(rest)} more`;
  return items.length < 2 ? items.join() : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
}

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the text as a sentence: with a capital letter and a full stop. */
export const sentence = (text: string): string => `${capitalize(text)}.`;

const maxWidth = 100;

/** Breaks a text at blanks into lines of at most `room` characters; a longer word has its own line. */
const wrap = (text: string, room: number) => text.match(new RegExp(`[^ ].{0,${room - 1}}(?= |$)|[^ ]+`, "g")) ?? [""];

/** Formats rows as two columns, at most 100 characters wide in total. */
export function formatColumns(rows: readonly (readonly [left: string, right: string])[]): string {
  const left = 2 + Math.max(0, ...rows.map(([text]) => text.length)) + 2;
  return rows
    .flatMap(([name, text]) =>
      wrap(text, maxWidth - left).map((line, at) => `${(at === 0 ? `  ${name}` : "").padEnd(left)}${line}`),
    )
    .join("\n");
}

type Options = {
  readonly names: readonly string[];
  /** Text if no name is similar; by default the list of names. */
  readonly otherwise?: string;
  readonly show?: (name: string) => string;
};

/** Returns the closest match for an unknown name, or the list of allowed names. A match differs by at most a third of the
 *  text after the section, because many names have the same section: --collector.fooo is not similar to --collector.node. */
export function suggest(name: string, { names, otherwise, show = (text) => text }: Options): string {
  const { length } = name.replace(/^-*[A-Za-z-]+[._]|^-+/, "");
  const isShort = name.replace(/^-+/, "").length < 3;
  const near = isShort ? undefined : closestMatch(name, names, { maxDistance: Math.max(2, Math.floor(length / 3)) });
  if (near !== undefined) return `did you mean ${show(near)}?`;
  return otherwise ?? `allowed: ${names.map(show).join(", ")}`;
}
