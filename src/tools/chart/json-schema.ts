/** JSON schemas of chart values. */
export type Schema = { readonly [key: string]: unknown };

/** Returns the schema of an object with only these keys. */
export const strict = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  properties,
  additionalProperties: false,
});
