import { stringify } from "yaml";
import * as z from "zod";
import type { Collector } from "../collectors/collector.ts";
import { type Config, configSchema } from "./schema.ts";
import { mapLeaves } from "./walk.ts";

/** The effective configuration as a file: every value, defaults included, secrets as <secret>. */
export function mask(config: Config, collectors: readonly Collector[]): string {
  const schema = configSchema(collectors);
  const masked = mapLeaves(schema, z.encode(schema, config), ({ value, meta }) =>
    meta.secret && value !== undefined ? "<secret>" : value,
  );
  return stringify(masked, { lineWidth: 0 });
}
