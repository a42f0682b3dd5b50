/** Encodings of the wire, both forms of each: the only place that knows them. */
import * as z from "zod";
import { idFault, nodeIdFault } from "./ids.ts";

/** An unsigned 64-bit integer, as decimal string or as number: exact, as bigint. */
export const uint64 = z
  .union([z.string().regex(/^\d{1,20}$/), z.int().nonnegative(), z.bigint().nonnegative()], {
    error: "expected an unsigned integer",
  })
  .transform((value) => BigInt(value))
  .refine((value) => value < 2n ** 64n, "beyond 64 bits");

/** RFC 3339 with any offset and up to nine digits of a second, as Date (milliseconds). */
export const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

/** Unix seconds, as Date. */
export const unixTime = uint64
  .refine((seconds) => seconds <= 8_640_000_000_000n, "beyond what a date can hold")
  .transform((seconds) => new Date(Number(seconds) * 1000));

/** A percentage from 0 to 100, as string with four decimals or as number: a ratio from 0 to 1. */
export const percent = z
  .union([z.string().regex(/^\d+(\.\d+)?$/), z.number()], { error: "expected a percentage" })
  .transform(Number)
  .refine((value) => value >= 0 && value <= 100, "expected 0 to 100")
  .transform((value) => Number((value / 100).toFixed(6)));

/** An answered ID is a name to us: what the node says is taken as it is. */
export const id = z.string().min(1);
export const nodeId = z.string().startsWith("NodeID-");

/** IDs that we send: a mistyped one is found before the call. */
export const sentId = z.string().superRefine((text, context) => {
  const fault = idFault(text);
  if (fault) context.addIssue(`"${text}" ${fault}`);
});
export const sentNodeId = z.string().superRefine((text, context) => {
  const fault = nodeIdFault(text);
  if (fault) context.addIssue(`"${text}" ${fault}`);
});

/** A list where Go's nil comes as null. */
export const list = <T extends z.ZodType>(item: T) =>
  z
    .array(item)
    .nullable()
    .transform((items) => items ?? []);

/** Bytes: 0x and hexadecimal digits. */
export const hex = z.string().regex(/^0x([0-9a-fA-F]{2})*$/);

/** No parameters, or an answer that says no more than that it worked. */
export const nothing = z.object({});

/** Who may spend or sign. */
export const owners = z.object({ locktime: uint64, threshold: uint64, addresses: z.array(z.string()) });
