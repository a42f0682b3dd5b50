import * as z from "zod";
import { isPlainObject } from "./schema-walk.ts";

const isSet = (value: unknown, key: string) => isPlainObject(value) && value[key] !== undefined;
/** Creates a check that also runs if other keys are invalid, so that all errors are reported at once. */
export const rule = (holds: (value: unknown) => boolean, key: string, error: string) =>
  z.refine<unknown>(holds, { path: [key], error, when: ({ value }) => isPlainObject(value) });

export const mutuallyExclusive = (one: string, other: string) =>
  rule((value) => !isSet(value, one) || !isSet(value, other), other, `only one of ${one} and ${other} can be set`);
export const requires = (key: string, one: string, other: string) =>
  rule((value) => !isSet(value, key) || isSet(value, one) || isSet(value, other), key, `requires ${one} or ${other}`);
export const oneOf = (one: string, other: string) =>
  rule((value) => isSet(value, one) || isSet(value, other), one, `is missing: set ${one} or ${other}`);

export const tlsVersion = z.enum(["TLS12", "TLS13"], {
  error: ({ input }) =>
    input === "TLS10" || input === "TLS11"
      ? `${input} is not supported: use TLS12 or TLS13`
      : "expected TLS12 or TLS13",
});
export const tlsVersionsInOrder = rule(
  (value) => !isPlainObject(value) || value["min_version"] !== "TLS13" || value["max_version"] !== "TLS12",
  "max_version",
  "is lower than min_version",
);
