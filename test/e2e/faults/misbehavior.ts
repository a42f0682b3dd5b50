/** Misbehaviors of a server at the address of a node. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
export type Params = { readonly chain?: string; readonly nodeIDs?: readonly string[]; readonly subnetID?: string };
/** One call, and the ways to answer it. */
export type Exchange = {
  readonly id: number;
  readonly method: string;
  readonly params: Params;
  readonly path: string;
  /** Returns the correct response of a node; by default the first. */
  readonly ask: (node?: NodeName) => Promise<Answer>;
  readonly response: ServerResponse;
};
/** `fuji` has the first node's ID on another network, `halted` accepts no more blocks. */
export type NodeName = "first" | "other" | "fuji" | "halted";
/** A misbehavior, by kind. */
export type Misbehavior =
  /** Nothing listens: always, or alternating every `for` milliseconds. */
  | { readonly kind: "not-listening"; readonly for?: number }
  /** Handles the TCP connection, below TLS and HTTP. */
  | { readonly kind: "connection"; readonly take: (socket: Socket) => void }
  | { readonly kind: "call"; readonly answer: (exchange: Exchange) => unknown };

const call = (answer: (exchange: Exchange) => unknown): Misbehavior => ({ kind: "call", answer });
const connection = (take: (socket: Socket) => void): Misbehavior => ({ kind: "connection", take });

export function send(response: ServerResponse, { status, headers, body }: Answer) {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}

export const notListening = { kind: "not-listening" } as const;
export const notListeningFor = (ms: number) => ({ kind: "not-listening", for: ms }) as const;

/** Resets so many connections, and then calls back. */
export function resets(times: number, then: () => unknown): Misbehavior {
  let left = times;
  return connection((socket) => {
    socket.resetAndDestroy();
    if (--left === 0) then();
  });
}
export const hang = call(() => {});
/** Response of a proxy, without node ID. */
export const status = (status: number, body = "") =>
  call(({ response }) => send(response, { status, headers: {}, body }));
export const page = (title: string) => `<!doctype html><html><body><h1>${title}</h1></body></html>\n`;

/** Alters correct responses; only of these methods, if given. */
const altered = (alter: (answer: Answer, exchange: Exchange) => Answer, methods?: readonly string[]) =>
  call(async (exchange) => {
    const good = await exchange.ask();
    send(exchange.response, !methods || methods.includes(exchange.method) ? alter(good, exchange) : good);
  });
export const altersBody = (alter: (body: string) => string, methods?: readonly string[]) =>
  altered((answer) => ({ ...answer, body: alter(answer.body) }), methods);

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Members = { readonly [name: string]: Json };
export const altersResult = (alter: (result: Members) => Json, methods: readonly string[]) =>
  altersBody((body) => {
    const { result, ...rest } = JSON.parse(body);
    return JSON.stringify({ ...rest, ...(result && { result: alter(result) }) });
  }, methods);
export const error = (message: string, methods: readonly string[]) =>
  altered((answer, { id }) => {
    const body = JSON.stringify({ jsonrpc: "2.0", error: { code: -32_000, message, data: null }, id });
    return { ...answer, body };
  }, methods);

export const notServed = (path: RegExp) =>
  call(async ({ path: called, method, params, ask, response }) => {
    const good = await ask();
    if (path.test(called)) return send(response, { ...good, status: 404, body: "404 page not found\n" });
    const isGone = method === "info.isBootstrapped" && path.test(`/ext/bc/${params.chain}`);
    return send(response, isGone ? notBootstrapped(good) : good);
  });
const notBootstrapped = (good: Answer): Answer => ({
  ...good,
  body: good.body.replace('"isBootstrapped":true', '"isBootstrapped":false'),
});
export const bootstrapping = call(async ({ path, method, ask, response }) => {
  const good = await ask();
  const body = "API call rejected because chain is not done bootstrapping\n";
  if (path.startsWith("/ext/bc/")) send(response, { ...good, status: 503, body });
  else send(response, method === "info.isBootstrapped" ? notBootstrapped(good) : good);
});

export const from = (node: NodeName) => call(async ({ ask, response }) => send(response, await ask(node)));
export const alternating = (nodes: readonly NodeName[]) =>
  call(async ({ id, ask, response }) => send(response, await ask(nodes[id % nodes.length])));

/** Only the exported members: 100,000 complete entries would exceed the size limit. */
const smallValidator = (i: number): Members => ({
  txID: "tx",
  nodeID: `NodeID-${i}`,
  weight: "2000000000",
  startTime: "1764578539",
  delegatorWeight: "1000000000",
  delegatorCount: "2",
  connected: i % 2 === 0,
});
/** Replaces the set with this number of validators with 3 AVAX and two delegators each; every other one is connected. */
export function validatorSet(length: number): Misbehavior {
  const list = JSON.stringify(Array.from({ length }, (_, i) => smallValidator(i)));
  return altered(
    (answer, { id, params }) =>
      params.nodeIDs ? answer : { ...answer, body: `{"jsonrpc":"2.0","result":{"validators":${list}},"id":${id}}` },
    ["platform.getCurrentValidators"],
  );
}
