/** JSON schema of the exporter's configuration for values.schema.json, without secrets and chart-managed keys. */
import * as z from "zod";
import { configSchema } from "../../app/config/schema.ts";
import { collectors } from "../../collectors/all.ts";
import { isPlainObject, type Path, type PlainObject } from "../../lib/schema.ts";
import type { Schema } from "./values.ts";

const durationPattern = "^(0|([0-9]+(ms|[smhdwy]))+)$";
/** Rejects credentials in a URL, which would be stored in the ConfigMap. */
const urlPattern = "^[Hh][Tt][Tt][Pp][Ss]?://[^/@?#]+(/[^?#]*)?$";
const patterns: Readonly<Record<string, string>> = { DURATION: durationPattern, URL: urlPattern };

const chartManagedKeys: Readonly<Record<string, readonly string[]>> = { web: ["listen_address", "config_file"] };

/** Members of the schema's `meta` that are not part of JSON Schema. */
const omittedMeta = [
  "flag",
  "placeholder",
  "file",
  "fileOnly",
  "secret",
  "secretPath",
  "collector",
  "defaultText",
  "usual",
  "repetition",
  "restart",
  "unknownKey",
];

const isSecret = (of: unknown): boolean => isPlainObject(of) && (of["secret"] === true || isSecret(of["items"]));

function keys(properties: PlainObject, path: Path): PlainObject {
  const left = chartManagedKeys[path.join(".")] ?? [];
  const included = Object.entries(properties).filter(([name, of]) => !left.includes(name) && !isSecret(of));
  return Object.fromEntries(included.map(([name, of]) => [name, toHelmSchema(of, [...path, name])]));
}

/** An authorization needs a file, since its inline credentials are omitted. */
const needsItsFile = (properties: PlainObject) =>
  "credentials_file" in properties ? { required: ["credentials_file"] } : {};

/** Omits patterns with \u, which Helm's regular expressions (Go) do not support. */
function patternOf({ pattern, placeholder }: PlainObject): PlainObject {
  const known = patterns[String(placeholder)] ?? pattern;
  return typeof known === "string" && !known.includes("\\u") ? { pattern: known } : {};
}

function toHelmSchema(schema: unknown, path: Path = []): unknown {
  if (Array.isArray(schema)) return schema.map((one) => toHelmSchema(one, path));
  if (!isPlainObject(schema)) return schema;
  const { properties, default: fallback, maximum, pattern: _, ...rest } = schema;
  const kept = Object.entries(rest).filter(([key]) => !omittedMeta.includes(key) && key !== "$schema");
  const shown = fallback !== undefined && JSON.stringify(fallback) !== "{}";
  return {
    ...Object.fromEntries(kept.map(([key, value]) => [key, toHelmSchema(value, path)])),
    ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    ...patternOf(schema),
    ...(shown && { default: fallback }),
    ...(isPlainObject(properties) && { properties: keys(properties, path), ...needsItsFile(properties) }),
  };
}

/** Returns the definitions `config`, and `collectors`, to which several of its keys refer. */
export function configDefinitions(): Readonly<Record<string, Schema>> {
  const all = toHelmSchema(
    z.toJSONSchema(configSchema(collectors), { io: "input", target: "draft-7", unrepresentable: "any" }),
  ) as { properties: { collectors: Schema; nodes: { additionalProperties: { properties: Record<string, Schema> } } } };
  const { collectors: ofEach } = all.properties;
  const shared = { $ref: "#/definitions/collectors" };
  all.properties.nodes.additionalProperties.properties["collectors"] = shared;
  return { config: { ...all, properties: { ...all.properties, collectors: shared } }, collectors: ofEach };
}
