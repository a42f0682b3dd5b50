/** Asks the exporter at its own address whether it is alive. */
import { once } from "node:events";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Config } from "../config/schema.ts";
import { codeOf } from "../node/errors.ts";
import { localUrl } from "./listen-address.ts";

const timeoutMs = 3000;
/** A longer answer is not the exporter's. */
const maxBytes = 1024;
// OpenSSL's texts: depending on the moment, the code is EPROTO for both
const notTls = /wrong version number/;
/** How a server that speaks TLS refuses a client without a certificate. */
const clientCertificateRequired = /^ECONNRESET|alert certificate required|alert handshake failure/;

type ProbeResult = { readonly status: number; readonly text: string };
/** A server that refuses clients it does not know is alive. */
const authRequired: ProbeResult = { status: 200, text: "" };

export const healthUrl = ({ listen_address }: Config["web"]): string => `${localUrl(listen_address)}/-/healthy`;

async function probe(url: string): Promise<ProbeResult> {
  const request = url.startsWith("https:") ? requestHttps : requestHttp;
  const signal = AbortSignal.timeout(timeoutMs);
  const [response] = await once(request(url, { agent: false, rejectUnauthorized: false, signal }).end(), "response");
  let text = "";
  for await (const chunk of response) {
    text += chunk;
    if (text.length > maxBytes) break;
  }
  return { status: response.statusCode, text };
}

/** Returns the answer of /-/healthy; with a web configuration a refusal of the client counts as a 200 without text.
 *  That file is not read: where it is wrong now, the exporter serves with an earlier state of it.
 *  Throws an error with the system's code if there is no answer. */
export async function probeHealth(web: Config["web"]): Promise<ProbeResult> {
  const url = healthUrl(web);
  if (web.config_file === undefined) return probe(url);
  const answer = await probe(url.replace(/^http:/, "https:")).catch((error: unknown) => {
    const text = `${codeOf(error)} ${error}`;
    if (clientCertificateRequired.test(text)) return authRequired;
    if (notTls.test(text)) return probe(url);
    throw error;
  });
  return answer.status === 401 ? authRequired : answer;
}
