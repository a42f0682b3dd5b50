import { readFile } from "node:fs/promises";
import { collectors } from "../collectors/all.ts";
import { readArguments } from "../config/arguments.ts";
import { type LoadResult, loadConfig } from "../config/load.ts";
import { optionsOf } from "../config/options.ts";
import { configSchema } from "../config/schema.ts";
import { number } from "../config/values.ts";
import { errorCode } from "../node/errors.ts";
import { command } from "./command.ts";
import { healthUrl, probeHealth } from "./health-probe.ts";
import { exit, type Io, printErrors } from "./io.ts";

/** Flags that determine the listen address. */
const relevant = ["config.file", "web.listen-address", "web.config.file"];

/** Loads the configuration of the exporter with the process ID, which can also be that of its init process. Returns
 *  undefined if the process is not an exporter or is not readable. */
async function loadRunning(pid: number, env: Io["env"]): Promise<LoadResult | undefined> {
  const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
  const words = commandLine.replace(/\0$/, "").split("\0");
  const main = words.findIndex((word) => /(^|\/)src\/main\.ts$/.test(word));
  if (main === -1) return undefined;
  const { overrides } = readArguments(words.slice(main + 1), optionsOf(configSchema(collectors)), {});
  const line = { overrides: overrides.filter(({ option }) => relevant.includes(option.flag)), errors: [] };
  return loadConfig({ line, env, collectors });
}

export const healthcheck = command({
  name: "healthcheck",
  flags: {
    pid: number.optional().describe("Use the flags of the running exporter with this process ID, read from /proc."),
  },
  examples: ["--web.listen-address :9652", "--pid 1"],
  run: async (io, config, { flags: { pid } }) => {
    const running = pid === undefined ? undefined : await loadRunning(pid, io.env);
    if (running?.ok === false) return printErrors(io, running.errors);
    const { web } = running?.config ?? config;
    const url = healthUrl(web);
    try {
      const { status } = await probeHealth(web);
      return status === 200 ? exit.ok : printErrors(io, [`${url}: HTTP ${status}`], exit.failed);
    } catch (error) {
      return printErrors(io, [`${url}: no response (${errorCode(error) ?? error})`], exit.failed);
    }
  },
});
