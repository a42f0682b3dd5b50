/** Answers with thousands of entries, read in a fraction of the time that their schema takes: entries in the form of today's
 *  nodes are read by plain functions, one for each part of the schema. Any other form is left to the schema itself, which
 *  also says what is wrong. */
import * as z from "zod";

/** Says that the schema must read it. */
const miss = Symbol("miss");
type Read = (wire: unknown) => unknown;
/** What the schema makes of the usual form; undefined for any other. */
type Usual<T> = (wire: unknown) => T | undefined;

/** Of these very schemas: not of what is derived from them, which may check more. */
const known = new WeakMap<z.ZodType, Usual<unknown>>();

/** The schema, of which `read` knows the usual form. */
export function usually<T extends z.ZodType>(schema: T, read: Usual<z.output<T>>): T {
  known.set(schema, read);
  return schema;
}

function readerOf(schema: z.ZodType): Read {
  const usual = known.get(schema);
  if (usual) return (wire) => usual(wire) ?? miss;
  if (schema.def.checks?.length) return () => miss;
  if (schema instanceof z.ZodUnknown) return (wire) => wire;
  if (schema instanceof z.ZodBoolean) return (wire) => (typeof wire === "boolean" ? wire : miss);
  if (schema instanceof z.ZodString) return (wire) => (typeof wire === "string" ? wire : miss);
  if (schema instanceof z.ZodArray) return listReader(readerOf(schema.element as z.ZodType));
  if (!(schema instanceof z.ZodObject)) return () => miss;
  const { catchall } = schema.def;
  if (!catchall) return objectReader(schema);
  return catchall instanceof z.ZodUnknown ? looseReader(schema) : () => miss;
}

const listReader =
  (read: Read): Read =>
  (wire) => {
    if (!Array.isArray(wire)) return miss;
    const list = new Array<unknown>(wire.length);
    for (let i = 0; i < wire.length; i++) {
      const item = read(wire[i]);
      if (item === miss) return miss;
      list[i] = item;
    }
    return list;
  };

/** Where all members are left as they are. */
const looseReader =
  ({ shape }: z.ZodObject): Read =>
  (wire) =>
    isObject(wire) && Object.keys(shape).length === 0 ? wire : miss;

const isObject = (wire: unknown): wire is Record<string, unknown> =>
  typeof wire === "object" && wire !== null && !Array.isArray(wire);

type Field = { readonly name: string; readonly optional: boolean; readonly read: Read };

function objectReader({ shape }: z.ZodObject): Read {
  const fields = Object.entries(shape).map(([name, part]): Field => {
    const optional = part instanceof z.ZodOptional;
    return { name, optional, read: readerOf((optional ? part.unwrap() : part) as z.ZodType) };
  });
  return (wire) => {
    if (!isObject(wire)) return miss;
    const object: Record<string, unknown> = {};
    for (const { name, optional, read } of fields) {
      const member = wire[name];
      if (member === undefined) {
        if (optional) continue;
        return miss;
      }
      const value = read(member);
      if (value === miss) return miss;
      object[name] = value;
    }
    return object;
  };
}

/** The usual form of what has this schema. */
export function usualOf<T extends z.ZodType>(schema: T): Usual<z.output<T>> {
  const read = readerOf(schema);
  return (wire) => {
    const value = read(wire);
    return value === miss ? undefined : (value as z.output<T>);
  };
}

/** Checks and gives the same as `schema`, sooner. */
export function quick<T extends z.ZodType>(schema: T): z.ZodType<z.output<T>, z.input<T>> {
  const read = usualOf(schema);
  return z.custom<z.input<T>>().transform((wire, context): z.output<T> => {
    const value = read(wire);
    if (value !== undefined) return value;
    const checked = schema.safeParse(wire);
    if (checked.success) return checked.data;
    for (const issue of checked.error.issues) context.issues.push({ ...issue, input: wire } as never);
    return z.NEVER;
  });
}
