import { request } from "undici";
import { codeOf } from "../node/errors.ts";
import { command } from "./command.ts";
import { exit } from "./io.ts";
import { localUrl } from "./listening.ts";

const patience = 3000;
export const healthcheck = command({
  name: "healthcheck",
  examples: ["--web.listen-address :9652"],
  shortHelp: true,
  run: async (io, { web }) => {
    const url = `${localUrl(web.listen_address)}/-/healthy`;
    try {
      const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(patience) });
      await body.dump();
      if (statusCode === 200) return exit.ok;
      io.err(`${url}: HTTP ${statusCode}\n`);
    } catch (error) {
      io.err(`${url}: no answer (${codeOf(error) ?? error})\n`);
    }
    return exit.failed;
  },
});
