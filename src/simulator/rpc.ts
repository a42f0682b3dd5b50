/** JSON-RPC as the node's library speaks it. */
import type { Name } from "../contract/contract.ts";
import { misfit } from "./misfits.ts";
import { goName } from "./routes.ts";
import { texts } from "./texts.ts";

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
/** An error that the node answers in JSON. */
export class RefusalError extends Error {
  override readonly name = "RefusalError";
}
const none: Request = { jsonrpc: "", method: "", params: null, id: null };
const codes = { parse: -32700, invalid: -32600, server: -32000 };

export const failure = (id: unknown, message: string, code = codes.server, data: unknown = null): Envelope => ({
  ...{ jsonrpc: "2.0", error: { code, message, data } },
  id,
});
const garbled = (message: string) => failure(null, message, codes.parse, none);

/** The request, or the answer to one that cannot be read. */
export function parseRequest(body: string): Request | { readonly garbled: Envelope } {
  if (body.trim() === "") return { garbled: garbled("EOF") };
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    const [first = ""] = body.trimStart();
    const message = /[[{"]/.test(first)
      ? "unexpected EOF"
      : `invalid character '${first}' looking for beginning of value`;
    return { garbled: garbled(message) };
  }
  if (value !== null && (typeof value !== "object" || Array.isArray(value))) {
    const kind = Array.isArray(value) ? "array" : typeof value;
    return { garbled: garbled(`json: cannot unmarshal ${kind} into Go value of type json2.serverRequest`) };
  }
  const request: Request = { ...none, ...value };
  if (typeof request.jsonrpc !== "string" || typeof request.method !== "string") {
    return { garbled: garbled("json: cannot unmarshal into Go struct field of type string") };
  }
  return request;
}

/** Go's name of the method. Throws what is wrong with the name. */
function goMethod(method: string): string {
  const dot = method.indexOf(".");
  if (dot === -1) throw new RefusalError(texts.illFormed(method));
  if (/\p{Lu}/u.test(method.charAt(dot + 1))) throw new RefusalError(texts.upperCase);
  const name = goName(method);
  if (name.split(".").length !== 2) throw new RefusalError(texts.illFormed(name));
  return name;
}

function nameOf(method: string, methods: ReadonlyMap<string, Name>): Name {
  const name = goMethod(method);
  const found = methods.get(name);
  if (found) return found;
  const service = `${name.split(".")[0]}.`;
  const isService = [...methods.keys()].some((known) => known.startsWith(service));
  throw new RefusalError(isService ? texts.noMethod(name) : texts.noService(name));
}

/** The members that are given: none, an object, or a list with one. Null means not given. */
function paramsOf(params: unknown): object {
  const value: unknown = (Array.isArray(params) ? params[0] : params) ?? {};
  if (typeof value !== "object" || Array.isArray(value)) throw new RefusalError(texts.badArgument);
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, member]) => member !== null));
}

type Ask = (name: Name, params: unknown) => unknown;

/** The answer; nothing to a notification. */
export function reply(request: Request, methods: ReadonlyMap<string, Name>, ask: Ask): Envelope | undefined {
  const { id, jsonrpc } = request;
  if (id === null) return undefined;
  if (jsonrpc !== "2.0") return failure(id, "jsonrpc must be 2.0", codes.invalid, request);
  try {
    const name = nameOf(request.method, methods);
    const params = paramsOf(request.params);
    const fault = misfit(name, params);
    if (fault !== undefined) return failure(id, fault);
    return { jsonrpc: "2.0", result: ask(name, params), id };
  } catch (error) {
    if (error instanceof RefusalError) return failure(id, error.message);
    throw error;
  }
}
