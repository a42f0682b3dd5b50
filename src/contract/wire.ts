/** Encodings of the wire, both forms of each: the only place that knows them. */
import * as z from "zod";
import { addressFault, idFault, nodeIdFault } from "./ids.ts";
import { usually, usualOf } from "./quick.ts";

const isUnsigned = (value: unknown) =>
  typeof value === "string"
    ? /^\d{1,20}$/.test(value)
    : typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const notUnsigned = "expected an unsigned integer";

/** 19 digits are always less than 2^64. */
const mostDigits = 19;
const zero = "0".charCodeAt(0);

/** Decimal digits of a text as a number, which is exact up to 2^53 - 1; where there are others, or none, it is not a number.
 *  Digit by digit: regular expressions, `Number` and `BigInt` take twice as long, and answers have many thousands. */
function digitsOf(text: string, from = 0, to = text.length): number {
  let value = from < to && to - from <= mostDigits ? 0 : Number.NaN;
  for (let i = from; i < to; i++) {
    const digit = text.charCodeAt(i) - zero;
    if (digit < 0 || digit > 9) return Number.NaN;
    value = 10 * value + digit;
  }
  return value;
}
const wholeOf = (wire: unknown): number => (typeof wire === "string" ? digitsOf(wire) : Number.NaN);
function usualUint64(wire: unknown): bigint | undefined {
  const value = wholeOf(wire);
  if (value <= Number.MAX_SAFE_INTEGER) return BigInt(value);
  return Number.isNaN(value) ? undefined : BigInt(wire as string);
}
/** Of seconds. */
const lastDate = 8_640_000_000_000;

/** An unsigned 64-bit integer, as decimal string or as number: exact, as bigint. */
export const uint64 = usually(
  z
    .custom<string | number | bigint>(
      (value) => isUnsigned(value) || (typeof value === "bigint" && value >= 0n),
      notUnsigned,
    )
    .transform((value) => BigInt(value))
    .refine((value) => value < 2n ** 64n, "beyond 64 bits"),
  usualUint64,
);

/** An unsigned integer of at most 32 bits, in either form: as number. */
export const uint32 = uint64.refine((value) => value < 2n ** 32n, "beyond 32 bits").transform(Number);

/** RFC 3339 with any offset and up to nine digits of a second, as Date (milliseconds). */
export const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** Unix seconds, as Date. */
export const unixTime = usually(
  uint64
    .refine((seconds) => seconds <= lastDate, "beyond what a date can hold")
    .transform((seconds) => new Date(Number(seconds) * 1000)),
  (wire) => {
    const seconds = wholeOf(wire);
    return seconds <= lastDate ? new Date(seconds * 1000) : undefined;
  },
);

/** Nanoseconds, as seconds. */
export const nanoseconds = uint64.transform((value) => Number(value) / 1e9);

const decimals = 4;
/** To the decimals that a percentage has. */
const toRatio = (percentage: number) => Math.round(percentage * 1e4) / 1e6;

/** A percentage from 0 to 100, as string with four decimals or as number: a ratio from 0 to 1. */
export const percent = usually(
  z
    .custom<string | number>(
      (value) => (typeof value === "string" ? /^\d+(\.\d+)?$/.test(value) : typeof value === "number"),
      "expected a percentage",
    )
    .transform(Number)
    .refine((value) => value >= 0 && value <= 100, "expected 0 to 100")
    .transform(toRatio),
  (wire) => {
    if (typeof wire !== "string" || wire.at(-decimals - 1) !== ".") return undefined;
    const point = wire.length - decimals - 1;
    const tenThousandths = 1e4 * digitsOf(wire, 0, point) + digitsOf(wire, point + 1);
    return tenThousandths <= 100e4 ? tenThousandths / 1e6 : undefined;
  },
);

/** An answered ID is a name to us: what the node says is taken as it is. */
export const id = usually(z.string().min(1), (wire) => (typeof wire === "string" && wire !== "" ? wire : undefined));
const nodePrefix = "NodeID-";
export const nodeId = usually(z.string().startsWith(nodePrefix), (wire) =>
  typeof wire === "string" && wire.startsWith(nodePrefix) ? wire : undefined,
);

/** Text that we send; what is wrong with it is found before the call. */
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
const sentNumber = z.custom<string | number>(isUnsigned, notUnsigned);
export const sentUint64 = sentNumber.refine((value) => BigInt(value) < 2n ** 64n, "beyond 64 bits");
export const sentCount = (most: number) =>
  sentNumber.refine((value) => Number(value) >= 1 && Number(value) <= most, `expected 1 to ${most}`);

/** A list that is checked up to its first invalid item: a million of them would take seconds and gigabytes. */
export const listOf = <T extends z.ZodType>(item: T): z.ZodType<z.output<T>[], z.input<T>[]> =>
  usually(
    z
      .custom<z.input<T>[]>((wire) => Array.isArray(wire), "expected a list")
      .transform((wire, context) => {
        const items: z.output<T>[] = [];
        for (const [i, one] of wire.entries()) {
          const { data, error } = item.safeParse(one);
          if (error) {
            for (const issue of error.issues)
              context.issues.push({ ...issue, path: [i, ...issue.path], input: wire } as never);
            return z.NEVER;
          }
          items.push(data);
        }
        return items;
      }),
    usualOf(z.array(item)),
  );

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

/** What comes in another shape too: `reshape` makes the schema's of it. What is in neither is left as it is, for the schema
 *  to say what is wrong with it. */
export const reshaped = <W, T extends z.ZodType>(reshape: (wire: W) => z.input<T>, schema: T) =>
  z
    .custom<W>()
    .transform(reshape as (wire: W) => unknown)
    .pipe(schema as z.ZodType<z.output<T>, unknown>);

type Renamed<I, M> = { [K in keyof I as K extends keyof M ? M[K] & string : K]: I[K] };
/** An object of which some members also go by another name. */
export const alsoNamed = <T extends z.ZodObject, const M extends { readonly [K in keyof z.input<T>]?: string }>(
  others: M,
  schema: T,
) => {
  const names = Object.entries(others) as [string, string][];
  const usual = usualOf(schema);
  return usually(
    reshaped((wire: z.input<T> | Renamed<z.input<T>, M>) => {
      if (!isObject(wire)) return wire as z.input<T>;
      let members: Record<string, unknown> = wire;
      for (const [name, other] of names) {
        if (!(name in wire) && other in wire) members = { ...members, [name]: members[other] };
      }
      return members as z.input<T>;
    }, schema),
    (wire) => (isObject(wire) && names.some(([, other]) => other in (wire as object)) ? undefined : usual(wire)),
  );
};
