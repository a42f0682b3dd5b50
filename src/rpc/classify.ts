/** Maps responses and exceptions to NodeError. Messages name the call, its path and the failure. They contain neither the URL
 *  nor a header, because both can contain credentials. */
import { errors } from "undici";
import type * as z from "zod";
import { type Method, mebibyte } from "../api/method.ts";
import { maxReadLength, type SecretMask, showText } from "../lib/redaction.ts";
import { errorCode, NodeError } from "./errors.ts";
import { codeOfConnection, codeOfStatus, describe, type FailureCode, type NodeFailure } from "./failures.ts";
import { FileError, type HttpResponse, type Phase } from "./transport.ts";

/** The call whose response is read. */
export type RequestContext = {
  readonly id: number;
  readonly location: string;
  readonly method: Method;
  readonly secrets: SecretMask;
};

/** Returns the error for a failure of the call at `location`. */
export const errorAt = (location: string, code: FailureCode, text = describe({ code }), cause?: unknown) =>
  new NodeError(text, { code, cause }, location);

/** Maximum delay that a Retry-After header sets, by status. Only another call shows that a 503 has ended; a 429 limits this client. */
const maxRetryAfterMs: Readonly<Record<number, number>> = { 429: 300_000, 503: 60_000 };

type ErrorResponse = Pick<HttpResponse, "status" | "headers">;
/** Returns the delay of a Retry-After header, and its end. The header has a number of seconds or an HTTP date. */
function readRetryAfter({ status, headers }: ErrorResponse): Pick<NodeFailure, "retryAfterMs" | "retryAt"> {
  const [header, now, maximum] = [String(headers["retry-after"]), Date.now(), maxRetryAfterMs[status]];
  const date = header.endsWith(" GMT") ? Date.parse(header) : Number.NaN;
  const wanted = /^\d+$/.test(header) ? 1000 * Number(header) : Math.max(date - now, 0);
  if (maximum === undefined || Number.isNaN(wanted)) return {};
  const retryAfterMs = Math.min(wanted, maximum);
  return { retryAfterMs, retryAt: now + retryAfterMs };
}

export function fromStatus(response: ErrorResponse, body: string, { location, method }: RequestContext): NodeError {
  const { status } = response;
  const text = body.slice(0, maxReadLength);
  if (status === 403 && /invalid host/.test(text)) return errorAt(location, "host_not_allowed");
  if (/not done bootstrapping/.test(text)) return errorAt(location, "bootstrapping");
  const failure: NodeFailure =
    status === 404 && !method.endpoint.isAlwaysServed
      ? { code: "api_off", flag: method.endpoint.flag }
      : { code: codeOfStatus(status), ...readRetryAfter(response) };
  return new NodeError(`HTTP ${status}: ${describe(failure)}`, failure, location);
}

/** Codes of JSON-RPC 2.0 (5.1) and EIP-1474. Of the APIs of a node, only those of virtual machines send the first one: a server that sends
 *  it for another API is no node. */
const [methodNotFound, limitExceeded] = [-32_601, -32_005];

/** Maps an error of JSON-RPC. Its text counts only if its code does not name the failure. */
export function fromRpc(
  { code, message }: { readonly code?: unknown; readonly message: string },
  { location, method, secrets }: RequestContext,
): NodeError {
  const start = message.slice(0, maxReadLength);
  if (code === limitExceeded) return errorAt(location, "rate_limited");
  const isUnknown = method.endpoint.isOfVm && code === methodNotFound;
  if (isUnknown || /^rpc: can't find (method|service)/.test(start)) return errorAt(location, "method_unknown");
  const [expected] = Object.entries(method.expectedErrors ?? {}).find(([, text]) => text.test(start)) ?? [];
  return errorAt(location, (expected ?? "rpc_error") as FailureCode, showText(message, secrets));
}

/** Returns the error for a response that the contract does not allow. `part` names the checked part. Names in the path can
 *  come from the node. */
export function fromIssues({ issues }: z.ZodError, part: string, { location, secrets }: RequestContext): NodeError {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  const names = first?.path.map((name) => (typeof name === "string" ? showText(name, secrets) : String(name))) ?? [];
  const field = [part, ...names].join(".");
  return errorAt(location, "schema", `${field}: ${first?.message ?? "unexpected"}${more}`);
}

/** Throws if a body was not read as a whole, or is compressed, which no request accepts. */
export function checkBody({ headers }: ErrorResponse, isWhole: boolean, { location, method, secrets }: RequestContext) {
  if (!isWhole) {
    const limit = `${method.maxBodyBytes / mebibyte} MiB`;
    throw errorAt(location, "too_large", `the response exceeds the limit of ${limit}`);
  }
  const { "content-encoding": encoding = "identity" } = headers;
  if (encoding === "identity" || encoding === "") return;
  const text = `a proxy compresses the response (${showText(String(encoding), secrets)}), although it may not`;
  throw errorAt(location, "not_json", text);
}

/** Returns the error for an exception of a request; undefined for a bug. `phase`: the last one of the call. */
export function fromThrown(cause: unknown, location: string, timeoutMs: number, phase: Phase): NodeError | undefined {
  if (cause instanceof NodeError) return cause;
  if (cause instanceof FileError) return errorAt(location, "file", cause.message, cause);
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
  return errorAt(location, code, `${describe({ code })} (${name})`, cause);
}
