/** Sends a call over HTTP, without lock queues. */
import { methodOf, pathOf, type RpcMethodName } from "../api/contract.ts";
import { requestOf } from "../api/eth.ts";
import { fromSize, fromStatus, fromThrown, refuseEncoding } from "./classify.ts";
import type { NodeError } from "./errors.ts";
import type { parseResult } from "./response.ts";
import type { createTransport, HttpResponse } from "./transport.ts";

/** The record of one call that was sent. */
export type CallRecord = {
  readonly method: RpcMethodName;
  /** From the response's header; undefined if there was no response or it has no such header. */
  readonly nodeId: string | undefined;
  /** Time until the result or the failure; the time in the lock queue does not count. */
  readonly seconds: number;
  /** Length of the body, as far as it was read. */
  readonly bytes: number;
  readonly response?: Pick<HttpResponse, "status" | "headers"> | undefined;
  /** undefined for a bug. */
  readonly error?: NodeError | undefined;
};

export type Request = {
  readonly name: RpcMethodName;
  readonly params: unknown;
  readonly selector: string | undefined;
  /** Parses the body of a response with status 200. */
  readonly parse: typeof parseResult;
};

type Sending = Request & {
  readonly id: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Runs when the request is complete and waits for a connection. */
  readonly onSend: () => void;
  /** Called with the ID of the node before its response is read; can abort the signal to discard the response. */
  readonly onIdentity: (nodeId: string) => void;
  /** Runs before the call returns or throws, except if the signal ends it. */
  readonly onEnd: (record: CallRecord) => void;
};

/** HTTP errors are recognized by their first words. */
const maxErrorBodyBytes = 2 ** 16;

/** A header of another form is not from a node, and can be of any length. */
function nodeIdOf({ headers, secrets }: HttpResponse): string | undefined {
  const header = String(headers["node-id"]);
  return /^NodeID-\w{1,60}$/.test(header) && !secrets.containsSecret(header) ? header : undefined;
}

/** Returns whether the path is that of a chain of an L1 or subnet, whose virtual machine is a process of its own. */
const isOfL1 = (path: string) => /^\/ext\/bc\/(?![CPX](\/|$))/.test(path);

/** Sends one call and returns its parsed result. Throws NodeError, the reason of the signal, or a bug. */
export async function exchange(transport: ReturnType<typeof createTransport>, call: Sending): Promise<unknown> {
  const { id, name, params, selector, parse, timeoutMs, signal, onSend, onIdentity, onEnd } = call;
  const method = methodOf(name);
  const path = pathOf(method, selector);
  const lane = isOfL1(path) ? "vm" : "node";
  const isOfVm = lane === "vm" || method.endpoint.isOfVm === true;
  const location = `${name} at ${path}`;
  const start = performance.now();
  let isSent = false;
  let response: HttpResponse | undefined;
  let nodeId: string | undefined;
  let bytes = 0;
  let result: unknown;
  const onStart = () => {
    isSent = true;
  };
  const end = (error?: NodeError) =>
    onEnd({ method: name, nodeId, seconds: (performance.now() - start) / 1000, bytes, response, error });
  try {
    const body = JSON.stringify({ jsonrpc: "2.0", id, ...requestOf(name, params) });
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const isRepeatable = method.effect === "read";
    response = await transport.post(path, body, { signal: limited, lane, isRepeatable, onSend, onStart });
    nodeId = nodeIdOf(response);
    if (nodeId !== undefined) {
      onIdentity(nodeId);
      signal.throwIfAborted();
    }
    const { status, secrets } = response;
    const answer = await response.read(status === 200 ? method.maxBodyBytes : maxErrorBodyBytes);
    bytes = answer.bytes;
    const context = { id, location, method, secrets };
    if (status !== 200) throw fromStatus(response, answer.text, context);
    if (!answer.isWhole) throw fromSize(context);
    refuseEncoding(response, context);
    result = await parse(answer.text, context);
  } catch (cause) {
    signal.throwIfAborted();
    const phase = isSent ? "answer" : transport.isLookingUp() ? "lookup" : "connect";
    const error = fromThrown(cause, location, timeoutMs, phase);
    if (error) error.isOfVm = isOfVm;
    end(error);
    throw error ?? cause;
  }
  end();
  return result;
}
