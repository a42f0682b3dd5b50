/** Numbers, nouns, lists, columns, names, versions and JSON as text. */
import { closestMatch } from "leven";

/** Returns a number with separators between thousands, such as 1,234,567. */
export const formatCount = (count: number | bigint): string => count.toLocaleString("en");

/** Formats 0.8 as "80 %". With `decimals` the number is cut, so that a share below a limit does not look like the limit. Without it, the number is
 *  as exact as it is written in the code. */
export function percent(share: number, decimals?: number): string {
  const exact = Number((100 * share).toPrecision(12));
  return `${decimals === undefined ? exact : (Math.floor(exact * 10 ** decimals) / 10 ** decimals).toFixed(decimals)} %`;
}

/** Returns the plural of a noun: "blocks", "addresses". */
export const pluralOf = (noun: string): string => `${noun}${noun.endsWith("s") ? "es" : "s"}`;

/** Returns a number with its noun: "1 block", "1,234 blocks". */
export const pluralize = (count: number | bigint, noun: string): string =>
  `${formatCount(count)} ${Number(count) === 1 ? noun : pluralOf(noun)}`;

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

/** Returns the version in a text: 1.14.0 in avalanchego/1.14.0. */
export const versionIn = (text: string): string | undefined => /\d+\.\d+\.\d+/.exec(text)?.[0];

/** Returns whether a version such as 1.9.0 is older than another. */
export const isBefore = (version: string, other: string): boolean =>
  version.localeCompare(other, "en", { numeric: true }) < 0;

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
// not in TypeScript's library yet
const { parse, rawJSON } = JSON as unknown as {
  parse: (text: string, reviver: Reviver) => unknown;
  rawJSON: (text: string) => unknown;
};

/** Digits of 2^64 - 1. Converting 31 MB of digits, as a hostile node can send, would stall the exporter for 7 seconds. */
const maxDigits = 20;

/** Parses JSON. Integers beyond 2^53 are bigint; longer ones than 20 digits are objects that `formatJson` writes as they were. */
export function parseJson(text: string): unknown {
  if (!/(?:^|[[:,])\s*-?\d{16}/.test(text)) return JSON.parse(text); // a reviver takes five times as long
  return parse(text, (_key, value, { source = "" }) => {
    if (typeof value !== "number" || Number.isSafeInteger(value) || !/^-?\d+$/.test(source)) return value;
    return source.replace("-", "").length <= maxDigits ? BigInt(source) : rawJSON(source);
  });
}

const escaped = (character: string) =>
  character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Returns JSON with bigint as integers, on one line if `indent` is 0. Terminal control characters are escaped. */
export const formatJson = (value: unknown, indent = 2): string =>
  JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? rawJSON(String(part)) : part), indent).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => (character === "\n" ? character : escaped(character)), // JSON has line breaks between values only
  );
