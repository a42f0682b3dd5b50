/** A simulated node: serves the methods of the contract from a simulated chain. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import Fastify from "fastify";
import { isMethodName, lockOf, methodOf } from "../node-api/contract.ts";
import { createChain } from "./chain.ts";
import type { ChainOptions } from "./chain-options.ts";
import { createClock } from "./clock.ts";
import { control, isControl } from "./control.ts";
import { deliver, type Pause } from "./deliver.ts";
import { createFaults, type FaultRule } from "./faults.ts";
import { createNode, type NodeOptions } from "./node.ts";
import { type Outcome, respond } from "./respond.ts";
import { addRoutes } from "./routes.ts";
import { defaultScenario, type Scenario, type ScenarioName, scenarios } from "./scenarios.ts";
import { otherNode, ownNode } from "./stakers.ts";

/** A finished call; times in milliseconds of `performance.now()`. `method` is unmodified. */
export type Call = {
  readonly method: string | undefined;
  readonly path: string;
  readonly body: string;
  readonly selector: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly start: number;
  readonly end: number;
  /** Size of the response with its headers. */
  readonly bytes: number;
};
export type SimulatorOptions = Partial<ChainOptions> &
  Partial<NodeOptions> & {
    readonly scenario?: ScenarioName;
    /** Number of the validator that the node is, from 0 to 2. */
    readonly number?: number;
    /** Current time in milliseconds. The chain starts at the first value. */
    readonly now?: () => number;
    /** Factor between simulated time and `now`. */
    readonly timeScale?: number;
    /** Whether /control is served, on loopback. */
    readonly control?: boolean;
    /** Waits for so many milliseconds. */
    readonly pause?: Pause;
    readonly faults?: readonly FaultRule[];
    /** Allowed host names; IP addresses are always allowed. */
    readonly allowedHosts?: readonly string[];
    readonly onCall?: (call: Call) => void;
  };

/** Chain locks: each call waits for the previous calls to the chain. */
function createLocks(pause: Pause) {
  const locks = new Map<string, Promise<void>>();
  return (chain: string, ms: number): Promise<void> => {
    const before = locks.get(chain) ?? Promise.resolve();
    const turn = ms > 0 ? before.then(() => pause(ms)) : before;
    locks.set(chain, turn);
    return turn;
  };
}
const realPause: Pause = (ms) => setTimeout(ms, undefined, { ref: false });
const lockOfCall = ({ method = "", selector }: Outcome) =>
  isMethodName(method) ? lockOf(methodOf(method), selector) : undefined;

async function incomingOf(request: IncomingMessage) {
  return {
    method: request.method ?? "",
    path: request.url?.split("?")[0] ?? "",
    host: request.headers.host,
    contentType: request.headers["content-type"],
    body: await text(request),
  };
}

export function createSimulator(options: SimulatorOptions = {}) {
  const { pause = realPause, allowedHosts = ["localhost"], onCall } = options;
  const clock = createClock(options.now ?? Date.now, options.timeScale ?? 1);
  const { start, now } = clock;
  const {
    chain: ofChain,
    node: ofNode,
    faults: ofScenario = [],
  }: Scenario = scenarios[options.scenario ?? defaultScenario];
  const chain = createChain({ start: new Date(start), ...ofChain, ...options });
  const nodeOf = (n: number) => createNode({ ...ofNode, ...options }, chain.names.nodeId(n), start);
  const node = nodeOf(options.number ?? ownNode);
  const other = nodeOf(otherNode);
  const nodeAt = (time: number) => (time - start < 1000 * node.swapsAfter ? node : other);
  const faults = createFaults([...ofScenario, ...(options.faults ?? [])], now, start);
  for (const each of [node, other])
    addRoutes(each, chain.network, each.runsL1 ? chain.subnets.l1s()[0]?.chain : undefined);
  const lock = createLocks(pause);

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const began = performance.now();
    const { socket } = request;
    const { bytesWritten } = socket;
    const incoming = await incomingOf(request);
    if (options.control && isControl(incoming.path)) {
      const { status, headers, body } = control(incoming, request.socket.remoteAddress, { clock, faults });
      chain.advance(new Date(now()));
      response.writeHead(status, headers).end(body);
      return;
    }
    chain.advance(new Date(now()));
    const answering = nodeAt(chain.now());
    const outcome = respond(incoming, { allowedHosts, context: { chain, node: answering, now: chain.now() } });
    const { method, selector, reply: answer } = outcome;
    const { path, body } = incoming;
    response.once("close", () => {
      const bytes = socket.bytesWritten - bytesWritten;
      onCall?.({ method, path, body, selector, headers: request.headers, start: began, end: performance.now(), bytes });
    });
    const date = new Date(chain.now()).toUTCString();
    const headers = { "node-id": answering.nodeId, date, ...answer.headers };
    const good = { ...answer, headers, delay: 0, busy: 0, delivery: "whole" } as const;
    const reply = faults.apply(good, method ?? "", body);
    const lockName = lockOfCall(outcome);
    if (lockName !== undefined) await lock(lockName, reply.busy);
    await deliver(reply, response, pause);
  }

  // all paths, methods and content types: respond() decides
  const app = Fastify({ forceCloseConnections: true });
  app.addHook("onRequest", async (request, reply) => {
    reply.hijack();
    await handle(request.raw, reply.raw).catch((error: unknown) => reply.raw.writeHead(500).end(String(error)));
  });

  return {
    /** Returns the simulated time in milliseconds since 1970. */
    now,
    chain,
    faults,
    nodeId: node.nodeId,
    /** The base URL. Port 0 is any free one. */
    listen: (port = 0, host = "127.0.0.1"): Promise<string> => app.listen({ port, host }),
    close: (): Promise<void> => app.close(),
  };
}
export type Simulator = ReturnType<typeof createSimulator>;
