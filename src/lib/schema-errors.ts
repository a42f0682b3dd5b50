/** Validation errors as text. String values are not repeated, since they can be secrets. */
import type * as z from "zod";
import { formatPath, members, type Path, schemaAt, unwrap } from "./schema-walk.ts";
import { suggest } from "./text.ts";

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
