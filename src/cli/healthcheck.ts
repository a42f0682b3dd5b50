import { request } from "undici";
import { command } from "./command.ts";
import { exit } from "./io.ts";

const patience = 3000;
/** Where an exporter that listens everywhere is found. */
const loopback = { "0.0.0.0": "127.0.0.1", "::": "[::1]" } as const;

export const healthcheck = command({
  name: "healthcheck",
  flags: {},
  examples: ["--web.listen-address :9652"],
  shortHelp: true,
  run: async (io, { web }) => {
    const { host = "127.0.0.1", port } = web.listen_address;
    const name = loopback[host as keyof typeof loopback] ?? (host.includes(":") ? `[${host}]` : host);
    const url = `http://${name}:${port}/-/healthy`;
    try {
      const { statusCode, body } = await request(url, { signal: AbortSignal.timeout(patience) });
      await body.dump();
      if (statusCode === 200) return exit.ok;
      io.err(`${url}: HTTP ${statusCode}\n`);
    } catch (error) {
      io.err(`${url}: no answer (${error instanceof Error && "code" in error ? error.code : error})\n`);
    }
    return exit.failed;
  },
});
