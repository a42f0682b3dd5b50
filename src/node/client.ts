/** The node's API, typed and checked by the contract. */
import { type AtArgs, laneOf, methodOf, type Name, type Params, type Result } from "../contract/contract.ts";
import { readResult, readWire } from "./answer.ts";
import type { NodeError } from "./errors.ts";
import { exchange } from "./exchange.ts";
import type { Asked } from "./json-rpc.ts";
import { createLanes } from "./lanes.ts";
import { createTransport, type ResponseHead, type TransportOptions } from "./transport.ts";

/** How one call went. `answered`: the node gave any HTTP answer. */
export type CallRecord = {
  readonly method: Name;
  readonly seconds: number;
  readonly bytes: number;
  readonly answered: boolean;
  readonly error?: NodeError;
};
type Hooks = {
  readonly onCall?: (record: CallRecord) => void;
  /** The node-id header of an answer, before the answer is used: abort the call's signal to refuse it. */
  readonly onIdentity?: (nodeId: string) => void;
  /** A chain answers again after a time-out: its calls are sent again. */
  readonly onRecovered?: () => void;
};
/** The end of one call that was sent. */
export type CallEnd = {
  /** From the response's header; undefined if there was no response or it has no such header. */
  readonly nodeId: string | undefined;
  /** Time until the result or the failure; waiting for the lane does not count. */
  readonly seconds: number;
  /** undefined if there was no response. */
  readonly response?: ResponseHead | undefined;
};
export type CallOptions = {
  readonly signal: AbortSignal;
  /** Milliseconds from when it is sent; waiting for the lane does not count. */
  readonly timeout?: number | undefined;
  /** Runs before the call returns or throws NodeError; not if a signal ends it, or if it was not sent. */
  readonly onEnd?: (end: CallEnd) => void;
};

/** The cheapest call on a lane. */
export const probeOf = (lane: string) =>
  lane === "P" ? "platform.getHeight" : lane === "X" ? "avm.getHeight" : "proposervm.getProposedHeight";

/** Creates a client of one node; one call is in flight per lane. The caller closes it. */
export function createNodeClient(options: TransportOptions & Hooks) {
  const transport = createTransport(options);
  const closing = new AbortController();
  const inLane = createLanes({ probe, stop: closing.signal, onRecovered: options.onRecovered });
  let { timeout: usualTimeout } = options;
  let lastId = 0;
  let nodeId: string | undefined;

  function onIdentity(answering: string) {
    nodeId = answering;
    options.onIdentity?.(answering);
  }

  type Sending<T> = {
    readonly name: Name;
    readonly params: unknown;
    readonly at: string | undefined;
    readonly read: (text: string, asked: Asked) => T;
  };

  /** Sends one call, without waiting for its lane. */
  async function send<T>(sending: Sending<T>, call: CallOptions, onSend = () => {}): Promise<T> {
    const id = ++lastId;
    const timeoutMs = call.timeout ?? usualTimeout;
    const signal = AbortSignal.any([call.signal, closing.signal]);
    const ended = await exchange(transport, { ...sending, id, timeoutMs, signal, onSend, onIdentity });
    const { seconds, bytes, response, outcome } = ended;
    const { error } = outcome;
    const answered = response !== undefined;
    options.onCall?.({ method: sending.name, seconds, bytes, answered, ...(error && { error }) });
    call.onEnd?.({ nodeId: ended.nodeId, seconds, response });
    if ("thrown" in outcome) throw outcome.thrown;
    return outcome.value;
  }

  async function probe(lane: string, signal: AbortSignal) {
    await send({ name: probeOf(lane), params: {}, at: lane, read: readResult }, { signal });
  }

  /** Sends one call when its lane is free. */
  async function sendInTurn<T>(sending: Sending<T>, call: CallOptions): Promise<T> {
    const method = methodOf(sending.name);
    let sent = false;
    const onSend = () => {
      sent = true;
    };
    const waiting = { heavy: method.cost === "heavy", signal: call.signal, isSent: () => sent };
    return inLane(laneOf(method, sending.at), waiting, () => send(sending, call, onSend));
  }

  return {
    /** Returns the checked result. Throws NodeError, or the reason of the signal once it is aborted. */
    call: <N extends Name>(call: CallOptions, name: N, params: Params<N>, ...[at]: AtArgs<N>): Promise<Result<N>> =>
      sendInTurn({ name, params, at, read: readResult }, call) as Promise<Result<N>>,
    /** Returns the result as it came, checked: integers beyond 2^53 are bigint. Throws as `call` does. */
    callWire: (call: CallOptions, name: Name, params: unknown, at: string | undefined): Promise<unknown> =>
      sendInTurn({ name, params, at, read: readWire }, call),
    /** Reaches the same node with other options from the next call on. */
    use(next: TransportOptions) {
      transport.use(next);
      usualTimeout = next.timeout;
    },
    /** Returns the ID of the node that answered last. */
    nodeId: () => nodeId,
    /** Ends all calls with an AbortError. Resolves when all connections are closed. */
    close() {
      closing.abort(new DOMException("the client was closed", "AbortError"));
      return transport.close();
    },
  };
}
export type NodeClient = ReturnType<typeof createNodeClient>;
