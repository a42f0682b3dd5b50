/** What can go wrong with an answer. A fault makes a bad reply of a good one: nothing else here knows of faults. */
import type { RpcMethodName } from "../contract/contract.ts";
import { type Corruption, corrupt } from "./corrupt.ts";
import { toJson } from "./json.ts";
import { nodeErrors } from "./node-errors.ts";
import { goName } from "./routes.ts";
import { type Envelope, failure } from "./rpc.ts";

type None = Readonly<Record<never, never>>;
type Wait = { readonly ms: number };
type Kinds = {
  delay: Wait;
  /** Holds the chain's lock, so that other calls to the chain wait as well. */
  busy: Wait;
  /** Never an answer; the connection stays. */
  hang: None;
  /** The connection is reset at once. */
  reset: None;
  /** And here after the headers and half of the body. */
  cut: None;
  /** The body comes in so many bytes every so often. */
  drip: Wait & { readonly bytes: number };
  status: { readonly status: number; readonly text: string };
  redirect: { readonly to: string };
  html: None;
  /** Status 200 and no body. */
  empty: None;
  /** Half of the JSON, properly sent. */
  truncated: None;
  "wrong-id": None;
  "wrong-jsonrpc": None;
  /** Neither result nor error. */
  "no-result": None;
  error: { readonly message: string };
  /** Blanks make up the size. */
  oversize: { readonly bytes: number };
  "api-off": None;
  bootstrapping: None;
  "method-unknown": None;
  /** Another node answers. */
  identity: { readonly nodeId: string };
} & {
  /** One member of the result, such as validators.0.weight. */
  [K in Corruption]: { readonly field: string };
};
export type Fault = { [K in keyof Kinds]: { readonly kind: K } & Kinds[K] }[keyof Kinds];

type Delivery = "whole" | "cut" | "hang" | "reset" | { readonly bytes: number; readonly ms: number };
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Envelope;
  /** Milliseconds before it is sent, without and with the chain's lock. */
  readonly delay: number;
  readonly busy: number;
  readonly delivery: Delivery;
};

export const plain = (status: number, body: string) => ({
  status,
  headers: { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" },
  body,
});
export const bodyText = (body: string | Envelope): string => (typeof body === "string" ? body : toJson(body));

type Effect<K extends keyof Kinds> = (fault: Kinds[K], reply: Reply, method: string) => Partial<Reply>;
const onEnvelope =
  (change: (envelope: Envelope, method: string) => Envelope) =>
  (_: None, { body }: Reply, method: string) =>
    typeof body === "string" ? {} : { body: change(body, method) };
const onResult =
  (kind: Corruption): Effect<Corruption> =>
  ({ field }, { body }) =>
    typeof body === "string" ? {} : { body: { ...body, result: corrupt(body.result, field, kind) } };

/** The node's own refusal, as against that of something before it. */
const refusal =
  (status: number, text: string) =>
  (_: None, { headers }: Reply) => ({
    ...plain(status, text),
    headers: { ...headers, ...plain(status, text).headers },
  });

const effects: { readonly [K in keyof Kinds]: Effect<K> } = {
  delay: ({ ms }, { delay }) => ({ delay: delay + ms }),
  busy: ({ ms }, { busy }) => ({ busy: busy + ms }),
  hang: () => ({ delivery: "hang" }),
  reset: () => ({ delivery: "reset" }),
  cut: () => ({ delivery: "cut" }),
  drip: ({ bytes, ms }) => ({ delivery: { bytes, ms } }),
  status: ({ status, text }) => plain(status, text),
  redirect: ({ to }) => ({ ...plain(302, ""), headers: { location: to } }),
  html: () => ({ status: 200, headers: { "content-type": "text/html" }, body: "<html><body>Welcome</body></html>\n" }),
  empty: () => ({ status: 200, headers: {}, body: "" }),
  truncated: (_, { body }) => ({ body: bodyText(body).slice(0, bodyText(body).length / 2) }),
  "wrong-id": onEnvelope((envelope) => ({ ...envelope, id: -1 })),
  "wrong-jsonrpc": onEnvelope((envelope) => ({ ...envelope, jsonrpc: "1.0" })),
  "no-result": onEnvelope(({ jsonrpc, id }) => ({ jsonrpc, id })),
  error: ({ message }, { body }) => (typeof body === "string" ? {} : { body: failure(body.id, message) }),
  oversize: ({ bytes }, { body }) => ({ body: bodyText(body).padEnd(bytes) }),
  "api-off": refusal(404, nodeErrors.notFound),
  bootstrapping: refusal(503, nodeErrors.bootstrapping),
  "method-unknown": onEnvelope(({ id }, method) => failure(id, nodeErrors.noMethod(goName(method)))),
  identity: ({ nodeId }, { headers }) => ({ headers: { ...headers, "node-id": nodeId } }),
  missing: onResult("missing"),
  mistyped: onResult("mistyped"),
  negative: onResult("negative"),
  overflow: onResult("overflow"),
  "null-list": onResult("null-list"),
};
export const faultKinds = Object.keys(effects) as readonly Fault["kind"][];

function applyFault(reply: Reply, fault: Fault, method: string): Reply {
  const effect = effects[fault.kind] as Effect<Fault["kind"]>;
  return { ...reply, ...effect(fault as never, reply, method) };
}

export type FaultRule = {
  readonly method: RpcMethodName | "*";
  readonly fault: Fault;
  /** After so many calls it heals. */
  readonly times?: number;
  /** Not in the first so many seconds. */
  readonly after?: number;
  /** From then on only in the first `lasts` of every so many seconds. */
  readonly flaps?: { readonly every: number; readonly lasts: number };
};

/** `now` and `start` in milliseconds. */
export function createFaults(rules: readonly FaultRule[], now: () => number, start: number) {
  const active = new Map<FaultRule, number>();
  const add = (rule: FaultRule) => {
    active.set(rule, rule.times ?? Number.POSITIVE_INFINITY);
    return () => void active.delete(rule);
  };
  rules.forEach(add);
  function isOn({ after = 0, flaps }: FaultRule) {
    const seconds = (now() - start) / 1000 - after;
    return seconds >= 0 && (!flaps || seconds % flaps.every < flaps.lasts);
  }

  return {
    /** Gives the way to take it back. Several on one method all apply, in order. */
    add,
    all: (): readonly FaultRule[] => [...active.keys()],
    /** Of one method, or all. */
    clear(method?: RpcMethodName | "*") {
      for (const rule of active.keys()) if (method === undefined || rule.method === method) active.delete(rule);
    },
    /** Spoils a reply by what is wrong now with its method. */
    apply(good: Reply, method: string): Reply {
      let reply = good;
      for (const [rule, left] of active) {
        if ((rule.method !== "*" && rule.method !== method) || !isOn(rule)) continue;
        if (left <= 1) active.delete(rule);
        else active.set(rule, left - 1);
        reply = applyFault(reply, rule.fault, method);
      }
      return reply;
    },
  };
}
