/** HTTP connections to one node: TLS, credentials, and the failures of connections. Files are read for each call, so rotated secrets need no
 *  restart. */
import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { buildConnector, Client, type Dispatcher, errors, Pool, request } from "undici";
import packageJson from "../../package.json" with { type: "json" };
import { orAborted, shareTask } from "../lib/clock.ts";
import { createFileReader, readBody } from "../lib/files.ts";
import { createSecretMask, isKey } from "../lib/redaction.ts";
import { codeOfConnection, describe, errorAt, errorCode, NodeError } from "./errors.ts";
import { idError, nodeIdError } from "./ids.ts";

type Optional<Name extends string, T = string> = { readonly [N in Name]?: T | undefined };
type TlsOptions = Optional<"ca" | "ca_file" | "cert" | "cert_file" | "key" | "key_file" | "server_name"> &
  Optional<"min_version" | "max_version", "TLS12" | "TLS13"> &
  Optional<"insecure_skip_verify", boolean>;
export type TransportOptions = {
  /** Base URL without trailing slash; a path prefix is kept. */
  readonly url: string;
  /** Milliseconds for one call, slow bodies included. */
  readonly timeout: number;
  readonly host_header?: string | undefined;
  readonly authorization?: ({ readonly type: string } & Optional<"credentials" | "credentials_file">) | undefined;
  readonly basic_auth?: ({ readonly username: string } & Optional<"password" | "password_file">) | undefined;
  readonly tls_config?: TlsOptions | undefined;
  readonly headers?: Readonly<Record<string, Optional<"values" | "secrets" | "files", readonly string[]>>> | undefined;
};

/** Milliseconds until an idle connection is closed: longer than most intervals. The node closes it after 120 s. */
export const maxIdleConnectionMs = 110_000;

/** Milliseconds until a connection is replaced, so that a changed address is followed. */
export const maxConnectionAgeMs = 300_000;

/** Maximum number of connections for the calls that the node answers, and for those of L1s, whose virtual machines can hang. */
const maxConnections = { node: 12, vm: 4 } as const;
type Lane = keyof typeof maxConnections;

/** Milliseconds for which the addresses of a name, or the failure of its lookup, are used again: calls that start together share them. */
const maxLookupAgeMs = 5000;

/** Creates the lookups of names and reads of files that several clients share. Each holds a thread of the pool until the system responds, and
 *  cannot be canceled: a name or file that hangs holds one. */
export function createResources() {
  const find = shareTask((name) => lookup(name, { all: true }), maxLookupAgeMs);
  const lookUp: LookupFunction = (name, { all }, callback) =>
    void find(name).then(
      (found) => (all ? callback(null, found) : callback(null, found[0]?.address ?? "", found[0]?.family)),
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  return { lookUp, readFile: createFileReader() };
}
export type Resources = ReturnType<typeof createResources>;

/** Returns a text or that of a file. Throws NodeError. */
type ReadText = (text: string | undefined, file: string | undefined) => Promise<string | undefined>;

const textReader =
  ({ readFile }: Resources, { location, signal }: Pick<Post, "location" | "signal">): ReadText =>
  async (text, file) => {
    if (text !== undefined || file === undefined) return text;
    return await readFile(file, signal).catch((cause: Error) => {
      throw errorAt(location, "file", `cannot read ${file}: ${errorCode(cause) ?? cause.message}`, cause);
    });
  };

async function connectOptions({ timeout, tls_config: tls = {} }: TransportOptions, read: ReadText) {
  const version = { TLS12: "TLSv1.2", TLS13: "TLSv1.3" } as const;
  return {
    timeout,
    autoSelectFamilyAttemptTimeout: Math.min(2000, Math.ceil(timeout / 4)), // of each address of a name but the last
    allowH2: false,
    servername: tls.server_name,
    ca: await read(tls.ca, tls.ca_file),
    allowPartialTrustChain: true, // as in Prometheus, the certificate of an issuing authority is sufficient
    cert: await read(tls.cert, tls.cert_file),
    key: await read(tls.key, tls.key_file),
    ...(tls.insecure_skip_verify && { rejectUnauthorized: false }),
    minVersion: tls.min_version && version[tls.min_version],
    maxVersion: tls.max_version && version[tls.max_version],
  };
}

/** Returns the headers of a request, and the secrets in them and in the URL. */
async function requestHeaders(
  { url, host_header, authorization, basic_auth, headers = {} }: TransportOptions,
  read: ReadText,
) {
  const readSecret = async (...source: Parameters<ReadText>) => (await read(...source))?.trim() ?? "";
  const all: Record<string, string | string[]> = {
    "content-type": "application/json",
    "accept-encoding": "identity", // without it a proxy may compress
  };
  // responses can repeat a word by chance, and an ID, which is public
  const isLong = (part: string) => part.length >= (/\d/.test(part) ? 8 : 16);
  const isSecret = (part: string) => isLong(part) && isKey(part) && idError(part) && nodeIdError(part);
  const secrets = new URL(url).pathname.split("/").filter(isSecret);
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
    const own = [...inline, ...(await Promise.all(files.map((file) => readSecret(undefined, file))))];
    const lower = name.toLowerCase(); // header names are case-insensitive
    all[lower] = [...(all[lower] ?? []), ...values, ...own];
    secrets.push(...own);
  }
  all["user-agent"] ??= `avalanche-exporter/${packageJson.version}`;
  return { headers: all, secrets };
}

type ConnectOptions = Awaited<ReturnType<typeof connectOptions>>;

/** Verifies the certificate against server_name or the host of the URL; undici would use the host header. */
function connectorOf({ servername, ...options }: ConnectOptions, lookup: LookupFunction): buildConnector.connector {
  const connect = buildConnector({ ...options, lookup });
  return ({ servername: _ofHeader, ...target }, callback) =>
    connect({ ...target, ...(servername !== undefined && { servername }) }, callback);
}

/** Returns whether the server has closed a connection. */
const isClosed = (error: unknown) => codeOfConnection(errorCode(error) ?? "") === "closed";

/** A request while it is sent, with its connection: none yet, one that was opened for it, or one that was open before. */
type Sending = { connection: "none" | "new" | "reused" };
/** A client of one connection and one request at a time, which keeps the connection of each request in its `sending`. */
class TrackingClient extends Client {
  #sending: Sending | undefined;
  constructor(...args: ConstructorParameters<typeof Client>) {
    super(...args);
    this.on("connect", () => {
      if (this.#sending) this.#sending.connection = "new";
    });
  }
  override dispatch(options: Dispatcher.DispatchOptions & { sending?: Sending }, handler: Dispatcher.DispatchHandler) {
    this.#sending = options.sending;
    if (this.#sending && this.stats.connected) this.#sending.connection = "reused";
    return super.dispatch(options, handler);
  }
}

/** The last phase of a call without a response: the lookup of the host name, no connection, or a request that was sent. */
export type Phase = "lookup" | "connect" | "answer";
type Post = {
  /** The call, in messages. */
  readonly location: string;
  readonly signal: AbortSignal;
  readonly lane: Lane;
  /** The request can be sent again, because it only reads. */
  readonly isRepeatable: boolean;
};

/** Creates a client of one server. The caller closes it. `onLost` runs when the server has closed a connection, and when the last one was
 *  closed: a restart of the node closes all of them. */
export function createTransport(options: TransportOptions, resources = createResources(), onLost = () => {}) {
  let current: { readonly connect: ConnectOptions; readonly pools: Readonly<Record<Lane, Pool>> } | undefined;
  /** Number of lookups of the host name in progress. */
  let lookups = 0;
  let open = 0;

  const lookup: LookupFunction = (name, options, callback) => {
    lookups++;
    resources.lookUp(name, options, (...result) => {
      lookups--;
      callback(...result);
    });
  };
  const pools = () => Object.values(current?.pools ?? {});

  function createPool(connections: number, connect: ConnectOptions): Pool {
    const pool = new Pool(new URL(options.url).origin, {
      connections,
      clientTtl: maxConnectionAgeMs,
      factory: (origin, options) => new TrackingClient(origin, options),
      pipelining: 1,
      keepAliveTimeout: maxIdleConnectionMs,
      headersTimeout: 0, // the signal of the call is the only timeout
      bodyTimeout: 0,
      connect: connectorOf(connect, lookup),
    });
    pool.on("connect", () => void open++);
    pool.on("disconnect", (_origin, _targets, error) => {
      if (--open === 0 || isClosed(error)) onLost();
    });
    return pool;
  }
  function poolFor(lane: Lane, connect: ConnectOptions): Pool {
    if (current && isDeepStrictEqual(current.connect, connect)) return current.pools[lane];
    for (const pool of pools()) pool.close().catch(() => {}); // calls in flight continue on the old pools
    const { node, vm } = maxConnections;
    current = { connect, pools: { node: createPool(node, connect), vm: createPool(vm, connect) } };
    return current.pools[lane];
  }

  /** Sends a request. Repeats it once on a new connection if the server had closed an open one: the request and the end of the
   *  connection have crossed. */
  async function send(path: string, body: string, sending: Sending, call: Post) {
    const { signal, lane, isRepeatable } = call;
    const read = textReader(resources, call);
    const connect = await connectOptions(options, read);
    const { headers, secrets } = await requestHeaders(options, read);
    signal.throwIfAborted();
    const sendBy = async (dispatcher: Dispatcher) => {
      const sent = { dispatcher, method: "POST", headers, body, signal, sending } as const;
      // undici ignores the signal until it is connected
      const response = await orAborted(request(options.url + path, sent), signal);
      return {
        status: response.statusCode,
        /** By name in lower case. */
        headers: response.headers,
        /** Reads up to `maxBytes`, and closes the connection if there are more. */
        read: (maxBytes: number) => readBody(response.body, maxBytes),
        /** Redacts the secrets of the request. */
        secrets: createSecretMask(secrets),
      };
    };
    try {
      return await sendBy(poolFor(lane, connect));
    } catch (error) {
      if (!isRepeatable || sending.connection !== "reused" || signal.aborted || !isClosed(error)) throw error;
    }
    const pool = createPool(1, connect);
    return sendBy(pool).finally(() => void pool.close()); // it ends when the response has been read
  }

  return {
    /** Sends a request. `response` resolves when its headers have arrived; the caller reads the body. It rejects with the reason of the
     *  signal, NodeError for a file that cannot be read, or the network's error. */
    post(path: string, body: string, call: Post) {
      const sending: Sending = { connection: "none" };
      return {
        response: send(path, body, sending, call),
        phase: (): Phase => (sending.connection !== "none" ? "answer" : lookups > 0 ? "lookup" : "connect"),
      };
    },
    /** Aborts the calls in flight. Resolves when all connections are closed. */
    async close() {
      await Promise.all(pools().map((pool) => pool.destroy()));
    },
  };
}
export type HttpResponse = Awaited<ReturnType<ReturnType<typeof createTransport>["post"]>["response"]>;

/** Returns the error for an exception of a request; undefined for a bug. `phase`: the last one of the call. */
export function fromThrown(cause: unknown, location: string, timeoutMs: number, phase: Phase): NodeError | undefined {
  if (cause instanceof NodeError) return cause;
  if (cause instanceof errors.HTTPParserError) return errorAt(location, "not_http", undefined, cause);
  if (cause instanceof Error && /Timeout/.test(cause.name)) {
    const limit = `within ${timeoutMs / 1000} s`;
    if (phase === "lookup") return errorAt(location, "dns", `the lookup of the host name did not end ${limit}`, cause);
    if (phase === "connect" || cause instanceof errors.ConnectTimeoutError)
      return errorAt(location, "connect_timeout", undefined, cause);
    return errorAt(location, "timeout", `no response ${limit}`, cause);
  }
  const name = errorCode(cause);
  if (name === undefined) return undefined; // all other errors of the system and of undici have a name
  const code = codeOfConnection(name);
  return errorAt(location, code, `${describe(code)} (${name})`, cause);
}
