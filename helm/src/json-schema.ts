/** JSON schemas, as far as charts need them. */
export type Schema = { readonly [key: string]: unknown };

/** Of a mapping with these keys and no others. */
export const strict = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  properties,
  additionalProperties: false,
});
