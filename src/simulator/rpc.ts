/** JSON-RPC with the behavior of AvalancheGo's library. */

import type { RpcMethodName } from "../api/contract.ts";
import { parseJson } from "../rpc/json.ts";
import { emptyMember, readArguments } from "./arguments.ts";
import { verbatim } from "./json.ts";
import { nodeErrors } from "./node-errors.ts";
import { goName } from "./routes.ts";
import { scan } from "./scan.ts";

export type Envelope = {
  readonly jsonrpc: string;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data: unknown };
  readonly id: unknown;
};
type Request = {
  readonly jsonrpc: string;
  readonly method: string;
  readonly params: unknown;
  readonly id: unknown;
};
/** A JSON-RPC error response. */
export class RpcError extends Error {
  override readonly name = "RpcError";
}
const none: Request = { jsonrpc: "", method: "", params: null, id: null };
const codes = { parse: -32700, invalid: -32600, server: -32000 };

export const failure = (id: unknown, message: string, code = codes.server, data: unknown = null): Envelope => ({
  jsonrpc: "2.0",
  error: { code, message, data },
  id,
});
const parseErrorResponse = (message: string, request = none) => failure(request.id, message, codes.parse, request);

const goKinds: Readonly<Record<string, string>> = { boolean: "bool", bigint: "number" };
/** Go's name for the type of a JSON value. */
const kindOf = (value: unknown) => (Array.isArray(value) ? "array" : (goKinds[typeof value] ?? typeof value));
const typeMismatch = (value: unknown, type: string) => `json: cannot unmarshal ${kindOf(value)} into Go ${type}`;

/** Returns Go's syntax error for the first character. */
function syntaxError(text: string): string {
  const [first = ""] = text;
  if (first === "") return "EOF";
  return /[[{"]/.test(first) ? "unexpected EOF" : `invalid character '${first}' looking for beginning of value`;
}

type Parsed = { readonly value: unknown; readonly id: unknown };
/** Returns the first value and its unmodified id, or the error text. */
function parse(text: string): Parsed | { readonly message: string } {
  const found = scan(text, "id");
  if (found && "tooDeep" in found) return { message: `invalid character '${found.tooDeep}' exceeded max depth` };
  const message = syntaxError(text);
  try {
    return found ? { value: parseJson(text.slice(0, found.end)), id: verbatim(found.member || "null") } : { message };
  } catch {
    return { message };
  }
}

/** Parses the request, or returns the error response. Data after it is ignored. */
export function parseRequest(body: string): Request | { readonly rejected: Envelope } {
  const text = body.trimStart();
  const parsed = parse(text);
  if ("message" in parsed) return { rejected: parseErrorResponse(parsed.message) };
  const { value, id } = parsed;
  if (value !== null && (typeof value !== "object" || Array.isArray(value))) {
    return { rejected: parseErrorResponse(typeMismatch(value, "value of type json2.serverRequest")) };
  }
  return withTexts({ ...none, ...value, id });
}

/** Rejects members that must be strings, and omits them from the returned request. */
function withTexts({ jsonrpc, method, params, id }: Request): Request | { readonly rejected: Envelope } {
  const members = Object.entries({ jsonrpc, method });
  const wrong = members.find(([, member]) => member !== null && typeof member !== "string");
  const fitting = members.filter(([, member]) => typeof member === "string");
  const request: Request = { ...none, ...Object.fromEntries(fitting), params, id };
  if (!wrong) return request;
  return {
    rejected: parseErrorResponse(
      typeMismatch(wrong[1], `struct field serverRequest.${wrong[0]} of type string`),
      request,
    ),
  };
}

/** Returns the Go name of the method. Throws RpcError if the name is invalid. */
function goMethod(method: string): string {
  const dot = method.indexOf(".");
  if (dot === -1) throw new RpcError(nodeErrors.illFormed(method));
  if (/\p{Lu}/u.test(method.charAt(dot + 1))) throw new RpcError(nodeErrors.upperCase);
  const name = goName(method);
  if (name.split(".").length !== 2) throw new RpcError(nodeErrors.illFormed(name));
  return name;
}

function nameOf(method: string, methods: ReadonlyMap<string, RpcMethodName>): RpcMethodName {
  const name = goMethod(method);
  const found = methods.get(name);
  if (found) return found;
  const service = `${name.split(".")[0]}.`;
  const isService = [...methods.keys()].some((known) => known.startsWith(service));
  throw new RpcError(isService ? nodeErrors.noMethod(name) : nodeErrors.noService(name));
}

type Ask = (name: RpcMethodName, params: unknown) => unknown;

/** Returns the result. Throws RpcError. */
function resultOf({ method, params }: Request, methods: ReadonlyMap<string, RpcMethodName>, ask: Ask): unknown {
  const name = nameOf(method, methods);
  const members = readArguments(name, params);
  if (!members) throw new RpcError(nodeErrors.badArgument);
  const empty = emptyMember(name, members);
  if (empty !== undefined) throw new RpcError(`argument '${empty}' not given`);
  return ask(name, members);
}

/** Returns the response; undefined for a notification. */
export function reply(request: Request, methods: ReadonlyMap<string, RpcMethodName>, ask: Ask): Envelope | undefined {
  const { id, jsonrpc } = request;
  if (id === null) return undefined;
  if (jsonrpc !== "2.0") return failure(id, "jsonrpc must be 2.0", codes.invalid, request);
  try {
    return { jsonrpc: "2.0", result: resultOf(request, methods, ask), id };
  } catch (error) {
    if (error instanceof RpcError) return failure(id, error.message);
    throw error;
  }
}
