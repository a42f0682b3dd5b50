import { stringify } from "yaml";
import * as z from "zod";
import { showUrl } from "../../lib/redaction.ts";
import { mapLeaves } from "../../lib/schema.ts";
import type { Config, ConfigSchema } from "../config/schema.ts";
import { command, schema } from "./command.ts";
import { exitCodes, UsageError } from "./io.ts";

/** Throws the errors of the web configuration, if there is one. Only then its password library is loaded. */
export async function checkWebConfig({ web: { config_file: name } }: Config): Promise<void> {
  if (name === undefined) return;
  const { readWebConfig } = await import("../server/web-config.ts");
  const reading = await readWebConfig(name);
  if (!reading.ok) throw new UsageError(reading.errors.join("\n"));
}

const secretMark = "<secret>";

/** Formats the effective configuration as YAML, with defaults. Replaces secrets by <secret>, and parts of URLs that can be a key. */
export function mask(config: Config, schema: ConfigSchema): string {
  const masked = mapLeaves(schema, z.encode(schema, config), ({ value, meta }) => {
    if (meta.secret && value !== undefined) return secretMark;
    return meta.secretPath && typeof value === "string" ? showUrl(value) : value;
  });
  return stringify(masked, { lineWidth: 0 });
}

export const checkConfig = command({
  name: "check-config",
  takesFile: true,
  uses: () => true,
  flags: { print: z.boolean().optional().describe("Print the effective settings.") },
  examples: ["/etc/avalanche-exporter.yml", "/etc/avalanche-exporter.yml --print"],
  run: async (io, config, { flags: { print } }) => {
    await checkWebConfig(config);
    io.out(print ? mask(config, schema) : "ok\n");
    return exitCodes.ok;
  },
});
