/** Client of the API of one node; calls are typed and validated by the contract. */
import {
  lockOf,
  methodOf,
  type Params,
  type PathSelectorArgs,
  pathOf,
  type Result,
  type RpcMethodName,
} from "../api/contract.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { bootstrappingError } from "./classify.ts";
import { attempt, type NodeError } from "./errors.ts";
import { type CallRecord, exchange, type Request } from "./exchange.ts";
import { codeOf } from "./failures.ts";
import { createLockQueues } from "./lock-queue.ts";
import type { Resources } from "./resources.ts";
import { parseRawResult, parseResult } from "./response.ts";
import { createTransport, maxConnectionAgeMs, type TransportOptions } from "./transport.ts";

type Hooks = {
  /** Those of this client alone by default. */
  readonly resources?: Resources | undefined;
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
  /** Called once per call that was sent and not aborted, before the call returns or throws NodeError. */
  readonly onEnd?: (record: CallRecord) => void;
};

/** Returns the cheapest method that needs the lock of this chain. */
const probeMethodFor = (lock: string) =>
  lock === "P" ? "platform.getHeight" : lock === "X" ? "avm.getHeight" : "proposervm.getProposedHeight";

/** Creates the sender of calls, without lock queues. */
function createSender(options: TransportOptions & Hooks, closing: AbortSignal) {
  const { onCall, onIdentity, clock = systemClock } = options;
  /** Results that hardly ever change, for no longer than a connection: a proxy can hide a restart. */
  const kept = new Map<string, { readonly result: unknown; readonly until: number }>();
  const keyOf = (name: RpcMethodName, params: unknown) => `${name} ${JSON.stringify(params)}`;
  const transport = createTransport(options, options.resources, () => kept.clear());
  let defaultTimeoutMs = options.timeout;
  let lastId = 0;
  let lastNodeId: string | undefined;
  let isUrlRight = false;
  return {
    transport,
    keep(name: RpcMethodName, params: unknown, result: unknown, ofNode: string | undefined) {
      if (ofNode !== lastNodeId || !methodOf(name).isFixed?.(result)) return;
      kept.set(keyOf(name, params), { result, until: clock.now() + maxConnectionAgeMs });
    },
    findKept(name: RpcMethodName, params: unknown): unknown {
      const found = kept.get(keyOf(name, params));
      return found && clock.now() < found.until ? found.result : undefined;
    },
    nodeId: () => lastNodeId,
    /** Returns whether a call has succeeded, and no later one showed that the URL is wrong. */
    isUrlRight: () => isUrlRight,
    updateOptions(next: TransportOptions) {
      transport.updateOptions(next);
      defaultTimeoutMs = next.timeout;
    },
    send: (request: Request, call: CallOptions, onSend = () => {}): Promise<unknown> =>
      exchange(transport, {
        ...request,
        id: ++lastId,
        timeoutMs: call.timeout ?? defaultTimeoutMs,
        signal: AbortSignal.any([call.signal, closing]),
        onSend,
        onIdentity(nodeId) {
          if (nodeId !== lastNodeId) kept.clear();
          lastNodeId = nodeId;
          onIdentity?.(nodeId);
        },
        onEnd(record) {
          const { error } = record;
          const isState = error?.isOfVm || (error?.unavailable && record.response?.status === 200);
          if (error && !isState) kept.clear(); // the node can have been restarted
          if (!error) isUrlRight = true;
          else if (codeOf(error.failure) === "wrong_path") isUrlRight = false;
          onCall?.(record);
          call.onEnd?.(record);
        },
      }),
  };
}

/** Creates a client of one node; one call is in flight per chain lock, and per endpoint of a virtual machine. The caller closes it. */
export function createNodeClient(options: TransportOptions & Hooks) {
  const closing = new AbortController();
  const { transport, nodeId, isUrlRight, updateOptions, send, keep, findKept } = createSender(options, closing.signal);
  const { clock = systemClock, onRecovered } = options;
  const probe = (lock: string, signal: AbortSignal) =>
    send({ name: probeMethodFor(lock), params: {}, selector: lock, parse: parseResult }, { signal });
  const withLock = createLockQueues({ clock, probe, stop: closing.signal, onRecovered });

  function sendWhenFree(request: Request, call: CallOptions): Promise<unknown> {
    const method = methodOf(request.name);
    const isOfVm = method.endpoint.isOfVm === true;
    const lock = isOfVm ? pathOf(method, request.selector) : lockOf(method, request.selector);
    const waiting = { isHeavy: method.cost === "heavy", isOfVm, signal: call.signal };
    return withLock(lock, waiting, (onSend) => send(request, call, onSend));
  }

  /** Calls a method within the limits of another call. */
  const ask = (name: "platform.getHeight" | "info.isBootstrapped", params: object, { signal, timeout }: CallOptions) =>
    attempt(sendWhenFree({ name, params, selector: undefined, parse: parseResult }, { signal, timeout }));

  /** Sends a request again whose 404 came while the URL was not known to be right: it can be that of a proxy without a node. With a
   *  wrong URL no API is served, and none is disabled: this is the failure of the P-Chain API, which every node serves. */
  async function sendAgain(request: Request, call: CallOptions) {
    if (!isUrlRight()) {
      const ofHeight = await ask("platform.getHeight", {}, call);
      if (ofHeight.error && codeOf(ofHeight.error.failure) === "wrong_path") return ofHeight;
    }
    return attempt(sendWhenFree(request, call));
  }

  /** Returns the meaning of a disabled API. A node creates the other chains while it bootstraps, and does not serve them before. */
  async function explain(error: NodeError, { name, selector }: Request, call: CallOptions) {
    const method = methodOf(name);
    if (method.endpoint.selector?.of !== "chain") return error;
    const { value } = await ask("info.isBootstrapped", { chain: "P" }, call);
    const isBootstrapping = value !== undefined && !(value as Result<"info.isBootstrapped">).isBootstrapped;
    return isBootstrapping ? bootstrappingError(name, pathOf(method, selector), error) : error;
  }

  async function sendOrExplain(request: Request, call: CallOptions): Promise<unknown> {
    const isCertain = isUrlRight();
    const first = await attempt(sendWhenFree(request, call));
    const isOff = first.error?.unavailable === "api_off";
    const { value, error } = isOff && !isCertain ? await sendAgain(request, call) : first;
    if (!error) return value;
    throw error.unavailable === "api_off" ? await explain(error, request, call) : error;
  }

  return {
    /** Returns the validated result. Throws NodeError, or the reason of an aborted signal. */
    async call<N extends RpcMethodName>(
      call: CallOptions,
      name: N,
      params: Params<N>,
      ...[selector]: PathSelectorArgs<N>
    ): Promise<Result<N>> {
      let of: CallRecord | undefined;
      const onEnd = (record: CallRecord) => {
        of = record;
        call.onEnd?.(record);
      };
      const result = await sendOrExplain({ name, params, selector, parse: parseResult }, { ...call, onEnd });
      keep(name, params, result, of?.nodeId);
      return result as Result<N>;
    },
    /** Returns the result of an earlier call that hardly ever changes; undefined if a call is needed. */
    kept: <N extends RpcMethodName>(name: N, params: Params<N>) => findKept(name, params) as Result<N> | undefined,
    /** Returns the raw result after validation: integers beyond 2^53 are bigint. Throws as `call` does. */
    callWire: (
      call: CallOptions,
      name: RpcMethodName,
      params: unknown,
      selector: string | undefined,
    ): Promise<unknown> => sendOrExplain({ name, params, selector, parse: parseRawResult }, call),
    /** Uses other options for the same node from the next call on. */
    updateOptions,
    /** Returns the ID of the node that responded last. */
    nodeId,
    /** Ends all calls with an AbortError. Resolves when all connections are closed. */
    close() {
      closing.abort(new DOMException("the client was closed", "AbortError"));
      return transport.close();
    },
  };
}
export type NodeClient = ReturnType<typeof createNodeClient>;
