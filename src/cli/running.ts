/** The configuration of an exporter that runs as another process. */
import { readFile } from "node:fs/promises";
import { collectors } from "../collectors/all.ts";
import { readArguments } from "../config/arguments.ts";
import type { Environment } from "../config/given.ts";
import { type Loaded, loadConfig } from "../config/load.ts";
import { optionsOf } from "../config/options.ts";
import { configSchema } from "../config/schema.ts";

/** The flags that say where the exporter listens. */
const relevant = ["config.file", "web.listen-address", "web.config.file"];

/** The arguments of the exporter, which may follow those of an init process. */
function argumentsIn(commandLine: string): readonly string[] | undefined {
  const words = commandLine.replace(/\0$/, "").split("\0");
  const at = words.findIndex((word) => /(^|\/)src\/main\.ts$/.test(word));
  return at === -1 ? undefined : words.slice(at + 1);
}

/** The flags among the arguments that say where it listens. The others may be those of any command. */
function relevantFlags(argv: readonly string[]): string[] {
  const { given } = readArguments(argv, optionsOf(configSchema(collectors)), {});
  return given
    .filter(({ option }) => relevant.includes(option.flag))
    .map(({ option, value }) => `--${option.flag}=${String(value)}`);
}

/** Returns undefined if the process is no exporter, or cannot be read. */
export async function loadRunning(pid: number, env: Environment): Promise<Loaded | undefined> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  const argv = argumentsIn(commandLine);
  return argv && loadConfig({ argv: relevantFlags(argv), env, collectors });
}
