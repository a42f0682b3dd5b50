/** HTTP to one node: agent, TLS, credentials. Files are read anew, so that a rotated secret needs no restart. */
import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { codeOf } from "./errors.ts";
import { Agent, buildConnector, request } from "./undici.ts";

type Text = string | undefined;
export type TransportOptions = {
  /** Base URL without trailing slash; a path prefix is kept. */
  readonly url: string;
  /** Milliseconds for one call, slow bodies included. */
  readonly timeout: number;
  readonly host_header?: Text;
  readonly authorization?:
    | { readonly type: string; readonly credentials?: Text; readonly credentials_file?: Text }
    | undefined;
  readonly basic_auth?:
    | { readonly username: string; readonly password?: Text; readonly password_file?: Text }
    | undefined;
  readonly tls_config?: TlsOptions | undefined;
  readonly headers?: Readonly<Record<string, HeaderOptions>> | undefined;
};
type HeaderOptions = {
  readonly values?: readonly string[] | undefined;
  readonly secrets?: readonly string[] | undefined;
  readonly files?: readonly string[] | undefined;
};
type TlsOptions = {
  readonly ca?: Text;
  readonly ca_file?: Text;
  readonly cert?: Text;
  readonly cert_file?: Text;
  readonly key?: Text;
  readonly key_file?: Text;
  readonly server_name?: Text;
  readonly insecure_skip_verify?: boolean | undefined;
  readonly min_version?: "TLS12" | "TLS13" | undefined;
  readonly max_version?: "TLS12" | "TLS13" | undefined;
};

export type Answer = {
  readonly status: number;
  readonly nodeId: string | undefined;
  readonly text: () => Promise<string>;
  /** Takes out of a text what was sent to prove who asks. */
  readonly hide: (text: string) => string;
};

/** A file that the configuration names and that cannot be read. */
export class FileError extends Error {
  override readonly name = "FileError";
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (cause) {
    throw new FileError(`cannot read ${file}: ${codeOf(cause) ?? cause}`, {
      cause,
    });
  }
}
const textOrFile = async (text: Text, file: Text) => text ?? (file === undefined ? undefined : await read(file));

async function connectOptions({ tls_config: tls }: TransportOptions) {
  if (!tls) return {};
  const version = { TLS12: "TLSv1.2", TLS13: "TLSv1.3" } as const;
  const [ca, cert, key] = await Promise.all([
    textOrFile(tls.ca, tls.ca_file),
    textOrFile(tls.cert, tls.cert_file),
    textOrFile(tls.key, tls.key_file),
  ]);
  return {
    ...(ca !== undefined && { ca }),
    ...(cert !== undefined && { cert }),
    ...(key !== undefined && { key }),
    ...(tls.insecure_skip_verify && { rejectUnauthorized: false }),
    ...(tls.min_version && { minVersion: version[tls.min_version] }),
    ...(tls.max_version && { maxVersion: version[tls.max_version] }),
  };
}

async function requestHeaders({ host_header, authorization, basic_auth, headers = {} }: TransportOptions) {
  const all: Record<string, string | string[]> = { "content-type": "application/json" };
  const hidden: string[] = [];
  if (host_header !== undefined) all["host"] = host_header;
  if (authorization) {
    const credentials = (await textOrFile(authorization.credentials, authorization.credentials_file))?.trim() ?? "";
    all["authorization"] = `${authorization.type} ${credentials}`;
    hidden.push(credentials);
  }
  if (basic_auth) {
    const password = (await textOrFile(basic_auth.password, basic_auth.password_file))?.trim() ?? "";
    const encoded = Buffer.from(`${basic_auth.username}:${password}`).toString("base64");
    all["authorization"] = `Basic ${encoded}`;
    hidden.push(encoded, password);
  }
  for (const [name, { values = [], secrets = [], files = [] }] of Object.entries(headers)) {
    const own = [...secrets, ...(await Promise.all(files.map(read))).map((text) => text.trim())];
    all[name.toLowerCase()] = [...values, ...own];
    hidden.push(...own);
  }
  const secrets = hidden.filter((secret) => secret !== "");
  const hide = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "<secret>"), text);
  return { headers: all, hide };
}

/** The name that the certificate must have is server_name or the URL's; undici would take it from the host header. */
function connectorOf({ servername, ...options }: buildConnector.BuildOptions & { readonly servername: Text }) {
  const connect = buildConnector(options);
  const connector: buildConnector.connector = ({ servername: _fromHost, ...options }, callback) =>
    connect({ ...options, ...(servername !== undefined && { servername }) }, callback);
  return connector;
}

/** undici heeds the signal only once it is connected. */
async function heeding<T>(signal: AbortSignal, sent: Promise<T>): Promise<T> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener("abort", stop);
  });
  try {
    return await Promise.race([sent, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** `maxBody` in bytes: a longer answer is broken off. */
export function createTransport(first: TransportOptions, maxBody: number) {
  let options = first;
  let current: { readonly connect: object; readonly agent: Agent } | undefined;

  async function agentNow(): Promise<Agent> {
    const { timeout, tls_config } = options;
    const connect = { ...(await connectOptions(options)), servername: tls_config?.server_name, timeout };
    if (current && isDeepStrictEqual(current.connect, connect)) return current.agent;
    current?.agent.close().catch(() => {}); // calls in flight end on the old one
    const agent = new Agent({
      connections: 16,
      pipelining: 1,
      keepAliveTimeout: 60_000, // the node closes after 120 s
      maxResponseSize: maxBody,
      headersTimeout: 0, // the call's signal is the one time-out
      bodyTimeout: 0,
      connect: connectorOf(connect),
    });
    current = { connect, agent };
    return agent;
  }

  return {
    async post(path: string, body: string, signal: AbortSignal): Promise<Answer> {
      const dispatcher = await agentNow();
      const { headers, hide } = await requestHeaders(options);
      signal.throwIfAborted();
      const sent = request(options.url + path, { dispatcher, method: "POST", headers, body, signal });
      const response = await heeding(signal, sent);
      const nodeId = response.headers["node-id"];
      return {
        status: response.statusCode,
        nodeId: typeof nodeId === "string" && nodeId !== "" ? nodeId : undefined,
        text: () => response.body.text(),
        hide,
      };
    },
    /** From the next call on; those in flight end as they began. */
    use(next: TransportOptions) {
      options = next;
    },
    close: () => current?.agent.destroy() ?? Promise.resolve(),
  };
}
