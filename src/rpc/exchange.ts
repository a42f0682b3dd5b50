/** Sends a call over HTTP, without lock queues. */
import { methodOf, pathOf, type RpcMethodName } from "../api/contract.ts";
import { requestOf } from "../api/eth.ts";
import { checkBody, fromStatus, fromThrown } from "./classify.ts";
import type { CallRecord } from "./errors.ts";
import { parseResponse } from "./response.ts";
import type { createTransport, HttpResponse } from "./transport.ts";

/** A record with the outcome of the call: a result, an error, or a bug. */
export type Outcome = CallRecord & { readonly result?: unknown; readonly bug?: unknown };

export type Request = {
  readonly name: RpcMethodName;
  readonly params: unknown;
  readonly selector: string | undefined;
  /** The result is validated, but not decoded: integers beyond 2^53 are bigint. */
  readonly isRaw?: boolean;
};
type Sending = Request & { readonly id: number; readonly timeoutMs: number; readonly signal: AbortSignal };

/** HTTP errors are recognized by their first words. */
const maxErrorBodyBytes = 2 ** 16;

/** A header of another form is not from a node, and can be of any length. */
function nodeIdOf({ headers, secrets }: HttpResponse): string | undefined {
  const header = String(headers["node-id"]);
  return /^NodeID-\w{1,60}$/.test(header) && !secrets.containsSecret(header) ? header : undefined;
}

/** The path of a chain of an L1 or subnet, whose virtual machine is a process of its own. */
const pathOfL1 = /^\/ext\/bc\/(?![CPX](\/|$))/;

/** Sends one call. Throws the reason of the signal if that ends the call. */
export async function exchange(transport: ReturnType<typeof createTransport>, call: Sending): Promise<Outcome> {
  const { id, name, params, selector, timeoutMs, signal } = call;
  const method = methodOf(name);
  const path = pathOf(method, selector);
  const lane = pathOfL1.test(path) ? "vm" : "node";
  const isOfVm = lane === "vm" || method.endpoint.isOfVm === true;
  const location = `${name} at ${path}`;
  const start = performance.now();
  let response: HttpResponse | undefined;
  let bytes = 0;
  function end(outcome: Pick<Outcome, "result" | "error" | "bug">): Outcome {
    const seconds = (performance.now() - start) / 1000;
    const of = { method: name, isOfVm, seconds, bytes };
    if (!response) return { ...of, nodeId: undefined, ...outcome };
    const { status, headers } = response;
    return { ...of, nodeId: nodeIdOf(response), response: { status, headers }, ...outcome };
  }
  const sending = transport.post(path, JSON.stringify({ jsonrpc: "2.0", id, ...requestOf(name, params) }), {
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    lane,
    isRepeatable: method.effect === "read",
  });
  try {
    response = await sending.response;
    const { status, secrets } = response;
    const body = await response.read(status === 200 ? method.maxBodyBytes : maxErrorBodyBytes);
    bytes = body.bytes;
    const context = { id, location, method, secrets };
    if (status !== 200) throw fromStatus(response, body.text, context);
    checkBody(response, body.isWhole, context);
    return end({ result: await parseResponse(body.text, context, call.isRaw) });
  } catch (cause) {
    signal.throwIfAborted();
    const error = fromThrown(cause, location, timeoutMs, sending.phase());
    return end(error ? { error } : { bug: cause });
  }
}
