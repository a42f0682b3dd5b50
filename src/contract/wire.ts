/** Encodings of the wire, both forms of each: the only place that knows them. */
import * as z from "zod";
import { addressFault, idFault, nodeIdFault } from "./ids.ts";

/** An unsigned integer on the wire: bigint where JSON has a number beyond 2^53. */
type Integer = string | number | bigint;
const notUnsigned = "expected an unsigned integer";

function readInteger(wire: unknown): number | bigint | undefined {
  if (typeof wire === "string") {
    if (!/^\d{1,20}$/.test(wire)) return undefined;
    const value = Number(wire);
    return value <= Number.MAX_SAFE_INTEGER ? value : BigInt(wire);
  }
  if (typeof wire === "number") return Number.isSafeInteger(wire) && wire >= 0 ? wire : undefined;
  return typeof wire === "bigint" && wire >= 0n ? wire : undefined;
}

function refuse(context: z.RefinementCtx, message: string): never {
  context.addIssue(message);
  return z.NEVER;
}

/** An unsigned integer below a limit. One step: a chain of checks and transforms takes several times as long, and an answer
 *  has many thousands of integers. */
const integer = <T>(limit: number, tooLarge: string, convert: (value: number | bigint) => T): z.ZodType<T, Integer> =>
  z.transform((wire: Integer, context) => {
    const value = readInteger(wire);
    if (value === undefined) return refuse(context, notUnsigned);
    return value < limit ? convert(value) : refuse(context, tooLarge);
  });

const maxSeconds = 8_640_000_000_000;

/** An unsigned 64-bit integer, as decimal string or as number: exact, as bigint. */
export const uint64 = integer(2 ** 64, "beyond 64 bits", BigInt);

/** An unsigned integer of at most 32 bits, in either form: as number. */
export const uint32 = integer(2 ** 32, "beyond 32 bits", Number);

/** RFC 3339 with any offset and up to nine digits of a second, as Date (milliseconds). */
export const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** Unix seconds, as Date. */
export const unixTime = integer(
  maxSeconds + 1,
  "beyond what a date can hold",
  (seconds) => new Date(Number(seconds) * 1000),
);

/** Nanoseconds, as seconds. */
export const nanoseconds = integer(2 ** 64, "beyond 64 bits", (value) => Number(value) / 1e9);

/** A percentage from 0 to 100, as string with four decimals or as number: a ratio from 0 to 1. */
export const percent: z.ZodType<number, string | number> = z.transform((wire: string | number, context) => {
  if (typeof wire === "string" ? !/^\d+(\.\d+)?$/.test(wire) : typeof wire !== "number") {
    return refuse(context, "expected a percentage");
  }
  const percentage = Number(wire);
  return percentage >= 0 && percentage <= 100
    ? Math.round(percentage * 1e4) / 1e6 // four decimals
    : refuse(context, "expected 0 to 100");
});

/** An answered ID is a name to us: what the node says is taken as it is. */
export const id = z.string().min(1);
export const nodeId = z.string().startsWith("NodeID-");

/** A text that the exporter sends: a fault is found without a call. */
const sent = (faultOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const fault = faultOf(text);
    if (fault) context.addIssue(`"${text}" ${fault}`);
  });
export const sentId = sent(idFault);
export const sentNodeId = sent(nodeIdFault);
export const sentAddress = sent(addressFault);
/** A chain or an asset, by ID or alias: only the node knows its aliases. */
export const sentName = z.string().min(1);

/** Numbers that we send, in either form; no bigint: JSON cannot say it. */
const sentNumber = z.custom<string | number>(
  (wire) => typeof wire !== "bigint" && readInteger(wire) !== undefined,
  notUnsigned,
);
export const sentUint64 = sentNumber.refine((value) => BigInt(value) < 2n ** 64n, "beyond 64 bits");
export const sentCount = (most: number) =>
  sentNumber.refine((value) => Number(value) >= 1 && Number(value) <= most, `expected 1 to ${most}`);

/** A list. The check stops at the first invalid item: a million of them would take seconds and gigabytes. */
export const listOf = <T extends z.ZodType>(item: T): z.ZodType<z.output<T>[], z.input<T>[]> =>
  z.transform((wire: z.input<T>[], context) => {
    if (!Array.isArray(wire)) return refuse(context, "expected a list");
    const items: z.output<T>[] = [];
    for (const [i, one] of wire.entries()) {
      const { data, error } = item.safeParse(one);
      if (error) {
        for (const { path, message } of error.issues) context.addIssue({ code: "custom", path: [i, ...path], message });
        return z.NEVER;
      }
      items.push(data);
    }
    return items;
  });

/** A list where Go's nil comes as null. */
export const list = <T extends z.ZodType>(item: T) =>
  listOf(item)
    .nullable()
    .transform((items) => items ?? []);

/** A check: what one list names twice cannot be told apart, and would count twice. */
export const noneTwice =
  <T>(namesIn: (value: T) => readonly string[]) =>
  (value: T, context: z.RefinementCtx) => {
    const seen = new Set<string>();
    for (const name of namesIn(value)) {
      if (seen.has(name)) return context.addIssue({ code: "custom", path: [name], message: "is there twice" });
      seen.add(name);
    }
  };

/** Bytes: 0x and hexadecimal digits. Megabytes of them are scanned without backtracking. */
export const hex = z
  .string()
  .refine((text) => text.startsWith("0x") && text.length % 2 === 0 && !/[^0-9a-fA-F]/.test(text.slice(2)), {
    error: "expected 0x and hexadecimal digits",
  });

/** How bytes are written, and whether with a checksum: `hex` (or `hexc`) with, `hexnc` without. */
export const bytesEncoding = z.enum(["hex", "hexc", "hexnc"]);
/** And as an object, where the method can. */
export const encoding = z.enum([...bytesEncoding.options, "json"]);

/** No parameters, or an answer that says no more than that it worked. */
export const nothing = z.object({});

/** Who may spend or sign. */
export const owners = z.object({ locktime: uint64, threshold: uint32, addresses: z.array(z.string()) });

/** A JSON object. */
export const isObject = (wire: unknown) => typeof wire === "object" && wire !== null && !Array.isArray(wire);

/** A value that can have another shape: `reshape` brings it into the shape of the schema. It returns an invalid value
 *  unchanged: the schema reports the fault. */
export const reshaped = <W, T extends z.ZodType>(
  reshape: (wire: W) => z.input<T>,
  schema: T,
): z.ZodType<z.output<T>, W> => z.preprocess(reshape, schema);

type Renamed<I, M> = { [K in keyof I as K extends keyof M ? M[K] & string : K]: I[K] };
/** An object with members that have another name in some versions or documents. */
export function alsoNamed<T extends z.ZodObject, const M extends { readonly [K in keyof z.input<T>]?: string }>(
  others: M,
  schema: T,
) {
  const names = Object.entries(others) as [string, string][];
  return reshaped((wire: z.input<T> | Renamed<z.input<T>, M>) => {
    if (!isObject(wire)) return wire as z.input<T>;
    let members: Record<string, unknown> = wire;
    for (const [name, other] of names) {
      if (!(name in wire) && other in wire) members = { ...members, [name]: members[other] };
    }
    return members as z.input<T>;
  }, schema);
}
