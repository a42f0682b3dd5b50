/** Client of the API of one node; calls are typed and validated by the contract. */
import {
  lockOf,
  methodOf,
  type Params,
  type PathSelectorArgs,
  pathOf,
  type Result,
  type RpcMethodName,
} from "../contract/contract.ts";
import { fromSize, fromStatus, fromThrown } from "./classify.ts";
import { type Clock, systemClock } from "./clock.ts";
import type { NodeError } from "./errors.ts";
import { createLockQueues } from "./lock-queue.ts";
import { readResult, readWire } from "./response.ts";
import { createTransport, type HttpResponse, type TransportOptions } from "./transport.ts";

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

type Hooks = {
  readonly clock?: Clock;
  readonly onCall?: (record: CallRecord) => void;
  /** Called with the node-id header before the response is used. Aborting the signal of the call discards the response. */
  readonly onIdentity?: (nodeId: string) => void;
  /** Called when a chain responds again after a timeout and its calls are sent again. */
  readonly onRecovered?: () => void;
};
export type CallOptions = {
  readonly signal: AbortSignal;
  /** Milliseconds after the call is sent; the time in the lock queue does not count. */
  readonly timeout?: number | undefined;
  /** Runs before the call returns or throws NodeError; not if a signal ends it, or if it was not sent. */
  readonly onEnd?: (record: CallRecord) => void;
};

type Request = {
  readonly name: RpcMethodName;
  readonly params: unknown;
  readonly at: string | undefined;
  /** Reads the body of a response with status 200. */
  readonly read: typeof readResult;
};

/** HTTP errors are recognized by their first words. */
const maxErrorBodyBytes = 2 ** 16;

/** Returns the cheapest method that needs the lock of this chain. */
const probeMethodFor = (lock: string) =>
  lock === "P" ? "platform.getHeight" : lock === "X" ? "avm.getHeight" : "proposervm.getProposedHeight";

/** A header of another form is not from a node, and can be of any length. */
function nodeIdOf({ headers, secrets }: HttpResponse): string | undefined {
  const header = String(headers["node-id"]);
  return /^NodeID-\w{1,60}$/.test(header) && !secrets.containsSecret(header) ? header : undefined;
}

/** Creates a client of one node; one call is in flight per chain lock. The caller closes it. */
export function createNodeClient(options: TransportOptions & Hooks) {
  const transport = createTransport(options);
  const closing = new AbortController();
  const { clock = systemClock, onCall, onIdentity, onRecovered } = options;
  const probe = (lock: string, signal: AbortSignal) =>
    send({ name: probeMethodFor(lock), params: {}, at: lock, read: readResult }, { signal });
  const withLock = createLockQueues({ clock, probe, stop: closing.signal, onRecovered });
  let defaultTimeoutMs = options.timeout;
  let lastId = 0;
  let lastNodeId: string | undefined;

  /** Sends a call without a lock, and returns what it reads. Throws NodeError, the reason of an aborted signal, or a bug. */
  async function send({ name, params, at, read }: Request, call: CallOptions, onSend = () => {}): Promise<unknown> {
    const id = ++lastId;
    const method = methodOf(name);
    const path = pathOf(method, at);
    const location = `${name} at ${path}`;
    const timeoutMs = call.timeout ?? defaultTimeoutMs;
    const signal = AbortSignal.any([call.signal, closing.signal]);
    const start = performance.now();
    let isSent = false;
    let response: HttpResponse | undefined;
    let nodeId: string | undefined;
    let bytes = 0;
    const onStart = () => {
      isSent = true;
    };
    function end(error?: NodeError) {
      const record = { method: name, nodeId, seconds: (performance.now() - start) / 1000, bytes, response, error };
      onCall?.(record);
      call.onEnd?.(record);
    }

    async function exchange(): Promise<unknown> {
      const body = JSON.stringify({ jsonrpc: "2.0", id, method: name, params });
      const limited = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      response = await transport.post(path, body, limited, onSend, onStart);
      nodeId = nodeIdOf(response);
      if (nodeId !== undefined) {
        lastNodeId = nodeId;
        onIdentity?.(nodeId);
        signal.throwIfAborted();
      }
      const { status, secrets } = response;
      const answer = await response.read(status === 200 ? method.maxBodyBytes : maxErrorBodyBytes);
      bytes = answer.bytes;
      const asked = { id, location, method, secrets };
      if (status !== 200) throw fromStatus(status, answer.text, asked);
      if (!answer.isWhole) throw fromSize(asked);
      return read(answer.text, asked);
    }
    const value = await exchange().catch((cause: unknown) => {
      signal.throwIfAborted();
      const error = fromThrown(cause, location, timeoutMs, isSent);
      end(error);
      throw error ?? cause;
    });
    end();
    return value;
  }

  function sendWhenFree(request: Request, call: CallOptions): Promise<unknown> {
    const method = methodOf(request.name);
    const waiting = { heavy: method.cost === "heavy", signal: call.signal };
    return withLock(lockOf(method, request.at), waiting, (onSend) => send(request, call, onSend));
  }

  return {
    /** Returns the validated result. Throws NodeError, or the reason of an aborted signal. */
    call: <N extends RpcMethodName>(
      call: CallOptions,
      name: N,
      params: Params<N>,
      ...[at]: PathSelectorArgs<N>
    ): Promise<Result<N>> => sendWhenFree({ name, params, at, read: readResult }, call) as Promise<Result<N>>,
    /** Returns the raw result after validation: integers beyond 2^53 are bigint. Throws as `call` does. */
    callWire: (call: CallOptions, name: RpcMethodName, params: unknown, at: string | undefined): Promise<unknown> =>
      sendWhenFree({ name, params, at, read: readWire }, call),
    /** Uses other options for the same node from the next call on. */
    updateOptions(next: TransportOptions) {
      transport.updateOptions(next);
      defaultTimeoutMs = next.timeout;
    },
    /** Returns the ID of the node that responded last. */
    nodeId: () => lastNodeId,
    /** Ends all calls with an AbortError. Resolves when all connections are closed. */
    close() {
      closing.abort(new DOMException("the client was closed", "AbortError"));
      return transport.close();
    },
  };
}
export type NodeClient = ReturnType<typeof createNodeClient>;
