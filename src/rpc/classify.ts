/** Maps responses and exceptions to NodeError. Messages name the call, the location and what to check. They contain neither
 *  the URL nor a header, because both can contain credentials. */
import { errors } from "undici";
import type * as z from "zod";
import { type ExpectedError, type Method, mebibyte } from "../api/method.ts";
import { maxReadLength, type SecretMask, showText } from "../lib/redaction.ts";
import { describe } from "../node/advice.ts";
import { type CausedFailure, errorCode, NodeError } from "../node/errors.ts";
import { FileError } from "./transport.ts";

/** The call whose response is read. */
export type RequestContext = {
  readonly id: number;
  readonly location: string;
  readonly method: Method;
  readonly secrets: SecretMask;
};

/** Returns the error for a failure of the call at `location`. */
export const errorAt = (location: string, failure: CausedFailure, text = describe(failure)) =>
  new NodeError(`${location}: ${text}`, failure);

export function fromStatus(status: number, body: string, { location, method }: RequestContext): NodeError {
  const text = body.slice(0, maxReadLength);
  if (status === 403 && /invalid host/.test(text)) return errorAt(location, { kind: "host_not_allowed" });
  if (status === 503 && /not done bootstrapping/.test(text)) {
    return errorAt(location, { kind: "unavailable", why: "bootstrapping" }, "the chain is still bootstrapping");
  }
  if (status === 404 && !method.endpoint.isAlwaysServed) {
    const { flag } = method.endpoint;
    const hint = flag ? `the API is disabled on the node (${flag})` : "the node does not serve this API";
    return errorAt(location, { kind: "unavailable", why: "api_off" }, `404: ${hint}`);
  }
  const failure = { kind: "http_status", status } as const;
  return errorAt(location, failure, `HTTP ${status}: ${describe(failure)}`);
}

export function fromRpc(message: string, { location, method, secrets }: RequestContext): NodeError {
  const start = message.slice(0, maxReadLength);
  if (/^rpc: can't find (method|service)/.test(start)) {
    const text = "this version of the node does not support the method";
    return errorAt(location, { kind: "unavailable", why: "method_unknown" }, text);
  }
  const [refusal] = Object.entries(method.expectedErrors ?? {}).find(([, text]) => text.test(start)) ?? [];
  const failure = { kind: "rpc_error", refusal: refusal as ExpectedError | undefined } as const;
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

export const fromSize = ({ location, method: { maxBodyBytes } }: RequestContext): NodeError =>
  errorAt(location, { kind: "too_large" }, `the response exceeds the limit of ${maxBodyBytes / mebibyte} MiB`);

/** Returns the error for an exception of a request; undefined for a bug. */
export function fromThrown(
  cause: unknown,
  location: string,
  timeoutMs: number,
  isSent: boolean,
): NodeError | undefined {
  if (cause instanceof NodeError) return cause;
  if (cause instanceof FileError) return errorAt(location, { kind: "file", cause }, cause.message);
  if (cause instanceof errors.HTTPParserError) return errorAt(location, { kind: "not_http", cause });
  if (cause instanceof Error && /Timeout/.test(cause.name)) {
    const phase = isSent && !(cause instanceof errors.ConnectTimeoutError) ? "answer" : "connect";
    const text = phase === "connect" ? "the connection timed out" : `no response within ${timeoutMs / 1000} s`;
    return errorAt(location, { kind: "timeout", phase, cause }, text);
  }
  const code = errorCode(cause);
  if (code === undefined) return undefined; // all other errors of the system and of undici have a code
  const failure = { kind: "connect", code, cause } as const;
  return errorAt(location, failure, describe(failure) ?? `the connection failed (${code})`);
}
