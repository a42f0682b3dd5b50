// not in TypeScript's library yet
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => object };

const withDigits = (_name: string, member: unknown) => (typeof member === "bigint" ? rawJSON(String(member)) : member);

/** Most answers have no such integer, and without a replacer it takes half as long. */
function stringify(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return JSON.stringify(value, withDigits);
  }
}

/** As Go writes it: with the line's end, and with all digits of integers beyond 2^53. */
export const toJson = (value: unknown): string => `${stringify(value)}\n`;

/** A JSON value that is written again as it stands in the text, without its blanks. */
export const verbatim = (text: string): unknown =>
  JSON.parse(text, ((_name: string, value: unknown, { source }: { readonly source?: string }) =>
    source === undefined || value === null ? value : rawJSON(source)) as (name: string, value: unknown) => unknown);
