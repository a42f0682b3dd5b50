/** JSON-RPC with the behavior of go-ethereum's library, which serves the EVM chains. */
import * as z from "zod";
import { parseJson } from "../lib/text.ts";
import { isMethodName, methodOf, type RpcMethodName } from "../node-api/contract.ts";
import { type Envelope, failure, RpcError } from "./rpc.ts";

const codes = { parse: -32_700, unknown: -32_601, invalid: -32_602 };

function parse(body: string): { readonly method?: unknown; readonly params?: unknown; readonly id?: unknown } {
  try {
    return (parseJson(body) ?? {}) as object;
  } catch {
    return {};
  }
}

/** Returns whether a value is an object or text, as the parameter is. */
const isOfKind = (schema: z.core.$ZodType, value: unknown) =>
  schema instanceof z.ZodObject ? schema.safeParse(value).success : typeof value === "string";

/** Returns the response, and the name of the method in the contract. */
export function replyOfEvm(
  body: string,
  isServed: (name: string) => boolean,
  ask: (name: RpcMethodName, params: unknown) => unknown,
): { readonly envelope: Envelope; readonly name?: string } {
  const { method, params = [], id = null } = parse(body);
  const wire = String(method);
  const name = wire.replace("_", ".");
  if (!isMethodName(name) || !isServed(name)) {
    const message = `the method ${wire} does not exist/is not available`;
    return { envelope: failure(id, message, codes.unknown, undefined) };
  }
  const members = Object.entries((methodOf(name).params as z.ZodObject).shape);
  const values = Array.isArray(params) ? params : [];
  const invalid = members.findIndex(([, schema], i) => !isOfKind(schema, values[i]));
  if (invalid !== -1) {
    const isMissing = (values[invalid] ?? null) === null;
    const message = isMissing
      ? `missing value for required argument ${invalid}`
      : `invalid argument ${invalid}: json: cannot unmarshal it into the Go type of the argument`;
    return { envelope: failure(id, message, codes.invalid, undefined), name };
  }
  try {
    const given = Object.fromEntries(members.map(([key], i) => [key, values[i]]));
    return { envelope: { jsonrpc: "2.0", result: ask(name, given), id }, name };
  } catch (error) {
    if (error instanceof RpcError) return { envelope: failure(id, error.message, -32_000, undefined), name };
    throw error;
  }
}
