/** Parses values.yaml with its comments, and returns the schema of the values. */
import { isMap, isScalar, type Pair, parseDocument, type YAMLMap } from "yaml";

/** JSON schema of a value of the chart. */
export type Schema = { readonly [key: string]: unknown };

/** Returns the schema of an object with only these keys. */
const strict = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  properties,
  additionalProperties: false,
});

type Key = {
  readonly name: string;
  /** Undefined for a mapping whose keys have their own descriptions. */
  readonly description: string | undefined;
  readonly fallback: unknown;
  readonly hint: Schema;
  /** Whether the key accepts any members (`@free`). */
  readonly isFreeform: boolean;
  readonly children: readonly Key[];
};

function read(comment: string) {
  const lines = comment.split("\n").map((line) => line.trim());
  const begin = lines.findLastIndex((line) => line.startsWith("-- "));
  const docLines = begin < 0 ? [] : lines.slice(begin);
  const isNote = (line: string) => line.startsWith("@");
  const [hint] = docLines.filter((line) => line.startsWith("@schema "));
  return {
    description:
      begin < 0
        ? undefined
        : docLines
            .filter((line) => !isNote(line))
            .join(" ")
            .slice(3)
            .trim(),
    hint: hint === undefined ? {} : (JSON.parse(hint.slice("@schema ".length)) as Schema),
    isFreeform: docLines.includes("@free"),
  };
}

/** `above` is the comment that the parser attaches to the document instead of the first key. */
function keysOf(map: YAMLMap, above = ""): Key[] {
  return map.items.map((item, i) => {
    const { key, value } = item as Pair;
    if (!isScalar(key)) throw new Error(`${key}: a key must be a scalar`);
    const comment = key.commentBefore ?? (i === 0 ? (map.commentBefore ?? above) : "");
    const { description, hint, isFreeform } = read(comment);
    const children = isMap(value) && description === undefined ? keysOf(value) : [];
    if (description === undefined && children.length === 0) throw new Error(`${key.value} has no description`);
    const fallback = (value as { toJSON(): unknown } | null)?.toJSON();
    return { name: String(key.value), description, fallback, hint, isFreeform, children };
  });
}

export function readValues(text: string): readonly Key[] {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw document.errors[0];
  return keysOf(document.contents as YAMLMap, document.commentBefore ?? "");
}

function typeOf({ name, fallback, isFreeform }: Key): Schema {
  if (Array.isArray(fallback)) return { type: "array" };
  if (typeof fallback === "object" && fallback !== null) {
    if (!isFreeform && Object.keys(fallback).length > 0)
      throw new Error(`${name}: describe its keys, or mark it with @free`);
    return { type: "object" };
  }
  return fallback === null ? {} : { type: typeof fallback };
}

function schemaOf(key: Key): Schema {
  if (key.description === undefined) return strict(propertiesOf(key.children));
  return { description: key.description, ...("$ref" in key.hint ? {} : typeOf(key)), ...key.hint };
}
const propertiesOf = (keys: readonly Key[]) => Object.fromEntries(keys.map((key) => [key.name, schemaOf(key)]));

type Definitions = Readonly<Record<string, Schema>>;
export const schemaOfValues = (keys: readonly Key[], definitions: Definitions): Schema => ({
  $schema: "http://json-schema.org/draft-07/schema#",
  ...strict({
    ...propertiesOf(keys),
    global: {
      type: "object",
      description: "Global values passed down by parent charts.",
      properties: {
        imageRegistry: { type: "string", description: "Image registry. Takes precedence over image.registry." },
        imagePullSecrets: { type: "array", description: "Image pull secrets, in addition to imagePullSecrets." },
      },
    },
  }),
  definitions,
});
