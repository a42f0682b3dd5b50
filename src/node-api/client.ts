/** Client of the API of one node; calls are typed and validated by the contract. */
import { type Clock, systemClock } from "../lib/clock.ts";
import {
  lockOf,
  methodOf,
  type Params,
  type PathSelectorArgs,
  pathOf,
  type Result,
  type RpcMethodName,
} from "./contract.ts";
import { type Attempt, attempt, type CallRecord, describe, errorAt } from "./errors.ts";
import { requestOf } from "./evm.ts";
import { createLockQueues } from "./lock-queue.ts";
import { readResult } from "./response.ts";
import {
  createTransport,
  fromThrown,
  type HttpResponse,
  maxConnectionAgeMs,
  type Resources,
  type TransportOptions,
} from "./transport.ts";

type Hooks = {
  /** Those of this client alone by default. */
  readonly resources?: Resources | undefined;
  readonly clock?: Clock;
  /** Called once per call that was sent and not aborted, before its result is used. Aborting the signal of the call discards the result. */
  readonly onCall?: (record: CallRecord) => void;
};
export type CallOptions = {
  readonly signal: AbortSignal;
  /** Milliseconds after the call is sent; the time in the lock queue does not count. */
  readonly timeout?: number | undefined;
};

type Request = {
  readonly name: RpcMethodName;
  readonly params: unknown;
  readonly selector?: string | undefined;
  /** The result is validated, but not decoded: integers beyond 2^53 are bigint. */
  readonly isRaw?: boolean;
};
type Transport = ReturnType<typeof createTransport>;
type NumberedRequest = Request & { readonly id: number; readonly timeoutMs: number; readonly signal: AbortSignal };

/** A record with the outcome of the call: a result, an error, or a bug. */
type Outcome = CallRecord & { readonly result?: unknown; readonly bug?: unknown };

/** Returns the place of a request in messages. */
const locationOf = ({ name, selector }: Request) => `${name} at ${pathOf(methodOf(name), selector)}`;

/** Milliseconds for which results without the header node-id are kept, which does not show another node then: less than any default interval. */
const maxUnnamedMs = 5000;

/** HTTP errors are recognized by their first words. */
const maxErrorBodyBytes = 2 ** 16;

/** The path of a chain of an L1 or subnet, whose virtual machine is a process of its own. */
const pathOfL1 = /^\/ext\/bc\/(?![CPX](\/|$))/;

/** A header of another form is not from a node, and can be of any length. */
function nodeIdOf({ headers, secrets }: HttpResponse): string | undefined {
  const header = String(headers["node-id"]);
  return /^NodeID-\w{1,60}$/.test(header) && !secrets.containsSecret(header) ? header : undefined;
}

/** Sends one call, without lock queues. `named`: the paths of responses with the header node-id. Throws the reason of the signal if that
 *  ends the call. */
async function exchange(transport: Transport, named: Set<string>, call: NumberedRequest): Promise<Outcome> {
  const { id, name, params, selector, isRaw, timeoutMs, signal } = call;
  const method = methodOf(name);
  const path = pathOf(method, selector);
  const lane = pathOfL1.test(path) ? "vm" : "node";
  const location = locationOf(call);
  const start = performance.now();
  let response: HttpResponse | undefined;
  let bytes = 0;
  let isOfProxy = false;
  const end = (outcome: Pick<Outcome, "result" | "error" | "bug">): Outcome => ({
    method: name,
    isOfVm: lane === "vm" || method.endpoint.isOfVm === true,
    nodeId: response && nodeIdOf(response),
    isOfProxy,
    seconds: (performance.now() - start) / 1000,
    bytes,
    response: response && { status: response.status, headers: response.headers },
    ...outcome,
  });
  const sending = transport.post(path, JSON.stringify({ jsonrpc: "2.0", id, ...requestOf(name, params) }), {
    location,
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    lane,
    isRepeatable: method.effect === "read",
  });
  try {
    response = await sending.response;
    if (nodeIdOf(response) !== undefined) named.add(path);
    else if (response.status < 400) named.delete(path);
    else isOfProxy = named.has(path);
    const body = await response.read(response.status === 200 ? method.maxBodyBytes : maxErrorBodyBytes);
    bytes = body.bytes;
    // Traefik, for example, sends 404 without a node
    if (isOfProxy && response.status === 404)
      throw errorAt(location, "bad_gateway", `HTTP 404: ${describe("bad_gateway")}`);
    const context = { id, location, method, isRaw, secrets: response.secrets };
    return end({ result: await readResult(response, body, context) });
  } catch (cause) {
    signal.throwIfAborted();
    const error = fromThrown(cause, location, timeoutMs, sending.phase());
    return end(error ? { error } : { bug: cause });
  }
}

/** Keeps results that hardly ever change, at most for the time of a connection: a proxy can hide a restart. */
function createKept({ now }: Clock) {
  const kept = new Map<string, { readonly result: unknown; readonly until: number }>();
  const keyOf = (name: RpcMethodName, params: unknown) => `${name} ${JSON.stringify(params)}`;
  return {
    clear: () => kept.clear(),
    add({ name, params, isRaw }: Request, result: unknown, maxMs: number) {
      if (isRaw || !methodOf(name).isFixed?.(result)) return;
      kept.set(keyOf(name, params), { result, until: now() + maxMs });
    },
    find(name: RpcMethodName, params: unknown): unknown {
      const found = kept.get(keyOf(name, params));
      return found && now() < found.until ? found.result : undefined;
    },
  };
}

/** Returns the cheapest method that needs the lock of this chain. */
const probeMethodFor = (lock: string) =>
  lock === "P" ? "platform.getHeight" : lock === "X" ? "avm.getHeight" : "proposervm.getProposedHeight";

type Explaining = {
  /** Sends a call when its lock is free. Does not throw its NodeError. */
  readonly trySend: (
    request: Request,
    call: CallOptions,
  ) => Promise<Attempt<CallRecord & { readonly result: unknown }>>;
  readonly isUrlRight: () => boolean;
};
/** Returns the function that sends a call and finds out the meaning of a 404. */
function createExplainer({ trySend, isUrlRight }: Explaining) {
  /** Sends a call; once more after a 404 that came while the URL was not known to be right: it can be that of a proxy without a node. With
   *  a wrong URL no API is served, and none is disabled: this is the failure of the P-Chain API, which every node serves. */
  async function trySurely(request: Request, call: CallOptions) {
    const isCertain = isUrlRight();
    const first = await trySend(request, call);
    if (first.error?.unavailable !== "api_off" || isCertain) return first;
    if (!isUrlRight()) {
      const ofHeight = await trySend({ name: "platform.getHeight", params: {} }, call);
      if (ofHeight.error?.failure.code === "wrong_path") return ofHeight;
    }
    return trySend(request, call);
  }

  /** Returns whether the node bootstraps: it creates the other chains meanwhile, and does not serve them before. */
  async function isBootstrapping(call: CallOptions): Promise<boolean> {
    const { value } = await trySend({ name: "info.isBootstrapped", params: { chain: "P" } }, call);
    return value !== undefined && !(value.result as Result<"info.isBootstrapped">).isBootstrapped;
  }

  return async function sendOrExplain(request: Request, call: CallOptions) {
    const { value, error } = await trySurely(request, call);
    if (!error) return value;
    const isOfChain = methodOf(request.name).endpoint.selector?.of === "chain";
    if (error.unavailable !== "api_off" || !isOfChain || !(await isBootstrapping(call))) throw error;
    const { record } = error;
    throw Object.assign(errorAt(locationOf(request), "bootstrapping", undefined, error), { record });
  };
}

/** Creates a client of one node; one call is in flight per chain lock, and per endpoint of a virtual machine. The caller closes it. */
export function createNodeClient(options: TransportOptions & Hooks) {
  const { clock = systemClock, resources, onCall } = options;
  const closing = new AbortController();
  const kept = createKept(clock);
  const transport = createTransport(options, resources, kept.clear);
  const probe = (lock: string, signal: AbortSignal) =>
    send({ name: probeMethodFor(lock), params: {}, selector: lock }, { signal });
  const withLock = createLockQueues({ clock, probe, stop: closing.signal });
  const named = new Set<string>();
  let lastId = 0;
  let nodeId: string | undefined;
  /** A call has succeeded, and no later one showed that the URL is wrong. */
  let isUrlRight = false;

  /** Learns from a call about the node. */
  function learn(request: Request, { nodeId: seen, response, isOfVm, error, result }: Outcome) {
    if (seen !== undefined && seen !== nodeId) kept.clear();
    nodeId = seen ?? nodeId;
    const isState = isOfVm || (error?.unavailable && response?.status === 200);
    if (error && !isState) kept.clear(); // the node can have been restarted
    if (!error) isUrlRight = true;
    else if (error.failure.code === "wrong_path") isUrlRight = false;
    if (seen === nodeId && result !== undefined) kept.add(request, result, seen ? maxConnectionAgeMs : maxUnnamedMs);
  }

  async function send(request: Request, { signal, timeout: timeoutMs = options.timeout }: CallOptions) {
    const limited = AbortSignal.any([signal, closing.signal]);
    const outcome = await exchange(transport, named, { ...request, id: ++lastId, timeoutMs, signal: limited });
    const { result, bug, ...record } = outcome;
    learn(request, outcome);
    onCall?.(record);
    signal.throwIfAborted();
    if (bug !== undefined) throw bug;
    if (record.error) throw Object.assign(record.error, { record });
    return { ...record, result };
  }

  /** Sends a call when its lock is free. Does not throw its NodeError. */
  function trySend(request: Request, call: CallOptions) {
    const method = methodOf(request.name);
    const isOfVm = method.endpoint.isOfVm === true;
    const lock = isOfVm ? pathOf(method, request.selector) : lockOf(method, request.selector);
    const waiting = { isHeavy: method.cost === "heavy", isOfVm, signal: call.signal };
    return attempt(withLock(lock, waiting, () => send(request, call)));
  }

  const sendOrExplain = createExplainer({ trySend, isUrlRight: () => isUrlRight });

  return {
    /** Returns the record with the validated result. Throws NodeError, or the reason of an aborted signal. */
    call: async <N extends RpcMethodName>(
      call: CallOptions,
      name: N,
      params: Params<N>,
      ...[selector]: PathSelectorArgs<N>
    ) => (await sendOrExplain({ name, params, selector }, call)) as CallRecord & { readonly result: Result<N> },
    /** Returns the result of an earlier call that hardly ever changes; undefined if a call is needed. */
    kept: <N extends RpcMethodName>(name: N, params: Params<N>) => kept.find(name, params) as Result<N> | undefined,
    /** Returns the raw result after validation: integers beyond 2^53 are bigint. Throws as `call` does. */
    async callWire(call: CallOptions, name: RpcMethodName, params: unknown, selector: string | undefined) {
      return (await sendOrExplain({ name, params, selector, isRaw: true }, call)).result;
    },
    /** Returns the ID of the node that responded last. */
    nodeId: () => nodeId,
    /** Ends all calls with an AbortError. Resolves when all connections are closed. */
    close() {
      closing.abort(new DOMException("the client was closed", "AbortError"));
      return transport.close();
    },
  };
}
export type NodeClient = ReturnType<typeof createNodeClient>;
