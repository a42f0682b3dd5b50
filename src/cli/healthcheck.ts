import { codeOf } from "../node/errors.ts";
import { aliveUrl, askAlive } from "./alive.ts";
import { command } from "./command.ts";
import { exit } from "./io.ts";

export const healthcheck = command({
  name: "healthcheck",
  examples: ["--web.listen-address :9652"],
  shortHelp: true,
  run: async (io, { web }) => {
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
