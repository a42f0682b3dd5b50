/** JSON-RPC with the behavior of AvalancheGo's library. */
import { parseJson } from "../lib/text.ts";
import type { RpcMethodName } from "../node-api/contract.ts";
import { emptyMember, readArguments } from "./arguments.ts";
import { nodeErrors } from "./node-errors.ts";
import { goName } from "./routes.ts";

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
/** Parses the request, or returns the error response. */
export function parseRequest(body: string): Request | { readonly rejected: Envelope } {
  const rejected = failure(null, "expected a JSON object", codes.parse, none);
  try {
    const value = parseJson(body);
    const request = { ...none, ...(value as Partial<Request> | null) };
    const isRequest = typeof value === "object" && !Array.isArray(value) && typeof request.method === "string";
    return isRequest ? request : { rejected };
  } catch {
    return { rejected };
  }
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
