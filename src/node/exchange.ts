/** One call of a method over HTTP, without lanes. */
import { methodOf, type Name, pathOf } from "../contract/contract.ts";
import { maxBodyBytesOf } from "../contract/method.ts";
import { fromSize, fromStatus, fromThrown } from "./classify.ts";
import type { NodeError } from "./errors.ts";
import { type Asked, requestText } from "./json-rpc.ts";
import type { HttpAnswer, ResponseHead, Transport } from "./transport.ts";

type Call<T> = {
  readonly id: number;
  readonly name: Name;
  readonly params: unknown;
  readonly at: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Runs when the request is complete and waits for a connection. */
  readonly onSend: () => void;
  /** Gets the ID of the node before its answer is read; can abort the signal to refuse the answer. */
  readonly onIdentity: (nodeId: string) => void;
  /** Reads the body of an answer with status 200. Throws NodeError if it is not valid. */
  readonly read: (text: string, asked: Asked) => T;
};

/** The end of one call. */
type Exchange<T> = {
  readonly seconds: number;
  /** Length of the body, as far as it was read. */
  readonly bytes: number;
  /** From the response's header; undefined if there was no response or it has no such header. */
  readonly nodeId: string | undefined;
  /** undefined if there was no response. */
  readonly response: ResponseHead | undefined;
  readonly outcome: Outcome<T>;
};
/** `error` is undefined if `thrown` is a bug. */
type Outcome<T> =
  | { readonly value: T; readonly error?: undefined }
  | { readonly error: NodeError | undefined; readonly thrown: unknown };

/** An error of HTTP is recognised by its first words. */
const maxErrorBodyBytes = 2 ** 16;

/** A header of another form is not from a node, and can be of any length. */
function nodeIdOf({ headers, secrets }: HttpAnswer): string | undefined {
  const header = headers["node-id"];
  return typeof header === "string" && /^NodeID-\w{1,60}$/.test(header) && !secrets.isIn(header) ? header : undefined;
}

/** Sends one call and returns its end, failures included. Throws only the signal's reason. */
export async function exchange<T>({ post }: Transport, call: Call<T>): Promise<Exchange<T>> {
  const { id, name, params, at, timeoutMs, signal, onSend, onIdentity, read } = call;
  const method = methodOf(name);
  const path = pathOf(method, at);
  const where = `${name} at ${path}`;
  const start = performance.now();
  let isSent = false;
  let response: HttpAnswer | undefined;
  let nodeId: string | undefined;
  let bytes = 0;
  const onStart = () => {
    isSent = true;
  };
  const end = (outcome: Outcome<T>) => ({
    seconds: (performance.now() - start) / 1000,
    bytes,
    nodeId,
    response,
    outcome,
  });
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    response = await post(path, requestText(id, name, params), limited, { onSend, onStart });
    nodeId = nodeIdOf(response);
    if (nodeId !== undefined) {
      onIdentity(nodeId);
      signal.throwIfAborted();
    }
    const { status, secrets } = response;
    const maxBytes = status === 200 ? maxBodyBytesOf(method) : maxErrorBodyBytes;
    const body = await response.read(maxBytes);
    bytes = body.bytes;
    if (status !== 200) throw fromStatus(status, body.text, where, method);
    if (!body.isWhole) throw fromSize(maxBytes, where);
    return end({ value: read(body.text, { id, where, method, secrets }) });
  } catch (cause) {
    signal.throwIfAborted();
    const error = fromThrown(cause, { where, timeout: timeoutMs, isSent });
    return end({ error, thrown: error ?? cause });
  }
}
