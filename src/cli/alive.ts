/** Asks the exporter at its own address whether it is alive. */
import type { Config } from "../config/schema.ts";
import { codeOf } from "../node/errors.ts";
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

type Answer = { readonly status: number; readonly text: string };
type Ask = (url: string) => Promise<Answer>;
/** Lets nobody in whom it does not know. */
const locked: Answer = { status: 200, text: "" };

export const aliveUrl = ({ listen_address }: Config["web"]): string => `${localUrl(listen_address)}/-/healthy`;

/** Throws where there is no answer. */
export async function askAlive(web: Config["web"]): Promise<Answer> {
  const { Agent, request } = await import("../node/undici.ts");
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false }, maxResponseSize: 1024 });
  const options = { dispatcher, method: "GET", signal: AbortSignal.timeout(patience) };
  const ask: Ask = async (url) => {
    const { statusCode: status, body } = await request(url, options);
    return { status, text: status === 200 ? await body.text() : "" };
  };
  try {
    return web.config_file === undefined ? await ask(aliveUrl(web)) : await askSecured(aliveUrl(web), ask);
  } finally {
    await dispatcher.destroy();
  }
}

/** Does not read the web configuration: where that has gone wrong, the exporter serves with the one before. Who is not let
 *  in knows all the same that it is alive. */
async function askSecured(url: string, ask: Ask): Promise<Answer> {
  const allowed = (answer: Answer) => (answer.status === 401 ? locked : answer);
  try {
    return allowed(await ask(url.replace(/^http:/, "https:")));
  } catch (error) {
    const code = codeOf(error) ?? "";
    if (certificateWanted.includes(code)) return locked;
    if (code === notTls) return allowed(await ask(url));
    throw error;
  }
}
