type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** Digits of 2^64 - 1. Converting 31 MB of digits, as a hostile node can send, would stall the exporter for 7 seconds. */
const maxDigits = 20;

/** JSON.parse with integers beyond 2^53 as bigint. Integers of more than 20 digits stay rounded; `onRounded` is called for them. */
export function parseJson(text: string, onRounded = () => {}): unknown {
  if (!/(?:^|[[:,])\s*-?\d{16}/.test(text)) return JSON.parse(text); // a reviver takes five times as long
  const reviver: Reviver = (_key, value, { source }) => {
    if (typeof value !== "number" || Number.isSafeInteger(value) || !source || !/^-?\d+$/.test(source)) return value;
    if (source.replace("-", "").length <= maxDigits) return BigInt(source);
    onRounded();
    return value;
  };
  // the third argument of a reviver is not in TypeScript's library yet
  return JSON.parse(text, reviver as (key: string, value: unknown) => unknown);
}

// not in TypeScript's library yet
const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };

const escaped = (character: string) =>
  character.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Returns JSON with bigint as integers, on one line if `indent` is 0. Terminal control characters are escaped. */
export const formatJson = (value: unknown, indent = 2): string =>
  JSON.stringify(value, (_key, part) => (typeof part === "bigint" ? rawJSON(String(part)) : part), indent).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => (character === "\n" ? character : escaped(character)), // JSON has line breaks between values only
  );
