import { stringify } from "yaml";
import * as z from "zod";
import type { Collector } from "../collectors/collector.ts";
import { type Config, configSchema } from "./schema.ts";
import { type Leaf, mapLeaves } from "./schema-walk.ts";

const secretMark = "<secret>";

/** Hides a secret value, and the path of a URL. */
function hide({ value, meta }: Leaf): unknown {
  if (meta.secret && value !== undefined) return secretMark;
  if (!meta.secretPath || typeof value !== "string") return value;
  const { origin, pathname } = new URL(value);
  return pathname === "/" ? value : `${origin}/${secretMark}`;
}

/** The effective configuration as a file: every value, defaults included, secrets and paths of URLs as <secret>. */
export function mask(config: Config, collectors: readonly Collector[]): string {
  const schema = configSchema(collectors);
  const masked = mapLeaves(schema, z.encode(schema, config), hide);
  return stringify(masked, { lineWidth: 0 });
}
