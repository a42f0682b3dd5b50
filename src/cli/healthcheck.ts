import { request } from "undici";
import type { ListenAddress } from "../config/values.ts";
import { command } from "./command.ts";
import { exit } from "./io.ts";

const patience = 3000;
/** Where an exporter that listens everywhere is found. */
const loopback = { "0.0.0.0": "127.0.0.1", "::": "[::1]" } as const;

/** Where to ask an exporter that listens at this address. */
export function healthUrl({ host = "0.0.0.0", port }: ListenAddress): string {
  const name = loopback[host as keyof typeof loopback] ?? (host.includes(":") ? `[${host}]` : host);
  return `http://${name}:${port}/-/healthy`;
}

export const healthcheck = command({
  name: "healthcheck",
  examples: ["--web.listen-address :9652"],
  shortHelp: true,
  run: async (io, { web }) => {
    const url = healthUrl(web.listen_address);
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
