/** Failures of calls: the signs, the label, the description and the fix of each, which log, status page, doctor and documents show, and the
 *  error that a failed call throws. */
import type { IncomingHttpHeaders } from "node:http";
import type { RpcMethodName } from "./contract.ts";
import { type ApiFlagName, apiOf, type ExpectedError, howToEnable, isOffByDefault } from "./method.ts";

export type Failure = {
  /** The label `reason` of the metrics. */
  readonly reason: string;
  /** Names that the system, TLS or undici gives the errors of the failure. */
  readonly names?: readonly string[];
  /** HTTP statuses of the failure. */
  readonly statuses?: readonly number[];
  readonly what: string;
  /** In lower case, without a full stop. Code stands between backticks, `{url}` is the URL of the node, and `{enable}` enables an API of
   *  it or does without. */
  readonly fix: string;
  /** The data becomes available without a restart of the node. */
  readonly endsAlone?: true;
  /** The data comes back within a minute, so that its last values remain. */
  readonly keepsValues?: true;
};

/** Failures by code, in the order of the labels. */
export const failures = {
  refused: {
    reason: "connect",
    names: ["ECONNREFUSED"],
    what: "connection refused",
    fix: "start the node, or correct the host and port of `node.url`",
  },
  closed: {
    reason: "connect",
    names: ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"],
    what: "the connection was closed",
    fix: "use https in `node.url` if the server expects TLS; otherwise check the log of the node, and of the proxy in front of it if there is one",
  },
  dns: {
    reason: "connect",
    names: ["ENOTFOUND", "EAI_AGAIN"],
    what: "the host name does not resolve",
    fix: "correct the host of `node.url`, or check the DNS server of the exporter's machine",
  },
  tls_untrusted: {
    reason: "connect",
    names: [
      "DEPTH_ZERO_SELF_SIGNED_CERT",
      "SELF_SIGNED_CERT_IN_CHAIN",
      "UNABLE_TO_GET_ISSUER_CERT",
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    ],
    what: "the node's certificate is signed by an unknown authority",
    fix: "set `node.tls_config.ca_file` to the certificate of that authority",
  },
  tls_other_host: {
    reason: "connect",
    names: ["ERR_TLS_CERT_ALTNAME_INVALID"],
    what: "the node's certificate does not match the host name",
    fix: "set `node.tls_config.server_name` to a name in the certificate",
  },
  tls_not_spoken: {
    reason: "connect",
    names: ["ERR_SSL_WRONG_VERSION_NUMBER", "ERR_SSL_PACKET_LENGTH_TOO_LONG"],
    what: "the server does not speak TLS on this port",
    fix: "use http instead of https in `node.url`, or start the node with `--http-tls-enabled=true`, a certificate and its key",
  },
  tls: {
    reason: "connect",
    what: "the TLS handshake failed",
    fix: "check the server's certificate, the clocks and `node.tls_config`",
  },
  invalid_header: {
    reason: "connect",
    names: ["UND_ERR_INVALID_ARG"],
    what: "invalid character in a header value",
    fix: "check `node.headers`, the credentials, and the files that they name",
  },
  file: {
    reason: "connect",
    what: "a file cannot be read",
    fix: "correct the path of the file in the configuration, or make the file readable for the exporter",
  },
  not_http: {
    reason: "connect",
    what: "the response is not HTTP",
    fix: "correct the host and port of `node.url`",
  },
  connect: {
    reason: "connect",
    what: "the connection failed",
    fix: "test `node.url` with `curl` from the exporter's machine",
  },
  connect_timeout: {
    reason: "timeout",
    what: "the connection timed out",
    fix: "allow the connection in the firewalls between the exporter and the node, or correct `node.url`",
  },
  timeout: {
    reason: "timeout",
    what: "no response within the timeout",
    fix: "check the node's load and disk latency; otherwise increase `node.timeout` or the collector's interval",
  },
  unsent: {
    reason: "timeout",
    what: "not sent, because an earlier call has no response",
    fix: "check the node's load and disk latency",
  },
  redirect: {
    reason: "http_status",
    what: "redirects are not followed",
    fix: "set `node.url` to the redirect target",
  },
  unauthorized: {
    reason: "http_status",
    statuses: [401, 403, 407],
    what: "a proxy in front of the node refused the request",
    fix: "set `node.authorization` or `node.basic_auth` to valid credentials, and admit the exporter's machine in that proxy",
  },
  wrong_path: {
    reason: "http_status",
    statuses: [404, 405, 501],
    what: "the server does not serve /ext/bc/P, which every node serves",
    fix: "correct the port or the path of `node.url`, which is `{url}`",
  },
  rate_limited: {
    reason: "http_status",
    statuses: [429],
    what: "rate limited by something in front of the node",
    fix: "request a higher limit, or point the exporter at your own node",
  },
  bad_gateway: {
    reason: "http_status",
    statuses: [502, 503, 504],
    what: "the proxy in front of the node cannot reach it",
    fix: "start the node, or correct the address of the node in that proxy",
  },
  server_error: {
    reason: "http_status",
    what: "server error from the node or a proxy in front of it",
    fix: "check the logs of both",
  },
  http_status: {
    reason: "http_status",
    what: "the request was rejected",
    fix: "use https in `node.url` if the server expects TLS; otherwise check the log of the proxy in front of the node",
  },
  host_not_allowed: {
    reason: "host_not_allowed",
    what: "the node does not accept this host name",
    fix: "set `node.host_header: localhost`, use the node's IP address, or add the name to its `--http-allowed-hosts`",
  },
  rpc_error: {
    reason: "rpc_error",
    what: "the node returned an error",
    fix: "see the log of the node",
  },
  wrong_id: {
    reason: "rpc_error",
    what: "the node does not know the ID",
    fix: "correct the ID in the configuration, or remove it",
  },
  not_json: {
    reason: "decode",
    what: "the response is not JSON",
    fix: "correct `node.url`, which is `{url}`: the server there is not a node, or its proxy requires a login",
  },
  schema: {
    reason: "schema",
    what: "the response does not match the schema of the method",
    fix: "check whether a proxy changes or caches responses; otherwise report it with the node's version",
  },
  too_large: {
    reason: "too_large",
    what: "the response is larger than any response of a node: 1 MiB, for lists and blocks up to 32 MiB",
    fix: "check whether the server at `node.url` is a node; if it is, report it with the node's version",
  },
  too_many_utxos: {
    reason: "too_large",
    what: "the addresses have more UTXOs than the exporter reads",
    fix: "consolidate their UTXOs with a transaction, or remove the address from `watch.addresses`",
  },
} as const satisfies Readonly<Record<string, Failure>>;

/** Reasons for data that the node does not provide: states of the node, not failures. */
export const states = {
  bootstrapping: {
    reason: "bootstrapping",
    what: "the chain is still bootstrapping",
    fix: "wait until the chain is bootstrapped (`info.isBootstrapped`)",
    endsAlone: true,
  },
  api_off: {
    reason: "method_unavailable",
    what: "the node does not serve this API",
    fix: "{enable}",
  },
  method_unknown: {
    reason: "method_unavailable",
    what: "the node does not support the method",
    fix: "upgrade the node, or disable the collector; for an EVM chain, add `chain` to `apis` in its configuration (before AvalancheGo 1.15: `internal-blockchain` to `eth-apis`), and restart the node",
  },
  empty_index: {
    reason: "rpc_error",
    what: "the index is still empty",
    fix: "wait until the chain accepts a block",
    endsAlone: true,
  },
  not_validator: {
    reason: "rpc_error",
    what: "a node that does not validate has no uptime",
    fix: "no action is needed",
  },
  not_found: {
    reason: "rpc_error",
    what: "the object does not exist on this network",
    fix: "check the IDs in `watch`, unless this is expected",
  },
  not_counted: {
    reason: "rpc_error",
    what: "the virtual machine of the L1 does not count a new validator yet",
    fix: "wait a minute: the last values are retained",
    endsAlone: true,
    keepsValues: true,
  },
  not_manager: {
    reason: "rpc_error",
    what: "the contract is not a validator manager as ACP-99 defines it",
    fix: "no action is needed: a validator manager of version 1, or one of another kind, does not show its weight",
  },
} as const satisfies Readonly<Record<ExpectedError | "bootstrapping" | "api_off" | "method_unknown", Failure>>;

const table = { ...failures, ...states };
export type FailureCode = keyof typeof table;
const failureOf = ({ code }: NodeFailure): Failure => table[code];
export type UnavailableReason = keyof typeof states;
export type Reason = (typeof table)[FailureCode]["reason"];
/** Reasons for a failed call, and for data that is not available: the values of the label `reason`. */
export const reasons: readonly Reason[] = [...new Set(Object.values(table).map(({ reason }) => reason))];

export type NodeFailure = {
  readonly code: FailureCode;
  /** The flag of the node that enables the API. */
  readonly flag?: ApiFlagName | undefined;
  /** The delay that the header Retry-After asks for, and its end in milliseconds since 1970. */
  readonly retryAfterMs?: number;
  readonly retryAt?: number;
};

const codeWith = (matches: (failure: Failure) => boolean | undefined) =>
  Object.entries<Failure>(failures).find(([, failure]) => matches(failure))?.[0] as FailureCode | undefined;

export const codeOfConnection = (name: string): FailureCode =>
  codeWith(({ names }) => names?.includes(name)) ?? (/^(CERT|ERR_SSL|ERR_TLS)_/.test(name) ? "tls" : "connect");

export function codeOfStatus(status: number): FailureCode {
  const code = codeWith(({ statuses }) => statuses?.includes(status));
  if (code !== undefined) return code;
  if (status >= 500) return "server_error";
  return status >= 300 && status < 400 ? "redirect" : "http_status";
}

export const reasonOf = ({ code }: NodeFailure): Reason => table[code].reason;
/** Returns the description of a failure: a part of a message. */
export const describe = (code: FailureCode): string => table[code].what;

/** Returns whether data that is not available is no problem: it will come, or its collector needs an API that a stock node lacks. Two
 *  states come from the configuration or the node's version, and do not end without a change of it. */
export function isExpected({ code, flag }: NodeFailure): boolean {
  if (code === "api_off") return isOffByDefault(flag);
  return code in states && code !== "method_unknown" && code !== "not_found";
}

/** Returns the steps against a disabled API. For one that a stock node lacks, a setting of the exporter comes first. */
function enableOrDoWithout(flag: ApiFlagName | undefined): string {
  if (flag === undefined) return "disable the collector";
  return isOffByDefault(flag)
    ? `disable the collector with \`--no-collector.${apiOf(flag)}\`, or ${howToEnable(flag)}`
    : `${howToEnable(flag)}, or disable the collector`;
}

/** Returns the steps against a failure of the node at this URL, which must not contain a secret. */
export const fixOf = ({ code, flag }: NodeFailure, url: string): string =>
  table[code].fix.replaceAll("{url}", url).replaceAll("{enable}", enableOrDoWithout(flag));

/** Returns the text without backticks. */
export const withoutCode = (text: string) => text.replaceAll("`", "");

export const plainFixOf = (failure: NodeFailure, url: string): string => withoutCode(fixOf(failure, url));

/** The record of one call that was sent. */
export type CallRecord = {
  readonly method: RpcMethodName;
  /** A virtual machine of a chain has executed the call: its failures show nothing about the node. */
  readonly isOfVm?: boolean;
  /** From the response's header; undefined if there was no response or it has no such header. */
  readonly nodeId: string | undefined;
  /** The response is that of a proxy: it has an error status and no header node-id, which earlier ones of the same path have had. */
  readonly isOfProxy?: boolean;
  /** Time until the result or the failure; the time in the lock queue does not count. */
  readonly seconds: number;
  /** Length of the body, as far as it was read. */
  readonly bytes: number;
  readonly response?: { readonly status: number; readonly headers: IncomingHttpHeaders } | undefined;
  readonly error?: NodeError | undefined;
};

/** Failures of these reasons show that the node has not executed the call, with exceptions. */
const unexecuted: readonly Reason[] = ["connect", "timeout", "http_status", "host_not_allowed"];
const executed: readonly FailureCode[] = ["closed", "timeout", "bad_gateway", "server_error"];

/** The error of a failed call. The message contains neither the URL nor a header: both can contain credentials. */
export class NodeError extends Error {
  override readonly name = "NodeError";
  readonly failure: NodeFailure;
  /** The message without the method and the path of the call. */
  readonly detail: string;
  /** Private, so that no log shows the headers in it. */
  #record: CallRecord | undefined;

  constructor(detail: string, { cause, ...failure }: NodeFailure & { readonly cause?: unknown }, location?: string) {
    super(location === undefined ? detail : `${location}: ${detail}`, { cause });
    this.failure = failure;
    this.detail = detail;
  }
  /** The call that failed; undefined if it was not sent. */
  get record(): CallRecord | undefined {
    return this.#record;
  }
  set record(record: CallRecord | undefined) {
    this.#record = record;
  }
  /** The label `reason` of the metrics. */
  get reason(): Reason {
    return reasonOf(this.failure);
  }
  /** Set if the node does not provide the data, which is no failure. */
  get unavailable(): UnavailableReason | undefined {
    const { code } = this.failure;
    return code in states ? (code as UnavailableReason) : undefined;
  }
  get endsAlone(): boolean {
    return failureOf(this.failure).endsAlone === true;
  }
  get keepsValues(): boolean {
    return failureOf(this.failure).keepsValues === true;
  }
  /** The earliest time of the next try, such as "after 08:30:05 UTC", if a proxy has set it. */
  get nextTry(): string | undefined {
    const { retryAt } = this.failure;
    return retryAt === undefined ? undefined : `after ${new Date(retryAt).toISOString().slice(11, 19)} UTC`;
  }
  /** The node may have executed the call, or may still be executing it. */
  get mayHaveExecuted(): boolean {
    return executed.includes(this.failure.code) || !unexecuted.includes(this.reason);
  }
}

/** Returns the error for a failure of the call at `location`. */
export const errorAt = (location: string, code: FailureCode, text = describe(code), cause?: unknown) =>
  new NodeError(text, { code, cause }, location);

/** Result of a call that may fail. */
export type Attempt<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly value?: undefined; readonly error: NodeError };

/** Returns the result of a call or its NodeError. Other errors are bugs, and are thrown. */
export const attempt = <T>(call: Promise<T>): Promise<Attempt<T>> =>
  call.then(
    (value) => ({ value }),
    (error: unknown) => {
      if (error instanceof NodeError) return { error };
      throw error;
    },
  );

/** The system's or a library's name for an error, such as ECONNREFUSED. */
export const errorCode = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && error.code !== undefined ? String(error.code) : undefined;
