/** From what came back, or did not, to the one error type. Messages say what failed, where, and what to check; they hold
 *  neither the URL nor a header: both can carry credentials. */
import type * as z from "zod";
import type { Method, Refusal } from "../contract/method.ts";
import { codeOf, NodeError } from "./errors.ts";
import { FileError } from "./transport.ts";
import { errors } from "./undici.ts";

const short = (text: string) => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 200 ? `${line.slice(0, 200)}…` : line;
};

/** An HTTP status other than 200. */
export function fromStatus(status: number, text: string, where: string, { on }: Method): NodeError {
  if (status === 403 && /invalid host/.test(text)) {
    const hint = "list the host in the node's --http-allowed-hosts, or set node.host_header to localhost";
    return new NodeError(`${where}: the node does not accept this host name: ${hint}`, {
      reason: "host_not_allowed",
      worked: false,
    });
  }
  if (status === 503 && /not done bootstrapping/.test(text)) {
    return new NodeError(`${where}: the chain is still bootstrapping`, {
      reason: "bootstrapping",
      unavailable: "bootstrapping",
    });
  }
  if (status === 404 && !on.always) {
    const hint = on.flag ? `the node runs without ${on.flag}` : "the node does not serve it";
    return new NodeError(`${where}: 404: ${hint}`, { reason: "method_unavailable", unavailable: "api_off" });
  }
  const hints: Readonly<Record<number, string>> = {
    401: "the credentials are missing or wrong: check node.authorization or node.basic_auth",
    403: "something before the node refuses the call: check the credentials",
    404: "every node serves this path: node.url is wrong",
    429: "too many calls: something before the node limits them",
  };
  const redirect =
    status >= 300 && status < 400 ? "a redirect, which is not followed: set node.url to where it leads" : undefined;
  const hint = redirect ?? hints[status] ?? "the node or something before it has a problem";
  return new NodeError(`${where}: HTTP ${status}: ${hint}`, { reason: "http_status", worked: status >= 500 });
}

/** An error that the node answered in JSON. */
export function fromRpc(message: string, where: string, { refusals = {} }: Method): NodeError {
  if (/^rpc: can't find (method|service)/.test(message)) {
    const text = `${where}: this node's version does not know the method`;
    return new NodeError(text, { reason: "method_unavailable", unavailable: "method_unknown" });
  }
  const refusal = Object.entries(refusals).find(([, text]) => text.test(message));
  return new NodeError(`${where}: ${short(message)}`, {
    reason: "rpc_error",
    unavailable: refusal?.[0] as Refusal | undefined,
  });
}

/** An answer that the contract does not allow; `part` is what was checked. */
export function fromIssues(issues: readonly z.core.$ZodIssue[], where: string, part: string): NodeError {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  const field = [part, ...(first?.path ?? [])].join(".");
  return new NodeError(`${where}: ${field}: ${short(first?.message ?? "unexpected")}${more}`, { reason: "schema" });
}

const unknownAuthority = "the node's certificate is signed by nobody known: set node.tls_config.ca_file";
const noTls = "the node speaks no TLS there: is node.url right?";
const hints: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: "the node's certificate has expired",
  CERT_NOT_YET_VALID: "the node's certificate is not valid yet: is a clock wrong?",
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  ERR_TLS_CERT_ALTNAME_INVALID: "the node's certificate is for another name: set node.tls_config.server_name",
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  ECONNREFUSED: "connection refused: is the node running, and node.url right?",
  ECONNRESET: "the connection was reset",
  EHOSTUNREACH: "the host cannot be reached",
  ENETUNREACH: "the network cannot be reached",
  ENOTFOUND: "the host name does not resolve: is node.url right?",
  EAI_AGAIN: "the host name cannot be looked up now",
  EPIPE: "the connection was closed",
  UND_ERR_INVALID_ARG: "a header holds what HTTP cannot carry: check node.headers and the credentials",
  UND_ERR_SOCKET: "the connection was closed by the other side",
};

/** A connection that was there: the node's own time-out of 30 s ends so. */
const cut = ["ECONNRESET", "EPIPE", "UND_ERR_SOCKET"];

/** Whatever a request threw. */
export function fromThrown(cause: unknown, where: string, timeout: number): NodeError {
  if (cause instanceof NodeError) return cause;
  if (cause instanceof errors.ResponseExceededMaxSizeError) {
    return new NodeError(`${where}: the answer is larger than is read`, { reason: "too_large", cause });
  }
  if (cause instanceof FileError)
    return new NodeError(`${where}: ${cause.message}`, { reason: "connect", worked: false, cause });
  if (cause instanceof errors.ConnectTimeoutError)
    return new NodeError(`${where}: no connection in time`, { reason: "timeout", worked: false, cause });
  if (cause instanceof Error && /Timeout/.test(cause.name)) {
    return new NodeError(`${where}: no answer within ${timeout / 1000} s`, { reason: "timeout", cause });
  }
  const code = codeOf(cause);
  const hint = (code && hints[code]) ?? (code ? `the connection failed (${code})` : "the connection failed");
  return new NodeError(`${where}: ${hint}`, {
    reason: "connect",
    worked: code !== undefined && cut.includes(code),
    cause,
  });
}
