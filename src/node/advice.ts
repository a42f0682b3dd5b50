/** Descriptions of failures and advice on them: the one table for log, doctor, landing page and README. Code stands between
 *  backticks. */
import type { NodeFailure, Reason, UnavailableReason } from "./errors.ts";

/** Advice by the reason of a failure or the name of an unavailability. */
export const advice: Readonly<Record<Exclude<Reason, "method_unavailable"> | UnavailableReason, string>> = {
  connect: "start the node, or correct `node.url`; test with `curl` from the exporter's machine",
  timeout: "check the node's load and disk latency; otherwise increase `node.timeout` or the collector's interval",
  http_status:
    "check the proxy in front of the node; set `node.url` to the redirect target; for 401 configure credentials",
  host_not_allowed:
    "use the node's IP address, add the name to its `--http-allowed-hosts`, or set `node.host_header: localhost`",
  rpc_error: "see the error message and the node's log",
  decode: "check `node.url`: the response seems to come from a proxy or a web server",
  schema:
    "check whether something in front of the node changes or caches responses; otherwise report it with the node's version",
  too_large: "check whether `node.url` is a node; if it is, report it with the node's version",
  bootstrapping: "wait until the chain is bootstrapped (`info.isBootstrapped`)",
  api_off: "enable the API on the node (`--index-enabled`, `--api-admin-enabled`), or disable the collector",
  method_unknown: "upgrade the node, or disable the collector",
  empty_index: "wait: the index is still empty",
  not_validator: "nothing: a node that does not validate has no uptime",
  not_found: "nothing if it does not exist on this network; otherwise check the IDs in `watch`",
  not_activated: "nothing: the network has not activated the required upgrade yet",
};

/** Description of a kind of failure, and advice that is more precise than the general one. */
type Entry = { readonly what: string; readonly advice?: string };

const unknownAuthority: Entry = {
  what: "the node's certificate is signed by an unknown authority",
  advice: "set `node.tls_config.ca_file`",
};
const noTls: Entry = { what: "the server does not speak TLS on this port", advice: "correct `node.url`" };
/** By the code of a failed connection, the status of a response or the kind of a failure. */
const details: Readonly<Record<string, Entry>> = {
  CERT_HAS_EXPIRED: { what: "the node's certificate has expired", advice: "renew it" },
  CERT_NOT_YET_VALID: { what: "the node's certificate is not valid yet", advice: "check the clocks of both machines" },
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: {
    what: "the node's certificate does not match the host name",
    advice: "set `node.tls_config.server_name`",
  },
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ECONNREFUSED: { what: "connection refused", advice: advice.connect },
  ECONNRESET: { what: "the connection was reset" },
  EHOSTUNREACH: { what: "no route to the host" },
  ENETUNREACH: { what: "the network is unreachable" },
  ENOTFOUND: { what: "the host name does not resolve", advice: "correct `node.url`" },
  EAI_AGAIN: { what: "temporary DNS failure" },
  EPIPE: { what: "the connection was closed" },
  UND_ERR_INVALID_ARG: {
    what: "invalid character in a header value",
    advice: "check `node.headers` and the credentials",
  },
  UND_ERR_SOCKET: { what: "the connection was closed by the server" },
  401: { what: "the credentials are missing or invalid", advice: "check `node.authorization` or `node.basic_auth`" },
  403: { what: "a proxy in front of the node refused the request", advice: "check the credentials" },
  404: {
    what: "every node serves this path, so node.url is wrong",
    advice: "check the port and the path prefix in `node.url`",
  },
  429: { what: "rate limited by something in front of the node", advice: "request a higher limit" },
  file: {
    what: "a file cannot be read",
    advice: "correct the path of the file in the configuration, or make the file readable for the exporter",
  },
  not_http: { what: "the response is not HTTP", advice: "correct `node.url`" },
  host_not_allowed: { what: "the node does not accept this host name", advice: advice.host_not_allowed },
};
const redirect: Entry = { what: "redirects are not followed", advice: "set `node.url` to the redirect target" };
const otherStatus: Entry = {
  what: "server error from the node or a proxy in front of it",
  advice: "check the logs of both",
};

function entryOf(failure: NodeFailure): Entry | undefined {
  if (failure.kind === "connect") return details[failure.code ?? ""];
  if (failure.kind !== "http_status") return details[failure.kind];
  return failure.status >= 300 && failure.status < 400 ? redirect : (details[failure.status] ?? otherStatus);
}

/** Returns the description of a failure with its precise advice, if there is one, without backticks: a part of a message. */
export function describe(failure: NodeFailure): string | undefined {
  const { what, advice } = entryOf(failure) ?? {};
  return advice === undefined ? what : `${what}: ${advice.replaceAll("`", "")}`;
}

/** Returns the steps against a failure: in lower case, without a full stop. */
export function adviceOf(failure: NodeFailure): string {
  const precise = entryOf(failure)?.advice;
  if (precise !== undefined) return precise;
  if (failure.kind === "unavailable") return advice[failure.why];
  if (failure.kind === "rpc_error") return advice[failure.refusal ?? "rpc_error"];
  return advice[failure.kind === "file" || failure.kind === "not_http" ? "connect" : failure.kind];
}
