/** HTTP connections to one node: agent, TLS, credentials. Files are read for each call, so rotated secrets need no restart. */
import { isDeepStrictEqual } from "node:util";
import { Agent, buildConnector, Client, type Dispatcher, request } from "undici";
import { readBody } from "../lib/body.ts";
import { readTextFile } from "../lib/files.ts";
import { createSecretMask } from "../lib/redaction.ts";
import { errorCode } from "./errors.ts";

type OptionalText = string | undefined;
type Optional<Name extends string, T = string> = { readonly [N in Name]?: T | undefined };
type TlsOptions = Optional<"ca" | "ca_file" | "cert" | "cert_file" | "key" | "key_file" | "server_name"> &
  Optional<"min_version" | "max_version", "TLS12" | "TLS13"> &
  Optional<"insecure_skip_verify", boolean>;
export type TransportOptions = {
  /** Base URL without trailing slash; a path prefix is kept. */
  readonly url: string;
  /** Milliseconds for one call, slow bodies included. */
  readonly timeout: number;
  readonly host_header?: OptionalText;
  readonly authorization?: ({ readonly type: string } & Optional<"credentials" | "credentials_file">) | undefined;
  readonly basic_auth?: ({ readonly username: string } & Optional<"password" | "password_file">) | undefined;
  readonly tls_config?: TlsOptions | undefined;
  readonly headers?: Readonly<Record<string, Optional<"values" | "secrets" | "files", readonly string[]>>> | undefined;
};

/** Milliseconds until an idle connection is closed. The node closes it after 120 s. */
export const maxIdleConnectionMs = 60_000;

/** Milliseconds until a connection is replaced, so that a changed address is followed. */
export const maxConnectionAgeMs = 300_000;

/** Codes of the errors for a connection that the server has closed. */
const closedCodes: readonly unknown[] = ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"];

/** A configured file that cannot be read. */
export class FileError extends Error {
  override readonly name = "FileError";
}

async function readConfiguredFile(file: string): Promise<string> {
  try {
    return await readTextFile(file);
  } catch (cause) {
    throw new FileError(`cannot read ${file}: ${errorCode(cause) ?? (cause as Error).message}`, { cause });
  }
}
const readTextOrFile = async (text: OptionalText, file: OptionalText) =>
  text ?? (file === undefined ? undefined : await readConfiguredFile(file));
const readSecret = async (text: OptionalText, file: OptionalText) => (await readTextOrFile(text, file))?.trim() ?? "";

async function connectOptions({ timeout, tls_config: tls = {} }: TransportOptions) {
  const version = { TLS12: "TLSv1.2", TLS13: "TLSv1.3" } as const;
  return {
    timeout,
    servername: tls.server_name,
    ca: await readTextOrFile(tls.ca, tls.ca_file),
    cert: await readTextOrFile(tls.cert, tls.cert_file),
    key: await readTextOrFile(tls.key, tls.key_file),
    ...(tls.insecure_skip_verify && { rejectUnauthorized: false }),
    minVersion: tls.min_version && version[tls.min_version],
    maxVersion: tls.max_version && version[tls.max_version],
  };
}

/** Returns the headers of a request, and the secrets in them. Throws a FileError. */
export async function requestHeaders({ host_header, authorization, basic_auth, headers = {} }: TransportOptions) {
  const all: Record<string, string | string[]> = { "content-type": "application/json" };
  const secrets: string[] = [];
  if (host_header !== undefined) all["host"] = host_header;
  if (authorization) {
    const credentials = await readSecret(authorization.credentials, authorization.credentials_file);
    all["authorization"] = `${authorization.type} ${credentials}`;
    secrets.push(credentials);
  }
  if (basic_auth) {
    const password = await readSecret(basic_auth.password, basic_auth.password_file);
    const encoded = Buffer.from(`${basic_auth.username}:${password}`).toString("base64");
    all["authorization"] = `Basic ${encoded}`;
    secrets.push(encoded, password);
  }
  for (const [name, { values = [], secrets: inline = [], files = [] }] of Object.entries(headers)) {
    const own = [...inline, ...(await Promise.all(files.map(readConfiguredFile))).map((text) => text.trim())];
    const lower = name.toLowerCase(); // header names are case-insensitive
    all[lower] = [...(all[lower] ?? []), ...values, ...own];
    secrets.push(...own);
  }
  return { headers: all, secrets };
}

type ConnectOptions = Awaited<ReturnType<typeof connectOptions>>;

/** Verifies the certificate against server_name or the host of the URL; undici would use the host header. */
function connectorOf({ servername, ...options }: ConnectOptions) {
  const connect = buildConnector(options);
  const connector: buildConnector.connector = ({ servername: _fromHost, ...options }, callback) =>
    connect({ ...options, ...(servername !== undefined && { servername }) }, callback);
  return connector;
}

const interceptStart =
  (onStart: () => void): Dispatcher.DispatcherComposeInterceptor =>
  (dispatch) =>
  (options, handler) =>
    dispatch(options, {
      onRequestStart(...args) {
        onStart();
        handler.onRequestStart?.(...args);
      },
      onResponseStart: (...args) => handler.onResponseStart?.(...args),
      onResponseData: (...args) => handler.onResponseData?.(...args),
      onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
      onResponseError: (...args) => handler.onResponseError?.(...args),
    });

const clientOptions = (connect: ConnectOptions): Client.Options => ({
  pipelining: 1,
  keepAliveTimeout: maxIdleConnectionMs,
  headersTimeout: 0, // the signal of the call is the only timeout
  bodyTimeout: 0,
  connect: connectorOf(connect),
});

type Post = {
  readonly signal: AbortSignal;
  /** The request can be sent again, because it only reads. */
  readonly isRepeatable: boolean;
  /** Runs when the request is complete. */
  readonly onSend: () => void;
  /** Runs when the request has a connection. */
  readonly onStart: () => void;
};

/** Resolves with a response, or rejects when the signal is aborted: undici itself ignores the signal until it is connected. */
function orAborted<T>(response: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener("abort", onAbort);
  return Promise.race([response, aborted.promise]).finally(
    () => signal.removeEventListener("abort", onAbort), // it would hold the response until the timeout of the call
  );
}

/** Creates a client of one server. The caller closes it. */
export function createTransport(first: TransportOptions) {
  let options = first;
  let current: { readonly connect: object; readonly agent: Agent } | undefined;
  /** Number of connections that have been opened. */
  let opened = 0;
  let open = 0;
  let lost = 0;

  function counted<D extends Dispatcher>(dispatcher: D): D {
    dispatcher.on("connect", () => {
      opened++;
      open++;
    });
    dispatcher.on("disconnect", () => {
      if (--open === 0) lost++;
    });
    return dispatcher;
  }

  function agentFor(connect: ConnectOptions): Agent {
    if (current && isDeepStrictEqual(current.connect, connect)) return current.agent;
    current?.agent.close().catch(() => {}); // calls in flight continue on the old agent
    const agent = counted(new Agent({ ...clientOptions(connect), connections: 16, clientTtl: maxConnectionAgeMs }));
    current = { connect, agent };
    return agent;
  }

  /** Sends a request. Repeats it once on a new connection if the server had closed an open one: the request and the end of the
   *  connection have crossed. */
  async function send(
    request: (dispatcher: Dispatcher) => Promise<Dispatcher.ResponseData>,
    connect: ConnectOptions,
    { signal, isRepeatable }: Post,
  ) {
    const before = opened;
    try {
      return await request(agentFor(connect));
    } catch (error) {
      const isReused = opened === before;
      if (!isRepeatable || !isReused || signal.aborted || !closedCodes.includes(errorCode(error))) throw error;
    }
    const client = counted(new Client(new URL(options.url).origin, clientOptions(connect)));
    try {
      return await request(client);
    } finally {
      void client.close(); // resolves when the response has been read
    }
  }

  return {
    /** Returns the response when its headers have arrived; the caller reads the body. Throws the signal's reason, a FileError, or the
     *  network's error. */
    async post(path: string, body: string, call: Post) {
      const { signal, onSend, onStart } = call;
      const connect = await connectOptions(options);
      const { headers, secrets: sentSecrets } = await requestHeaders(options);
      const secrets = createSecretMask(sentSecrets);
      signal.throwIfAborted();
      onSend();
      const { url } = options;
      const sendBy = (one: Dispatcher) => {
        const dispatcher = one.compose(interceptStart(onStart));
        return request(url + path, { dispatcher, method: "POST", headers, body, signal });
      };
      const response = await orAborted(send(sendBy, connect, call), signal);
      return {
        status: response.statusCode,
        /** By name in lower case. */
        headers: response.headers,
        /** Reads up to `maxBytes`, and closes the connection if there are more. */
        read: (maxBytes: number) => readBody(response.body, maxBytes),
        /** Redacts the secrets of the request. */
        secrets,
      };
    },
    /** Returns the number of connections that have been opened. */
    opened: () => opened,
    /** Returns the number of times that the last open connection was closed. A restart of the node closes all of them. */
    lost: () => lost,
    /** Uses other options from the next call on; calls in flight are not affected. */
    updateOptions(next: TransportOptions) {
      options = next;
    },
    /** Aborts the calls in flight. Resolves when all connections are closed. */
    close: () => current?.agent.destroy() ?? Promise.resolve(),
  };
}
export type HttpResponse = Awaited<ReturnType<ReturnType<typeof createTransport>["post"]>>;
