/** Asks the exporter at its own address whether it is alive. */
import { once } from "node:events";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Config } from "../config/schema.ts";
import { codeOf } from "../node/errors.ts";
import { localUrl } from "./listening.ts";

const timeoutMs = 3000;
/** A longer answer is not the exporter's. */
const maxBytes = 1024;
// OpenSSL's texts: depending on the moment, the code is EPROTO for both
const notTls = /wrong version number/;
/** How a server that speaks TLS refuses a client without a certificate. */
const certificateRequired = /^ECONNRESET|alert certificate required|alert handshake failure/;

type Answer = { readonly status: number; readonly text: string };
/** Lets nobody in whom it does not know. */
const locked: Answer = { status: 200, text: "" };

export const aliveUrl = ({ listen_address }: Config["web"]): string => `${localUrl(listen_address)}/-/healthy`;

/** Throws an error with the system's code if there is no answer. */
export async function askAlive(web: Config["web"]): Promise<Answer> {
  const url = aliveUrl(web);
  return web.config_file === undefined ? ask(url) : askSecured(url);
}

async function ask(url: string): Promise<Answer> {
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(timeoutMs);
  const sent = request(url, { agent: false, rejectUnauthorized: false, signal }).end();
  const [response] = await once(sent, "response");
  let text = "";
  for await (const chunk of response) {
    text += chunk;
    if (text.length > maxBytes) break;
  }
  return { status: response.statusCode, text };
}

/** Does not read the web configuration: where that has gone wrong, the exporter serves with the one before. Who is not let
 *  in knows all the same that it is alive. */
async function askSecured(url: string): Promise<Answer> {
  const allowed = (answer: Answer) => (answer.status === 401 ? locked : answer);
  try {
    return allowed(await ask(url.replace(/^http:/, "https:")));
  } catch (error) {
    const text = `${codeOf(error)} ${error}`;
    if (certificateRequired.test(text)) return locked;
    if (notTls.test(text)) return allowed(await ask(url));
    throw error;
  }
}
