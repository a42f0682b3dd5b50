import { stringify } from "yaml";
import * as z from "zod";
import type { Collector } from "../collectors/collector.ts";
import { type Config, configSchema } from "./schema.ts";
import { type Leaf, mapLeaves } from "./schema-walk.ts";

const secretMark = "<secret>";

function hide({ value, meta }: Leaf): unknown {
  if (meta.secret && value !== undefined) return secretMark;
  if (!meta.secretPath || typeof value !== "string") return value;
  const { origin, pathname } = new URL(value);
  return pathname === "/" ? value : `${origin}/${secretMark}`;
}

/** Formats the effective configuration as YAML, with defaults. Replaces secrets and paths of URLs by <secret>. */
export function mask(config: Config, collectors: readonly Collector[]): string {
  const schema = configSchema(collectors);
  const masked = mapLeaves(schema, z.encode(schema, config), hide);
  return stringify(masked, { lineWidth: 0 });
}
