import { codeOf } from "../node/errors.ts";
import { aliveUrl, askAlive } from "./alive.ts";
import { command } from "./command.ts";
import { exit, refuse } from "./io.ts";
import { loadRunning } from "./running.ts";

export const healthcheck = command({
  name: "healthcheck",
  flags: {
    pid: {
      kind: "number",
      description: "Use the flags of the running exporter with this process ID, from /proc.",
    },
  },
  examples: ["--web.listen-address :9652", "--pid 1"],
  shortHelp: true,
  run: async (io, config, { flags: { pid } }) => {
    const running = pid === undefined ? undefined : await loadRunning(pid, io.env);
    if (running?.ok === false) return refuse(io, running.errors);
    const { web } = running?.config ?? config;
    const url = aliveUrl(web);
    try {
      const { status } = await askAlive(web);
      if (status === 200) return exit.ok;
      io.err(`${url}: HTTP ${status}\n`);
    } catch (error) {
      io.err(`${url}: no answer (${codeOf(error) ?? error})\n`);
    }
    return exit.failed;
  },
});
