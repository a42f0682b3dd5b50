/** Traverses the zod schema as data. Flags, documentation, masking and file checks are derived from its metadata. */
import * as z from "zod";

export type Meta = {
  /** Name without the two hyphens, if it differs from the key in the file. The environment variable is derived from it. */
  readonly flag?: string | undefined;
  readonly description?: string;
  /** Placeholder of the value in the help, such as DURATION. */
  readonly placeholder?: string;
  /** Documented default, if it differs from the value in the schema. */
  readonly defaultText?: string;
  readonly collector?: string | undefined;
  /** Never printed. */
  readonly secret?: true;
  /** A URL whose path can contain a key. */
  readonly secretPath?: true;
  readonly file?: true;
  /** Only a key of the file. */
  readonly fileOnly?: true;
  /** A reload cannot change it. */
  readonly restart?: true;
  /** Hint about an unknown key of a mapping, with KEY in its place. */
  readonly unknownKey?: string;
};
export type Path = readonly PropertyKey[];
export type PlainObject = Readonly<Record<string, unknown>>;

export const isPlainObject = (value: unknown): value is PlainObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Removes defaults, optionals and codecs. Returns the inner schema, the merged metadata and the default. */
export function unwrap(schema: z.ZodType): { inner: z.ZodType; meta: Meta; defaultValue: unknown } {
  const meta = (schema.meta() ?? {}) as Meta;
  const hasDefault = schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault;
  const isOptional = schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional;
  const isPipe = schema instanceof z.ZodPipe;
  if (!hasDefault && !isOptional && !isPipe) return { inner: schema, meta, defaultValue: undefined };
  const { inner, ...within } = unwrap((isPipe ? schema.in : schema.unwrap()) as z.ZodType);
  const defaultValue = hasDefault ? schema.def.defaultValue : within.defaultValue;
  return { inner, meta: { ...within.meta, ...meta }, defaultValue };
}

/** Returns the schemas of all known keys. For a union these are the keys of all branches. */
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
  path.reduce<z.ZodType | undefined>((parent, key) => parent && child(parent, key), schema);

export type Leaf = { readonly path: Path; readonly value: unknown; readonly meta: Meta };

/** Returns a copy in which `visit` has replaced each known scalar value. Keys for which it returns undefined are left out.
 *  The tree does not have to be valid. */
export function mapLeaves(schema: z.ZodType, value: unknown, visit: (leaf: Leaf) => unknown, path: Path = []): unknown {
  const within = (member: unknown, key: PropertyKey) => {
    const known = child(schema, key);
    return known ? mapLeaves(known, member, visit, [...path, key]) : member;
  };
  if (Array.isArray(value)) return value.map(within);
  if (isPlainObject(value)) {
    const entries = Object.entries(value).map(([key, member]) => [key, within(member, key)] as const);
    return Object.fromEntries(entries.filter(([, member]) => member !== undefined));
  }
  return visit({ path, value, meta: unwrap(schema).meta });
}

/** Returns a copy with the value at the path. A value that should be a mapping is kept: the schema rejects it. */
export function setAt(tree: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  if (tree !== undefined && !isPlainObject(tree)) return tree;
  return { ...tree, [key]: setAt(tree?.[String(key)], rest, value) };
}

/** Formats a path, such as watch.node_ids[0]. */
export const formatPath = (path: Path) =>
  path.map((key, at) => (typeof key === "number" ? `[${key}]` : `${at > 0 ? "." : ""}${String(key)}`)).join("");
