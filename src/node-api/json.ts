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
