// not in TypeScript's library yet
const { rawJSON } = JSON as unknown as { readonly rawJSON: (text: string) => object };

/** As Go writes it: with the line's end, and with all digits of integers beyond 2^53. */
export const toJson = (value: unknown): string =>
  `${JSON.stringify(value, (_name, member) => (typeof member === "bigint" ? rawJSON(String(member)) : member))}\n`;
