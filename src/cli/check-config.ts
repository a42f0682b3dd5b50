import { collectors } from "../collectors/all.ts";
import { mask } from "../config/mask.ts";
import type { Config } from "../config/schema.ts";
import { command } from "./command.ts";
import { exit, printErrors } from "./io.ts";

/** Returns the errors of the web configuration, if there is one. Only then its password library is loaded. */
export async function webErrors({ web: { config_file: name } }: Config): Promise<readonly string[]> {
  if (name === undefined) return [];
  const { readWebConfig } = await import("../web/read.ts");
  const reading = await readWebConfig(name);
  return reading.ok ? [] : reading.errors;
}

export const checkConfig = command({
  name: "check-config",
  takesFile: true,
  examples: ["/etc/avalanche-exporter.yml", "--node.url http://127.0.0.1:9650"],
  run: async (io, config) => {
    const errors = await webErrors(config);
    if (errors.length > 0) return printErrors(io, errors);
    io.out(mask(config, collectors));
    return exit.ok;
  },
});
