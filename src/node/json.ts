type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** Digits of 2^64 - 1. Converting a longer integer takes time that grows with the square of its length. */
const maxDigits = 20;
/** An integer that cannot be read exactly. */
export class IntegerError extends Error {
  override readonly name = "IntegerError";
}
const isLonger = (source: string) => source.replace("-", "").length > maxDigits;

/** Calls `refuse` for an integer that has too many digits to be read exactly. */
const exactly =
  (refuse: () => void): Reviver =>
  (_key, value, { source }) => {
    if (typeof value !== "number" || Number.isSafeInteger(value) || !source || !/^-?\d+$/.test(source)) return value;
    if (!isLonger(source)) return BigInt(source);
    refuse();
    return value;
  };

const parse = (text: string, needsReviver: RegExp, reviver: Reviver): unknown =>
  // the third argument of a reviver is not in TypeScript's library yet
  JSON.parse(text, needsReviver.test(text) ? (reviver as (key: string, value: unknown) => unknown) : undefined);

/** JSON.parse, with integers beyond 2^53 as bigint. One of more than 20 digits stays as JSON.parse rounds it.
 *  The reviver costs five times the parse: only where such a number is. */
export const parseJson = (text: string): unknown =>
  parse(
    text,
    /(?:^|[[:,])\s*-?\d{16,20}(?!\d)/,
    exactly(() => {}),
  );

/** parseJson, which throws an IntegerError for an integer that it would round. */
export const parseJsonExactly = (text: string): unknown =>
  parse(
    text,
    /(?:^|[[:,])\s*-?\d{16}/,
    exactly(() => {
      throw new IntegerError(`an integer of more than ${maxDigits} digits`);
    }),
  );

// not in TypeScript's library yet
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

const escaped = (character: string) =>
  character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The way back, indented; with 0 on one line. Characters that act on a terminal are escaped. */
export const formatJson = (value: unknown, indent = 2): string =>
  JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? rawJSON(String(part)) : part), indent).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => (character === "\n" ? character : escaped(character)), // JSON has line breaks between values only
  );
