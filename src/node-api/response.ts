/** Maps responses to results and to NodeError. Messages name the call, its path and the failure. They contain neither the
 *  URL nor a header, because both can contain credentials. */
import { setImmediate } from "node:timers/promises";
import * as z from "zod";
import { maxReadLength, type SecretMask, showText } from "../lib/redaction.ts";
import { parseJson } from "../lib/text.ts";
import { codeOfStatus, describe, errorAt, type FailureCode, NodeError, type NodeFailure } from "./errors.ts";
import { type Method, mebibyte } from "./method.ts";
import type { HttpResponse } from "./transport.ts";

/** The call whose response is read. */
type RequestContext = {
  readonly id: number;
  readonly location: string;
  readonly method: Method;
  /** The result is validated, but not decoded: integers beyond 2^53 are bigint. */
  readonly isRaw?: boolean | undefined;
  readonly secrets: SecretMask;
};

/** Maximum delay that a Retry-After header sets, by status. Only another call shows that a 503 has ended; a 429 limits this client. */
const maxRetryAfterMs: Readonly<Record<number, number>> = { 429: 300_000, 503: 60_000 };

type ResponseHead = Pick<HttpResponse, "status" | "headers">;

/** Returns the delay of a Retry-After header, and its end. The header has a number of seconds or an HTTP date. */
function readRetryAfter({ status, headers }: ResponseHead): Pick<NodeFailure, "retryAfterMs" | "retryAt"> {
  const [header, now, maximum] = [String(headers["retry-after"]), Date.now(), maxRetryAfterMs[status]];
  const date = header.endsWith(" GMT") ? Date.parse(header) : Number.NaN;
  const wanted = /^\d+$/.test(header) ? 1000 * Number(header) : Math.max(date - now, 0);
  if (maximum === undefined || Number.isNaN(wanted)) return {};
  const retryAfterMs = Math.min(wanted, maximum);
  return { retryAfterMs, retryAt: now + retryAfterMs };
}

/** Returns the error for a response with another status than 200. */
export function fromStatus(
  response: ResponseHead,
  body: string,
  { location, method }: Pick<RequestContext, "location" | "method">,
): NodeError {
  const { status } = response;
  const text = body.slice(0, maxReadLength);
  if (status === 403 && /invalid host/.test(text)) return errorAt(location, "host_not_allowed");
  if (/not done bootstrapping/.test(text)) return errorAt(location, "bootstrapping");
  const failure: NodeFailure =
    status === 404 && !method.endpoint.isAlwaysServed
      ? { code: "api_off", flag: method.endpoint.flag }
      : { code: codeOfStatus(status), ...readRetryAfter(response) };
  return new NodeError(`HTTP ${status}: ${describe(failure.code)}`, failure, location);
}

/** Codes of JSON-RPC 2.0 (5.1) and EIP-1474. Of the APIs of a node, only those of virtual machines send the first one: a server that sends
 *  it for another API is no node. */
const [methodNotFound, limitExceeded] = [-32_601, -32_005];

const envelope = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.number(), z.string(), z.null()]),
  result: z.unknown().optional(),
  error: z.object({ message: z.string(), code: z.unknown().optional() }).nullish(),
});
type RpcError = NonNullable<z.output<typeof envelope>["error"]>;

/** Returns the error for an error of JSON-RPC. Its text counts only if its code does not name the failure. */
function fromRpc({ code, message }: RpcError, { location, method, secrets }: RequestContext): NodeError {
  const start = message.slice(0, maxReadLength);
  if (code === limitExceeded) return errorAt(location, "rate_limited");
  const isUnknown = method.endpoint.isOfVm && code === methodNotFound;
  if (isUnknown || /^rpc: can't find (method|service)/.test(start)) return errorAt(location, "method_unknown");
  const [expected] = Object.entries(method.expectedErrors ?? {}).find(([, text]) => text.test(start)) ?? [];
  return errorAt(location, (expected ?? "rpc_error") as FailureCode, showText(message, secrets));
}

/** Returns the error for a response that the contract does not allow. `part` names the checked part. Names in the path can
 *  come from the node. */
function fromIssues({ issues }: z.ZodError, part: string, { location, secrets }: RequestContext): NodeError {
  const [first] = issues;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  const names = first?.path.map((name) => (typeof name === "string" ? showText(name, secrets) : String(name))) ?? [];
  const field = [part, ...names].join(".");
  return errorAt(location, "schema", `${field}: ${first?.message ?? "unexpected"}${more}`);
}

/** Returns the result in an envelope. Throws NodeError for an error of the node and for the response to another call. */
function parseEnvelope(json: unknown, context: RequestContext): unknown {
  const { id, location } = context;
  const parsed = envelope.safeParse(json);
  if (!parsed.success) throw fromIssues(parsed.error, "response", context);
  const { result, error, id: responseId } = parsed.data;
  if (responseId !== id && !(error && responseId === null))
    throw errorAt(location, "schema", "the response id does not match the request");
  if (error) throw fromRpc(error, context);
  if (result === undefined) throw errorAt(location, "schema", "the response has neither result nor error");
  return result;
}

/** Throws if a body was not read as a whole, or is compressed, which no request accepts. */
function checkBody({ headers }: ResponseHead, isWhole: boolean, { location, method, secrets }: RequestContext) {
  const limit = `the limit of ${method.maxBodyBytes / mebibyte} MiB, or of chunks`;
  if (!isWhole) throw errorAt(location, "too_large", `the response exceeds ${limit}`);
  const { "content-encoding": encoding = "identity" } = headers;
  if (encoding === "identity" || encoding === "") return;
  const text = `a proxy compresses the response (${showText(String(encoding), secrets)}), although it may not`;
  throw errorAt(location, "not_json", text);
}

/** Maximum number of different names: they take much longer to parse than the same names in each object. A response can be one object with a
 *  name for each validator. */
const maxNames = 50_000;

function countOccurrences(text: string, character: string): number {
  let found = 0;
  for (let index = text.indexOf(character); index !== -1; index = text.indexOf(character, index + 1)) found++;
  return found;
}

function hasTooManyNames(text: string): boolean {
  const names = new Set<string>();
  const escapes = countOccurrences(text, "\\"); // each can hide another name
  for (const [name] of text.matchAll(/"[^"\\]*"\s*:/g)) if (names.add(name).size + escapes > maxNames) return true;
  return false;
}

function hasTooManyValues(text: string, maxValues: number): boolean {
  const names = countOccurrences(text, ":");
  if (names > maxNames && hasTooManyNames(text)) return true;
  return ["{", "[", ","].reduce((sum, character) => sum + countOccurrences(text, character), names) > maxValues;
}

function parseText(text: string, parse: (text: string) => unknown, location: string): unknown {
  try {
    return parse(text);
  } catch {
    // handled below, without the cause: the message of a syntax error repeats a part of the text
  }
  throw errorAt(location, "not_json");
}

/** Tests every text in a JSON value, names included. Recursion would fail for a deep one. */
function hasText(value: unknown, test: (text: string) => boolean): boolean {
  const rest = [value];
  while (rest.length > 0) {
    const part = rest.pop();
    if (typeof part === "string" && test(part)) return true;
    if (typeof part !== "object" || part === null) continue;
    if (!Array.isArray(part) && Object.keys(part).some(test)) return true;
    for (const member of Object.values(part)) rest.push(member);
  }
  return false;
}

/** Rejects a result that repeats a credential, since it could become a label. */
function rejectSecrets(text: string, wire: unknown, { location, secrets }: RequestContext) {
  // an escape can stand for any character: search the parsed text
  const isRepeated = text.includes("\\") ? hasText(wire, secrets.containsSecret) : secrets.containsSecret(text);
  if (isRepeated) throw errorAt(location, "schema", "the response repeats a credential: use one that no response has");
}

/** Up to this length any JSON text is parsed quickly. */
const maxQuickLength = mebibyte;

/** Returns the validated result of a response; as it was sent if `isRaw` is true. Throws NodeError for any other response. A long body is
 *  parsed and validated in two turns of the event loop, and its bare integers beyond 2^53 are not supported: no list has any, and the
 *  schema rejects a rounded one. */
export async function readResult(
  response: ResponseHead,
  { text, isWhole }: { readonly text: string; readonly isWhole: boolean },
  context: RequestContext,
): Promise<unknown> {
  const { location, method, isRaw = false } = context;
  if (response.status !== 200) throw fromStatus(response, text, context);
  checkBody(response, isWhole, context);
  const isLong = text.length > maxQuickLength;
  if (hasTooManyValues(text, method.maxValues))
    throw errorAt(location, "too_large", "the response has too many values");
  const wire = parseEnvelope(parseText(text, isLong && !isRaw ? JSON.parse : parseJson, location), context);
  rejectSecrets(text, wire, context);
  if (isLong) await setImmediate();
  const { data, error } = method.result.safeParse(wire);
  if (error) throw fromIssues(error, "result", context);
  return isRaw ? wire : data;
}
