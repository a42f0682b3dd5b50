/** Reading a schema as data. Flags, documentation, masking and the checks of files all derive from its `meta`. */
import * as z from "zod";

type Meta = {
  /** Its name without the two hyphens; its environment variable is derived. */
  readonly flag?: string;
  /** One letter, for a single hyphen. */
  readonly short?: string;
  readonly description?: string;
  /** One of the few that most users need: the short help tells it. */
  readonly usual?: true;
  /** What stands for the value in the help, such as DURATION. */
  readonly value?: string;
  /** What stands in the documentation in place of the default. */
  readonly fallback?: string;
  /** The collector that it is about. */
  readonly collector?: string;
  /** Never printed. */
  readonly secret?: true;
  /** A URL of which only the origin is printed: its path can hold a key. */
  readonly secretPath?: true;
  /** The name of a file that must be readable. */
  readonly file?: true;
};
export type Path = readonly PropertyKey[];
export type PlainObject = Readonly<Record<string, unknown>>;

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

type Unwrapped = { readonly inner: z.ZodType; readonly meta: Meta; readonly fallback: unknown };

/** The schema within defaults and codecs, and what all of them say together. */
export function unwrap(schema: z.ZodType): Unwrapped {
  const meta = (schema.meta() ?? {}) as Meta;
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) {
    const within = unwrap(schema.unwrap() as z.ZodType);
    return { ...within, meta: { ...within.meta, ...meta }, fallback: schema.def.defaultValue };
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional || schema instanceof z.ZodPipe) {
    const within = unwrap((schema instanceof z.ZodPipe ? schema.in : schema.unwrap()) as z.ZodType);
    return { ...within, meta: { ...within.meta, ...meta } };
  }
  return { inner: schema, meta, fallback: undefined };
}

/** The keys that a schema names, and their schemas. */
export function members(schema: z.ZodType): Readonly<Record<string, z.ZodType>> {
  const { inner } = unwrap(schema);
  if (inner instanceof z.ZodObject) return inner.shape;
  if (!(inner instanceof z.ZodUnion)) return {};
  return Object.assign({}, ...inner.options.map((option) => members(option as z.ZodType)));
}

function child(schema: z.ZodType, key: PropertyKey): z.ZodType | undefined {
  const { inner } = unwrap(schema);
  if (inner instanceof z.ZodArray) return inner.element as z.ZodType;
  if (inner instanceof z.ZodRecord) return inner.valueType as z.ZodType;
  const named = members(inner);
  return Object.hasOwn(named, key) ? named[String(key)] : undefined;
}

export const schemaAt = (schema: z.ZodType, path: Path): z.ZodType | undefined =>
  path.reduce<z.ZodType | undefined>((at, key) => at && child(at, key), schema);

export type Leaf = { readonly path: Path; readonly value: unknown; readonly meta: Meta };

/** A copy in which `visit` has replaced each value that the schema knows. Values need not be valid. */
export function mapLeaves(schema: z.ZodType, value: unknown, visit: (leaf: Leaf) => unknown, path: Path = []): unknown {
  const within = (member: unknown, key: PropertyKey) => {
    const known = child(schema, key);
    return known ? mapLeaves(known, member, visit, [...path, key]) : member;
  };
  if (Array.isArray(value)) return value.map(within);
  if (isPlainObject(value)) return Object.fromEntries(Object.entries(value).map(([key, of]) => [key, within(of, key)]));
  return visit({ path, value, meta: unwrap(schema).meta });
}

/** A key without a value is as good as none, where there is such a key. */
export function withoutNulls(schema: z.ZodType | undefined, value: unknown): unknown {
  const known = (key: PropertyKey) => schema && child(schema, key);
  if (Array.isArray(value)) return value.map((item, i) => withoutNulls(known(i), item));
  if (!isPlainObject(value)) return value;
  const given = Object.entries(value).filter(([key, member]) => member !== null || !known(key));
  return Object.fromEntries(given.map(([key, member]) => [key, withoutNulls(known(key), member)]));
}

/** As one writes it: watch.node_ids[0]. */
export const formatPath = (path: Path) =>
  path.map((key, at) => (typeof key === "number" ? `[${key}]` : `${at > 0 ? "." : ""}${String(key)}`)).join("");
