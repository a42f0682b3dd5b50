/** The envelope of JSON-RPC 2.0. */
import * as z from "zod";
import type { Method } from "../contract/method.ts";
import { fromIssues, fromRpc } from "./classify.ts";
import { NodeError } from "./errors.ts";
import type { SecretMask } from "./secrets.ts";

/** The call whose response is read. */
export type RequestContext = {
  readonly id: number;
  readonly location: string;
  readonly method: Method;
  readonly secrets: SecretMask;
};

const envelope = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.number(), z.string(), z.null()]),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).nullish(),
});

/** Returns the body of a request. */
export const requestText = (id: number, method: string, params: unknown): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

/** Returns the result in an envelope. Throws NodeError for an error of the node and for the response to another call. */
export function readEnvelope(json: unknown, { id, location, method, secrets }: RequestContext): unknown {
  const parsed = envelope.safeParse(json);
  if (!parsed.success) throw fromIssues(parsed.error.issues, location, "response", secrets);
  const { result, error, id: answered } = parsed.data;
  if (answered !== id && !(error && answered === null)) {
    const fault =
      "the response id does not match the request: check whether something in front of the node caches responses";
    throw new NodeError(`${location}: ${fault}`, { kind: "schema" });
  }
  if (error) throw fromRpc(error.message, location, method, secrets);
  if (result === undefined)
    throw new NodeError(`${location}: the response has neither result nor error`, { kind: "schema" });
  return result;
}
