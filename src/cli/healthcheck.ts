import { codeOf } from "../node/errors.ts";
import { command } from "./command.ts";
import { exit } from "./io.ts";
import { localUrl } from "./listening.ts";

const patience = 3000;
const notTls = "ERR_SSL_WRONG_VERSION_NUMBER";
/** How a server that speaks TLS sends a client away that has no certificate. */
const certificateWanted = [
  "ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED",
  "ERR_SSL_SSL/TLS_ALERT_HANDSHAKE_FAILURE",
  "UND_ERR_SOCKET",
  "ECONNRESET",
];

export const healthcheck = command({
  name: "healthcheck",
  examples: ["--web.listen-address :9652"],
  shortHelp: true,
  run: async (io, { web }) => {
    const { Agent, request } = await import("undici");
    const url = `${localUrl(web.listen_address)}/-/healthy`;
    const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
    const signal = AbortSignal.timeout(patience);
    const ask = async (url: string) => {
      const { statusCode, body } = await request(url, { dispatcher, signal });
      await body.dump();
      return statusCode;
    };
    try {
      const status = web.config_file === undefined ? await ask(url) : await askSecured(url, ask);
      if (status === 200) return exit.ok;
      io.err(`${url}: HTTP ${status}\n`);
    } catch (error) {
      io.err(`${url}: no answer (${codeOf(error) ?? error})\n`);
    } finally {
      await dispatcher.destroy();
    }
    return exit.failed;
  },
});

/** Does not read the web configuration: where that has gone wrong, the exporter serves with the one before. Who is not let
 *  in knows all the same that it is alive. */
async function askSecured(url: string, ask: (url: string) => Promise<number>): Promise<number> {
  const allowed = (status: number) => (status === 401 ? 200 : status);
  try {
    return allowed(await ask(url.replace(/^http:/, "https:")));
  } catch (error) {
    const code = codeOf(error) ?? "";
    if (certificateWanted.includes(code)) return 200;
    if (code === notTls) return allowed(await ask(url));
    throw error;
  }
}
