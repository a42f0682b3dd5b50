/** The source of a value: a method and fields of its result. */
import type * as z from "zod";
import type { ReadMethodName, Result } from "./contract.ts";
import type { checkMessages } from "./health.ts";

type Leaf = bigint | boolean | Date | number | string | null | undefined;
/** Names of the properties of a type and of the objects in it. Keys of records are data and no names. */
type NamesIn<T> = T extends Leaf
  ? never
  : T extends readonly (infer U)[]
    ? NamesIn<U>
    : { [K in keyof T & string]: (string extends K ? never : K) | NamesIn<T[K]> }[keyof T & string];
type Messages = typeof checkMessages;
/** The messages of health checks have fields that the type of the result does not show. */
type OfMessages<N> = N extends "health.health"
  ? keyof Messages | { [K in keyof Messages]: NamesIn<z.output<Messages[K]>> }[keyof Messages]
  : never;
export type FieldOf<N extends ReadMethodName> = NamesIn<Result<N>> | OfMessages<N>;

/** Returns the source of a value in the words of the API: "platform.getFeeState capacity". */
export const from = <N extends ReadMethodName>(method: N, ...fields: readonly FieldOf<N>[]): string =>
  fields.length === 0 ? method : `${method} ${fields.join(", ")}`;
/** Returns the source of a value that several methods provide. */
export const fromAll = (...sources: readonly string[]): string => sources.join(", ");
