/** Maps responses and exceptions to NodeError. Messages name the call, its path and the failure. They contain neither the URL
 *  nor a header, because both can contain credentials. */
import { errors } from "undici";
import type * as z from "zod";
import { type ExpectedError, type Method, mebibyte } from "../api/method.ts";
import { maxReadLength, type SecretMask, showText } from "../lib/redaction.ts";
import { type CausedFailure, errorCode, NodeError } from "./errors.ts";
import { describe } from "./failures.ts";
import { FileError, type HttpResponse } from "./transport.ts";

/** The call whose response is read. */
export type RequestContext = {
  readonly id: number;
  readonly location: string;
  readonly method: Method;
  readonly secrets: SecretMask;
};

/** Returns the error for a failure of the call at `location`. */
export const errorAt = (location: string, failure: CausedFailure, text = describe(failure)) =>
  new NodeError(text, failure, location);

const errorWithStatus = (status: number, location: string, failure: CausedFailure) =>
  errorAt(location, failure, `HTTP ${status}: ${describe(failure)}`);

/** Returns the delay of a Retry-After header in milliseconds; undefined if it is neither a number of seconds nor an HTTP date. */
function readRetryAfter(header: string, now: number): number | undefined {
  if (/^\d+$/.test(header)) return 1000 * Number(header);
  const time = header.endsWith(" GMT") ? Date.parse(header) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.max(time - now, 0);
}

/** Maximum delay that a Retry-After header sets, by status. Only another call shows that a 503 has ended; a 429 limits this client. */
const maxRetryAfterMs: Readonly<Record<number, number>> = { 429: 300_000, 503: 60_000 };

type ErrorResponse = Pick<HttpResponse, "status" | "headers">;
export function fromStatus(
  { status, headers }: ErrorResponse,
  body: string,
  { location, method }: RequestContext,
): NodeError {
  const text = body.slice(0, maxReadLength);
  if (status === 403 && /invalid host/.test(text)) return errorAt(location, { kind: "host_not_allowed" });
  if (/not done bootstrapping/.test(text)) return errorAt(location, { kind: "unavailable", reason: "bootstrapping" });
  if (status === 404 && !method.endpoint.isAlwaysServed) {
    return errorWithStatus(status, location, { kind: "unavailable", reason: "api_off", flag: method.endpoint.flag });
  }
  const [now, maximum] = [Date.now(), maxRetryAfterMs[status]];
  const wanted = maximum === undefined ? undefined : readRetryAfter(String(headers["retry-after"]), now);
  if (maximum === undefined || wanted === undefined)
    return errorWithStatus(status, location, { kind: "http_status", status });
  const retryAfterMs = Math.min(wanted, maximum);
  return errorWithStatus(status, location, { kind: "http_status", status, retryAfterMs, retryAt: now + retryAfterMs });
}

/** Codes of JSON-RPC 2.0 (5.1) and EIP-1474. Of the APIs of a node, only that of EVM chains sends the first one: a server that sends it
 *  for another API is no node. */
const [methodNotFound, limitExceeded] = [-32_601, -32_005];

/** Maps an error of JSON-RPC. Its text counts only if its code does not name the failure. */
export function fromRpc(
  { code, message }: { readonly code?: unknown; readonly message: string },
  { location, method, secrets }: RequestContext,
): NodeError {
  const start = message.slice(0, maxReadLength);
  if (code === limitExceeded) return errorAt(location, { kind: "http_status", status: 429 });
  const { isOfEthereum } = method.endpoint;
  if ((isOfEthereum && code === methodNotFound) || /^rpc: can't find (method|service)/.test(start)) {
    return errorAt(location, { kind: "unavailable", reason: "method_unknown", isOfEthereum });
  }
  const [expectedError] = Object.entries(method.expectedErrors ?? {}).find(([, text]) => text.test(start)) ?? [];
  const failure = { kind: "rpc_error", expectedError: expectedError as ExpectedError | undefined } as const;
  return errorAt(location, failure, showText(message, secrets));
}

/** Returns the error for a response that the contract does not allow. `part` names the checked part. Names in the path can
 *  come from the node. */
export function fromIssues({ issues }: z.ZodError, part: string, { location, secrets }: RequestContext): NodeError {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  const names = first?.path.map((name) => (typeof name === "string" ? showText(name, secrets) : String(name))) ?? [];
  const field = [part, ...names].join(".");
  return errorAt(location, { kind: "schema" }, `${field}: ${first?.message ?? "unexpected"}${more}`);
}

/** Returns the error of a call to a chain that the node has not created yet. */
export function bootstrappingError(method: string, path: string, cause: NodeError): NodeError {
  const { isOfVm } = cause;
  const failure = { kind: "unavailable", reason: "bootstrapping", cause } as const;
  return Object.assign(errorAt(`${method} at ${path}`, failure), { isOfVm });
}

export const fromSize = ({ location, method: { maxBodyBytes } }: RequestContext): NodeError =>
  errorAt(location, { kind: "too_large" }, `the response exceeds the limit of ${maxBodyBytes / mebibyte} MiB`);

/** Throws if a body is compressed, which no request accepts. */
export function refuseEncoding({ headers }: ErrorResponse, { location, secrets }: RequestContext): void {
  const { "content-encoding": encoding = "identity" } = headers;
  if (encoding === "identity" || encoding === "") return;
  const text = `a proxy compresses the response (${showText(String(encoding), secrets)}), although it may not`;
  throw errorAt(location, { kind: "decode" }, text);
}

/** Returns the error for an exception of a request; undefined for a bug. `lastPhase`: what the call has reached. */
export function fromThrown(
  cause: unknown,
  location: string,
  timeoutMs: number,
  lastPhase: "lookup" | "connect" | "answer",
): NodeError | undefined {
  if (cause instanceof NodeError) return cause;
  if (cause instanceof FileError) return errorAt(location, { kind: "file", cause }, cause.message);
  if (cause instanceof errors.HTTPParserError) return errorAt(location, { kind: "not_http", cause });
  if (cause instanceof Error && /Timeout/.test(cause.name)) {
    const isOfConnection = lastPhase === "answer" && cause instanceof errors.ConnectTimeoutError;
    const failure = { kind: "timeout", phase: isOfConnection ? "connect" : lastPhase, cause } as const;
    const seconds = timeoutMs / 1000;
    const texts = {
      lookup: `the lookup of the host name did not end within ${seconds} s`,
      connect: describe(failure),
      answer: `no response within ${seconds} s`,
    };
    return errorAt(location, failure, texts[failure.phase]);
  }
  const code = errorCode(cause);
  if (code === undefined) return undefined; // all other errors of the system and of undici have a code
  const failure = { kind: "connect", code, cause } as const;
  return errorAt(location, failure, `${describe(failure)} (${code})`);
}
