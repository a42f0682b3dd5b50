/** Probes /-/healthy of a running exporter at its listen address. */
import { once } from "node:events";
import { readBody } from "../../lib/files.ts";
import { errorCode } from "../../node-api/errors.ts";
import type { Config } from "../config/schema.ts";
import { defaultPort, localUrl } from "../server-address.ts";
import { command } from "./command.ts";
import { exitCodes, printErrors } from "./io.ts";

const timeoutMs = 3000;
const maxBytes = 64 * 1024;
// messages of OpenSSL: the code can be EPROTO for both
const notTls = /wrong version number/;
/** Matches errors of a TLS server that requires a client certificate. */
const clientCertificateRequired = /^ECONNRESET|alert certificate required|alert handshake failure/;

type ProbeResult = { readonly status: number; readonly text: string };
/** Result for a server that requires credentials: it is alive. */
const authRequired: ProbeResult = { status: 200, text: "" };

const healthUrl = ({ listen_address }: Config["web"]): string => `${localUrl(listen_address)}/-/healthy`;

async function probe(url: string): Promise<ProbeResult> {
  // an import statement also loads the fetch of Node.js: 30 ms and 8 MB
  const { request } = process.getBuiltinModule(url.startsWith("https:") ? "node:https" : "node:http");
  const signal = AbortSignal.timeout(timeoutMs);
  const [response] = await once(request(url, { agent: false, rejectUnauthorized: false, signal }).end(), "response");
  const { text } = await readBody(response, maxBytes);
  return { status: response.statusCode, text };
}

/** Returns the response of /-/healthy. With a web configuration, 401 and a rejected TLS handshake count as 200 without
 *  text. The web configuration is not read: it can be invalid while the exporter runs with a previous version.
 *  Throws an error with the system's code if there is no response. */
export async function probeHealth(web: Config["web"]): Promise<ProbeResult> {
  const url = healthUrl(web);
  if (web.config_file === undefined) return probe(url);
  const result = await probe(url.replace(/^http:/, "https:")).catch((error: unknown) => {
    const message = `${errorCode(error)} ${error}`;
    if (clientCertificateRequired.test(message)) return authRequired;
    if (notTls.test(message)) return probe(url);
    throw error;
  });
  return result.status === 401 ? authRequired : result;
}

export const healthcheck = command({
  name: "healthcheck",
  uses: (key) => ["", "web.listen_address", "web.config_file"].includes(key),
  examples: [`--web.listen-address :${defaultPort}`],
  run: async (io, { web }) => {
    const url = healthUrl(web);
    try {
      const { status } = await probeHealth(web);
      return status === 200 ? exitCodes.ok : printErrors(io, [`${url}: HTTP ${status}`], exitCodes.failed);
    } catch (error) {
      return printErrors(io, [`${url}: no response (${errorCode(error) ?? error})`], exitCodes.failed);
    }
  },
});
