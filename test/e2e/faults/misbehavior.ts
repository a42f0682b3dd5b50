/** Misbehaviors of a server at the address of a node. */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";

export type Answer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};
export type Params = { readonly chain?: string; readonly nodeIDs?: readonly string[]; readonly subnetID?: string };
/** One call, and the ways to answer it. */
export type Exchange = {
  readonly id: number;
  readonly method: string;
  readonly params: Params;
  readonly path: string;
  /** Validators that the exporter watches. */
  readonly watched: readonly string[];
  /** Returns the correct response of a node; by default the first. */
  readonly ask: (node?: NodeName, host?: string) => Promise<Answer>;
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
  | { readonly kind: "expired certificate" }
  | { readonly kind: "call"; readonly answer: (exchange: Exchange) => unknown };

const call = (answer: (exchange: Exchange) => unknown): Misbehavior => ({ kind: "call", answer });
const connection = (take: (socket: Socket) => void): Misbehavior => ({ kind: "connection", take });

export function send(response: ServerResponse, { status, headers, body }: Answer) {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) }).end(body);
}

export const notListening = { kind: "not-listening" } as const;
export const notListeningFor = (ms: number) => ({ kind: "not-listening", for: ms }) as const;
export const expiredCertificate = { kind: "expired certificate" } as const;

/** Resets so many connections, and then calls back. */
export function resets(times: number, then: () => unknown): Misbehavior {
  let left = times;
  return connection((socket) => {
    socket.resetAndDestroy();
    if (--left === 0) then();
  });
}
export const hang = call(() => {});
const half = ({ status, headers, body }: Answer, response: ServerResponse) => {
  response.writeHead(status, { ...headers, "content-length": Buffer.byteLength(body) });
  return response.write(body.slice(0, body.length / 2));
};
export const cut = call(async ({ ask, response }) => {
  half(await ask(), response);
  await setTimeout(50); // the half is on its way
  response.destroy();
});
export const late = (ms: number) =>
  call(async ({ ask, response }) => {
    await setTimeout(ms); // the latency
    send(response, await ask());
  });

/** Response of a proxy, without node ID. */
export const status = (status: number, body = "", headers: Readonly<Record<string, string>> = {}) =>
  call(({ response }) => send(response, { status, headers, body }));
export const page = (title: string) => `<!doctype html><html><body><h1>${title}</h1></body></html>\n`;

/** Alters correct responses; only of these methods, if given. */
const altered = (alter: (answer: Answer, exchange: Exchange) => Answer, methods?: readonly string[]) =>
  call(async (exchange) => {
    const good = await exchange.ask();
    send(exchange.response, !methods || methods.includes(exchange.method) ? alter(good, exchange) : good);
  });
export const altersBody = (alter: (body: string) => string | Buffer, methods?: readonly string[]) =>
  altered((answer) => ({ ...answer, body: alter(String(answer.body)) }), methods);

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };
export type Members = { readonly [name: string]: Json };
/** Alters JSON-RPC envelopes. */
export const altersEnvelope = (alter: (envelope: Members) => Json, methods?: readonly string[]) =>
  altersBody((body) => (body.startsWith("{") ? JSON.stringify(alter(JSON.parse(body))) : body), methods);
type AlterResult = (result: Members, exchange: Exchange, answer: Answer) => Json;
export const altersResult = (alter: AlterResult, methods?: readonly string[]) =>
  altered((answer, exchange) => {
    const { result, ...rest } = JSON.parse(String(answer.body));
    return { ...answer, body: JSON.stringify({ ...rest, ...(result && { result: alter(result, exchange, answer) }) }) };
  }, methods);
export const error = (message: string, methods?: readonly string[]) =>
  altersEnvelope(({ id = null }) => ({ jsonrpc: "2.0", error: { code: -32_000, message, data: null }, id }), methods);

/** Changes every value that is neither an array nor an object. */
export function leaves(json: Json, change: (leaf: Json) => Json): Json {
  if (Array.isArray(json)) return json.map((item) => leaves(item, change));
  if (typeof json !== "object" || json === null) return change(json);
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, leaves(value, change)]));
}
const isWhole = (leaf: Json) => typeof leaf === "number" || (typeof leaf === "string" && /^\d+(\.\d+)?$/.test(leaf));
/** Changes every number, also in strings. */
export const numbers = (json: Json, change: (leaf: string) => string): Json =>
  leaves(json, (leaf) => {
    if (!isWhole(leaf)) return leaf;
    return typeof leaf === "string" ? change(leaf) : Number(change(String(leaf)));
  });

/** Converts decimal strings to JSON numbers of any size. */
export const unquoted = (body: string) => body.replace(/"(\d+)"/g, "$1");
/** Responds with this number of blanks, compressed once. */
export function bomb(bytes: number): Misbehavior {
  let body: Buffer | undefined;
  return altered(({ status, headers }) => {
    body ??= gzipSync(Buffer.alloc(bytes, " "));
    return { status, headers: { ...headers, "content-encoding": "gzip" }, body };
  });
}
/** Pads responses with blanks to this size. */
export function padded(bytes: number): Misbehavior {
  const blanks = Buffer.alloc(bytes, " ");
  return altersBody((body) => Buffer.concat([Buffer.from(body), blanks], bytes));
}

export const notServed = (path: RegExp) =>
  call(async ({ path: called, method, params, ask, response }) => {
    const good = await ask();
    if (path.test(called)) return send(response, { ...good, status: 404, body: "404 page not found\n" });
    const isGone = method === "info.isBootstrapped" && path.test(`/ext/bc/${params.chain}`);
    return send(response, isGone ? notBootstrapped(good) : good);
  });
const notBootstrapped = (good: Answer): Answer => ({
  ...good,
  body: String(good.body).replace('"isBootstrapped":true', '"isBootstrapped":false'),
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
export const calledBy = (host: string) => call(async ({ ask, response }) => send(response, await ask("first", host)));

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
export function validatorSet(count: () => number): Misbehavior {
  const made = new Map<number, string>();
  const listOf = (length: number) => JSON.stringify(Array.from({ length }, (_, i) => smallValidator(i)));
  return altered(
    (answer, { id, params }) => {
      if (params.nodeIDs) return answer;
      const length = count();
      const list = made.get(length) ?? listOf(length);
      made.set(length, list);
      return { ...answer, body: `{"jsonrpc":"2.0","result":{"validators":${list}},"id":${id}}` };
    },
    ["platform.getCurrentValidators"],
  );
}
