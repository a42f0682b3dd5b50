/** The node's API, typed and checked by the contract. */
import * as z from "zod";
import { type AtArgs, laneOf, methodOf, type Name, type Params, pathOf, type Result } from "../contract/contract.ts";
import type { Method } from "../contract/method.ts";
import { fromIssues, fromRpc, fromStatus, fromThrown } from "./classify.ts";
import { NodeError } from "./errors.ts";
import { parseJson } from "./json.ts";
import { createLanes } from "./lanes.ts";
import { type Answer, createTransport, type TransportOptions } from "./transport.ts";

/** How one call went. `answered`: the node gave any HTTP answer. */
export type CallRecord = {
  readonly method: Name;
  readonly seconds: number;
  readonly bytes: number;
  readonly answered: boolean;
  readonly error?: NodeError;
};
type Hooks = {
  readonly maxBody?: number;
  readonly onCall?: (record: CallRecord) => void;
  /** The node-id header of an answer, before the answer is used: abort the call's signal to refuse it. */
  readonly onIdentity?: (nodeId: string) => void;
  /** A chain answers again after a time-out: its calls are sent again. */
  readonly onRecovered?: () => void;
};
export type CallOptions = {
  readonly signal: AbortSignal;
  /** Milliseconds from when it is sent; waiting for the lane does not count. */
  readonly timeout?: number | undefined;
  /** Who answered, if anybody, and how long the node took or was waited for. */
  readonly onEnd?: (end: { readonly nodeId: string | undefined; readonly seconds: number }) => void;
};

const envelope = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.number(), z.string(), z.null()]),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).nullish(),
});
/** One call, as its answer is read. */
type Asked = {
  readonly id: number;
  readonly where: string;
  readonly method: Method;
  readonly hide: Answer["hide"];
};
const defaultMaxBody = 32 * 2 ** 20;
/** The cheapest call on a lane. */
export const probeOf = (lane: string) =>
  lane === "P" ? "platform.getHeight" : lane === "X" ? "avm.getHeight" : "proposervm.getProposedHeight";

export function createNodeClient(options: TransportOptions & Hooks) {
  const transport = createTransport(options, options.maxBody ?? defaultMaxBody);
  const closing = new AbortController();
  const inLane = createLanes({ probe, stop: closing.signal, onRecovered: options.onRecovered });
  let { timeout: usualTimeout } = options;
  let lastId = 0;
  let nodeId: string | undefined;

  function decode(json: unknown, { id, where, method, hide }: Asked): unknown {
    const parsed = envelope.safeParse(json);
    if (!parsed.success) throw fromIssues(parsed.error.issues, where, "answer");
    const { result, error, id: answered } = parsed.data;
    if (answered !== id && !(error && answered === null)) {
      throw new NodeError(`${where}: the answer is to another call: does something before the node cache answers?`, {
        reason: "schema",
      });
    }
    if (error) throw fromRpc(hide(error.message), where, method);
    if (result === undefined)
      throw new NodeError(`${where}: the answer has neither result nor error`, { reason: "schema" });
    return result;
  }

  /** Sends one call, without waiting for its lane. The result is as the contract has it, or, as `wire`, as it came. */
  async function send<N extends Name>(
    name: N,
    params: Params<N>,
    at: string | undefined,
    call: CallOptions,
    as: "result" | "wire" = "result",
  ) {
    const method = methodOf(name);
    const path = pathOf(method, at);
    const where = `${String(name)} at ${path}`;
    const timeout = call.timeout ?? usualTimeout;
    const signal = AbortSignal.any([call.signal, closing.signal, AbortSignal.timeout(timeout)]);
    const id = ++lastId;
    const start = performance.now();
    let answer: Answer | undefined;
    let bytes = 0;
    const record = (error?: NodeError) => {
      const seconds = (performance.now() - start) / 1000;
      options.onCall?.({ method: name, seconds, bytes, answered: answer !== undefined, ...(error && { error }) });
      call.onEnd?.({ nodeId: answer?.nodeId, seconds });
    };
    try {
      answer = await transport.post(path, JSON.stringify({ jsonrpc: "2.0", id, method: name, params }), signal);
      if (answer.nodeId !== undefined) {
        nodeId = answer.nodeId;
        options.onIdentity?.(nodeId);
        call.signal.throwIfAborted();
      }
      const { hide } = answer;
      const text = await answer.text();
      bytes = Buffer.byteLength(text);
      if (answer.status !== 200) throw fromStatus(answer.status, text, where, method);
      const read = (parse: (text: string) => unknown) => {
        const wire = decode(parsed(parse, text, where), { id, where, method, hide });
        return { wire, result: method.result.safeParse(wire) };
      };
      let answered = read(as === "wire" ? parseJson : JSON.parse);
      // an integer that JSON.parse has rounded passes no check: only then is the text read again, exactly
      if (!answered.result.success && as === "result") answered = read(parseJson);
      const { wire, result } = answered;
      if (!result.success) throw fromIssues(result.error.issues, where, "result");
      record();
      return { wire, result: result.data as Result<N> };
    } catch (cause) {
      call.signal.throwIfAborted();
      closing.signal.throwIfAborted();
      const error = fromThrown(cause, where, timeout);
      record(error);
      throw error;
    }
  }

  async function probe(lane: string, signal: AbortSignal) {
    await send(probeOf(lane), {}, lane, { signal });
  }

  /** Sends one call when its lane is free. */
  async function exchange<N extends Name>(
    call: CallOptions,
    name: N,
    params: Params<N>,
    at: string | undefined,
    as: "result" | "wire",
  ) {
    const method = methodOf(name);
    return inLane(laneOf(method, at), { heavy: method.cost === "heavy", signal: call.signal }, () =>
      send(name, params, at, call, as),
    );
  }

  return {
    /** The checked result. Throws NodeError; or the signal's reason once it is aborted. */
    call: async <N extends Name>(
      call: CallOptions,
      name: N,
      params: Params<N>,
      ...[at]: AtArgs<N>
    ): Promise<Result<N>> => (await exchange(call, name, params, at, "result")).result,
    /** The result as it came, checked: integers beyond 2^53 are bigint. */
    callWire: async (call: CallOptions, name: Name, params: unknown, at: string | undefined): Promise<unknown> =>
      (await exchange(call, name, params as Params<Name>, at, "wire")).wire,
    /** Reaches the same node in another way, from the next call on. */
    use(next: TransportOptions) {
      transport.use(next);
      usualTimeout = next.timeout;
    },
    /** Who answered last. */
    nodeId: () => nodeId,
    close() {
      closing.abort(new DOMException("the client was closed", "AbortError"));
      return transport.close();
    },
  };
}
export type NodeClient = ReturnType<typeof createNodeClient>;

function parsed(parse: (text: string) => unknown, text: string, where: string): unknown {
  if (text === "") throw new NodeError(`${where}: the answer is empty`, { reason: "decode" });
  try {
    return parse(text);
  } catch (cause) {
    const html = /^\s*</.test(text) ? ": is there a web page or a proxy at node.url?" : "";
    throw new NodeError(`${where}: the answer is not JSON${html}`, { reason: "decode", cause });
  }
}
