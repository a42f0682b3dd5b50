/** Mistakes that the schema found, as sentences. No value of text is repeated unless the schema's own words do. */
import type * as z from "zod";
import { formatPath, members, type Path, schemaAt } from "./schema-walk.ts";
import { suggest } from "./suggest.ts";

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

/** No value: it may be a secret that stands in the wrong place. */
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

function limitErrorMessage(
  bound: "min" | "max",
  origin: string,
  edge: number | bigint,
  inclusive: boolean | undefined,
): string {
  if (origin === "number" || origin === "int") {
    if (bound === "max") return `expected at most ${edge}`;
    return inclusive ? `expected at least ${edge}` : `expected more than ${edge}`;
  }
  return bound === "min" ? "must not be empty" : "is too long";
}

/** For zod: what is wrong with one value. */
export const errorMap: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return typeErrorMessage(issue.expected, issue.input);
    case "invalid_value":
      return `expected ${issue.values
        .map(String)
        .join(", ")
        .replace(/, ([^,]*)$/, " or $1")}`;
    case "too_small":
      return limitErrorMessage("min", issue.origin, issue.minimum, issue.inclusive);
    case "too_big":
      return limitErrorMessage("max", issue.origin, issue.maximum, issue.inclusive);
    default:
      return undefined;
  }
};

/** Of a union's members the one that the value was meant for: its type is right. */
function intendedBranch(errors: z.core.$ZodIssueInvalidUnion["errors"]): z.core.$ZodIssue[] | undefined {
  const close = errors.filter(([first]) => !(first?.code === "invalid_type" && first.path.length === 0));
  return close.length === 1 ? close[0] : undefined;
}

/** One sentence for each thing that is wrong. */
export function formatIssues(schema: z.ZodType, issues: readonly z.core.$ZodIssue[], at: Path = []): ConfigIssue[] {
  return issues.flatMap((issue): ConfigIssue[] => {
    const path = [...at, ...issue.path];
    if (issue.code === "unrecognized_keys") {
      const known = schemaAt(schema, path);
      const names = Object.keys(known ? members(known) : {});
      const show = (name: string) => formatPath([...path, name]);
      return issue.keys.map((key) => ({
        path: [...path, key],
        text: `unknown key; ${suggest(key, { names, show })}`,
      }));
    }
    if (issue.code === "invalid_union") {
      const inner = intendedBranch(issue.errors);
      if (inner) return formatIssues(schema, inner, path);
    }
    if (issue.code === "invalid_key") return issue.issues.map(({ message }) => ({ path, text: message }));
    return [{ path, text: issue.message }];
  });
}
