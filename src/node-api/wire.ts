/** Codecs for the encodings of AvalancheGo's JSON: numbers as strings, times, IDs. */
import { hash } from "node:crypto";
import * as z from "zod";
import { cleanText, maxReadLength, toLine } from "../lib/redaction.ts";
import { addressError, evmAddressError, idError, nodeIdError } from "./ids.ts";

/** Unsigned integer in JSON. A bigint is a number beyond 2^53. */
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

function reject(context: z.RefinementCtx, message: string): never {
  context.addIssue(message);
  return z.NEVER;
}

/** Unsigned integer below a limit, in one transform. Separate checks and transforms take several times as long, and a response
 *  can have thousands of integers. */
const integer = <T>(limit: number, tooLarge: string, convert: (value: number | bigint) => T): z.ZodType<T, Integer> =>
  z.transform((wire: Integer, context) => {
    const value = readInteger(wire);
    if (value === undefined) return reject(context, notUnsigned);
    return value < limit ? convert(value) : reject(context, tooLarge);
  });

/** Unsigned 64-bit integer as string or number; decoded to bigint. */
export const uint64 = integer(2 ** 64, "beyond 64 bits", BigInt);
/** Unsigned 32-bit integer as string or number; decoded to number. */
export const uint32 = integer(2 ** 32, "beyond 32 bits", Number);
/** Nanoseconds; decoded to seconds. */
export const nanoseconds = integer(2 ** 64, "beyond 64 bits", (value) => Number(value) / 1e9);

const maxUnixTime = 8_640_000_000_000;
/** Unix seconds; decoded to Date. */
export const unixTime = integer(maxUnixTime + 1, "beyond what a date can hold", (at) => new Date(1000 * Number(at)));
/** RFC 3339 time with any offset and up to nine decimals; decoded to Date (milliseconds). */
export const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const unitNanoseconds = { s: 1e9, ms: 1e6, µs: 1e3, ns: 1 };
/** Duration as Go prints it, for example 1h2m3.5s or 865.565494ms; decoded to seconds. */
export const goDuration = z.string().transform((text, context) => {
  const parts = /^(?:(\d{1,7})h)?(?:(\d{1,2})m)?(\d{1,3}(?:\.\d{1,9})?)(ns|µs|ms|s)$/.exec(text);
  if (!parts) return reject(context, "expected a duration");
  const [, hours = 0, minutes = 0, rest, unit] = parts;
  const nanoseconds = Math.round(Number(rest) * unitNanoseconds[unit as keyof typeof unitNanoseconds]);
  return 3600 * Number(hours) + 60 * Number(minutes) + nanoseconds / 1e9;
});

/** Percentage from 0 to 100 as string with four decimals or as number; decoded to a ratio from 0 to 1. */
export const percent: z.ZodType<number, string | number> = z.transform((wire: string | number, context) => {
  if (typeof wire === "string" ? !/^\d+(\.\d+)?$/.test(wire) : typeof wire !== "number") {
    return reject(context, "expected a percentage");
  }
  const percentage = Number(wire);
  return percentage >= 0 && percentage <= 100
    ? Math.round(percentage * 1e4) / 1e6 // four decimals
    : reject(context, "expected 0 to 100");
});

const notHex = "expected 0x and hexadecimal digits";
/** Unsigned integer in hexadecimal digits, as Ethereum's JSON has it; decoded to bigint. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/, notHex)
  .transform((text) => BigInt(text));
/** The same as a request parameter. */
export const paramQuantity = z.string().regex(/^0x(0|[1-9a-f][0-9a-f]{0,63})$/, notHex);
/** Bytes as 0x and hexadecimal digits. The expressions do not backtrack on megabytes. */
export const hex = z
  .string()
  .refine((text) => text.startsWith("0x") && text.length % 2 === 0 && !/[^0-9a-fA-F]/.test(text.slice(2)), notHex);

/** Maximum length of a text in UTF-16 code units. AvalancheGo accepts chain aliases of up to 512 bytes, and names loggers and
 *  health checks after them. */
const maxTextLength = 512;
const endOfChanged = /…[\w-]{22}$/;

/** Returns one line of limited length. A text that needs a change ends with a digest of the original: two different texts never
 *  become equal. */
function toDistinctLine(text: string): string {
  if (text.length <= maxTextLength && cleanText(text) === text && !endOfChanged.test(text)) return text;
  const digest = hash("sha256", Buffer.from(text, "utf16le"), "base64url").slice(0, 22);
  return `${cleanText(text.slice(0, maxTextLength - digest.length - 1))}…${digest}`;
}

/** Name or version in a response, cleaned here for all labels, pages and messages. */
export const text = z.string().overwrite(toDistinctLine);
/** Beginning of a message in a response, as one line. */
export const message = z.string().overwrite((given) => toLine(given.slice(0, maxReadLength)));

/** Maximum length of an ID. CB58 of 32 bytes has at most 50 characters, a node ID at most 40. */
const maxIdLength = 64;
/** ID in a response. Only its length is verified. */
export const id = text.min(1).max(maxIdLength);
export const nodeId = text.startsWith("NodeID-").max(maxIdLength);

/** Request parameter as text, validated before the call. */
export const param = (errorOf: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const error = errorOf(text);
    if (error) context.addIssue(`"${text}" ${error}`);
  });
export const paramId = param(idError);
export const paramNodeId = param(nodeIdError);
export const paramAddress = param(addressError);
export const paramEvmAddress = param(evmAddressError);
/** Chain or asset by ID or alias. Only the node knows the aliases. */
export const paramAliasOrId = z.string().min(1);

/** Number or string as request parameter. JSON.stringify does not accept bigint. */
const paramNumber = z.custom<string | number>(
  (wire) => typeof wire !== "bigint" && readInteger(wire) !== undefined,
  notUnsigned,
);
export const paramUint64 = paramNumber.refine((value) => BigInt(value) < 2n ** 64n, "beyond 64 bits");
export const paramCount = (max: number, min = 1) =>
  paramNumber.refine((value) => Number(value) >= min && Number(value) <= max, `expected ${min} to ${max}`);

/** Array. Validation stops at the first invalid item: a million errors would take seconds and gigabytes. */
export const listOf = <T extends z.ZodType>(item: T): z.ZodType<z.output<T>[], z.input<T>[]> =>
  z.transform((wire: z.input<T>[], context) => {
    if (!Array.isArray(wire)) return reject(context, "expected a list");
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

/** Array that Go sends as null if it is nil. */
export const nullableList = <T extends z.ZodType>(item: T) =>
  listOf(item)
    .nullable()
    .transform((items) => items ?? []);

/** Check that all names in a value are unique. */
export const uniqueBy =
  <T>(namesIn: (value: T) => readonly string[]) =>
  (value: T, context: z.RefinementCtx) => {
    const seen = new Set<string>();
    for (const name of namesIn(value)) {
      if (seen.has(name)) return context.addIssue({ code: "custom", path: [name], message: "is there twice" });
      seen.add(name);
    }
  };

/** Value that is undefined, rather than invalid, if it is absent or has another form. */
export const lenient = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

/** Encoding of bytes as a request parameter: `hex` and `hexc` with checksum, `hexnc` without. */
export const paramBytesEncoding = z.enum(["hex", "hexc", "hexnc"]).optional();
/** Encoding of blocks and transactions as a request parameter; `json` is an object. */
export const paramEncoding = z.enum(["hex", "hexc", "hexnc", "json"]).optional();

/** Value with several forms: `normalize` converts it to the form of the schema. Invalid values are returned unchanged, so that
 *  the schema reports the error. */
export const normalized = <W, T extends z.ZodType>(
  normalize: (wire: W) => z.input<T>,
  schema: T,
): z.ZodType<z.output<T>, W> => z.preprocess(normalize, schema);
