/** Schemas as data: their traversal, the text of validation errors, and values that are written as text. */
import * as z from "zod";
import { formatDuration, maxDurationMs, parseDuration } from "./duration.ts";
import { suggest } from "./text.ts";

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

// Validation errors as text. String values are not repeated, since they can be secrets.

export type ConfigIssue = { readonly path: Path; readonly text: string };

const typeNames: Readonly<Record<string, string>> = {
  string: "text",
  number: "a whole number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "keys and values",
  record: "keys and values",
};

/** Returns the type of a value. The value itself can be a misplaced secret. */
function typeNameOf(input: unknown): string {
  if (typeof input === "object") return Array.isArray(input) ? "a list" : input === null ? "null" : "keys and values";
  return { string: "text", boolean: "true or false" }[typeof input as string] ?? "a number";
}

function typeErrorMessage(expected: string, input: unknown): string {
  const wanted = typeNames[expected] ?? expected;
  if (input === undefined) return "is missing";
  if (wanted === "text" && typeof input !== "object")
    return `expected text, not ${typeNameOf(input)}: put it in quotes`;
  const shown = ["number", "int", "boolean"].includes(expected) && typeof input !== "object";
  return `expected ${wanted}, not ${shown ? JSON.stringify(input) : typeNameOf(input)}`;
}

const isNumeric = (origin: string) => origin === "number" || origin === "int";

/** Returns the message for one zod issue; undefined for the default message. */
export const errorMap: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return typeErrorMessage(issue.expected, issue.input);
    case "invalid_value":
      return `expected ${new Intl.ListFormat("en-GB", { type: "disjunction" }).format(issue.values.map(String))}`;
    case "too_small":
      if (!isNumeric(issue.origin)) return "must not be empty";
      return `expected ${issue.inclusive ? "at least" : "more than"} ${issue.minimum}`;
    case "too_big":
      return isNumeric(issue.origin) ? `expected at most ${issue.maximum}` : "is too long";
    default:
      return undefined;
  }
};

/** Returns the issues of the only union branch whose type matches the value; undefined if there is no such branch. */
function intendedBranch(errors: z.core.$ZodIssueInvalidUnion["errors"]): z.core.$ZodIssue[] | undefined {
  const close = errors.filter(([first]) => !(first?.code === "invalid_type" && first.path.length === 0));
  return close.length === 1 ? close[0] : undefined;
}

/** Yields one issue with its full path and one message for each error of the zod issues. */
export function* formatIssues(
  schema: z.ZodType,
  issues: readonly z.core.$ZodIssue[] = [],
  parent: Path = [],
): Generator<ConfigIssue> {
  for (const issue of issues) {
    const path = [...parent, ...issue.path];
    const inner = issue.code === "invalid_union" ? intendedBranch(issue.errors) : undefined;
    if (issue.code === "unrecognized_keys") {
      const known = schemaAt(schema, path);
      const names = Object.keys(known ? members(known) : {});
      const hint = known && unwrap(known).meta.unknownKey;
      const show = (name: string) => formatPath([...path, name]);
      const allowed = `allowed: ${names.map(show).join(", ")}`;
      for (const key of issue.keys) {
        const otherwise = hint === undefined ? allowed : `${allowed}; or ${hint.replace("KEY", key)}`;
        yield { path: [...path, key], text: `unknown key; ${suggest(key, { names, show, otherwise })}` };
      }
    } else if (inner) yield* formatIssues(schema, inner, path);
    else if (issue.code === "invalid_key") yield* issue.issues.map(({ message }) => ({ path, text: message }));
    else yield { path, text: issue.message };
  }
}

// Values that are written as text: codecs, so that they can be converted back to text.

/** Creates a codec for text; `what` describes the expected value. `reportIssue` adds a message and ends decoding. */
export function textCodec<T>(
  what: string,
  decode: (text: string, reportIssue: (why: string) => never) => T,
  encode: (value: T) => string = String,
) {
  return z.codec(z.string(`expected ${what}`), z.custom<T>(), {
    decode: (text, payload) =>
      decode(text, (message) => {
        payload.issues.push({ code: "custom", message, input: text });
        return z.NEVER;
      }),
    encode,
  });
}

const durationExample = "a duration such as 15s or 1m30s";
export const duration = (minMs: number) =>
  textCodec<number>(
    durationExample,
    (text, reportIssue) => {
      const ms = parseDuration(text);
      if (ms === undefined) return reportIssue(`"${text}" is not ${durationExample}`);
      if (ms < minMs) return reportIssue(`"${text}" is too short: at least ${formatDuration(minMs)}`);
      if (ms > maxDurationMs) return reportIssue(`"${text}" is too long: at most ${formatDuration(maxDurationMs)}`);
      return ms;
    },
    formatDuration,
  ).meta({ placeholder: "DURATION" });

export const headerText = z
  .string()
  .regex(/^[\t -~\u0080-\u00ff]*$/, "contains a character that is not allowed in a header");
