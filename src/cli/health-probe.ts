/** Probes /-/healthy of a running exporter at its listen address. */
import { once } from "node:events";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Config } from "../config/schema.ts";
import { errorCode } from "../node/errors.ts";
import { localUrl } from "./listen-address.ts";

const timeoutMs = 3000;
/** Maximum response size. The response of the exporter is shorter. */
const maxBytes = 1024;
// messages of OpenSSL: the code can be EPROTO for both
const notTls = /wrong version number/;
/** Matches errors of a TLS server that requires a client certificate. */
const clientCertificateRequired = /^ECONNRESET|alert certificate required|alert handshake failure/;

type ProbeResult = { readonly status: number; readonly text: string };
/** Result for a server that requires credentials: it is alive. */
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

/** Returns the response of /-/healthy. With a web configuration, 401 and a rejected TLS handshake count as 200 without
 *  text. The web configuration is not read: it can be invalid while the exporter runs with a previous version.
 *  Throws an error with the system's code if there is no response. */
export async function probeHealth(web: Config["web"]): Promise<ProbeResult> {
  const url = healthUrl(web);
  if (web.config_file === undefined) return probe(url);
  const result = await probe(url.replace(/^http:/, "https:")).catch((error: unknown) => {
    const text = `${errorCode(error)} ${error}`;
    if (clientCertificateRequired.test(text)) return authRequired;
    if (notTls.test(text)) return probe(url);
    throw error;
  });
  return result.status === 401 ? authRequired : result;
}
