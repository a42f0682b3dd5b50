/** Faults that turn a correct response into a broken one. */
import type { RpcMethodName } from "../node-api/contract.ts";
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
  /** Never responds; the connection stays open. */
  hang: None;
  /** The connection is reset at once. */
  reset: None;
  /** The connection is closed after the headers and half of the body. */
  cut: None;
  /** The body is sent in pieces of `bytes` every `ms`. */
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
  /** Path of a member of the result, such as validators.0.weight. */
  [K in Corruption]: { readonly field: string };
};
export type Fault = { [K in keyof Kinds]: { readonly kind: K } & Kinds[K] }[keyof Kinds];

type Delivery = "whole" | "cut" | "hang" | "reset" | { readonly bytes: number; readonly ms: number };
export type Reply = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Envelope;
  /** Milliseconds before it is sent, without and with the chain lock. */
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

/** A rejection by the node itself, in contrast to one by a proxy. */
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
  /** Pattern of the requests; all by default. */
  readonly request?: RegExp;
  /** Number of calls after which the fault ends. */
  readonly times?: number;
  /** Seconds after which the fault begins. */
  readonly after?: number;
  /** After `after`, active only in the first `lasts` of every `every` seconds. */
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
    /** Adds a rule and returns a function that removes it. All rules of a method apply, in order. */
    add,
    all: (): readonly FaultRule[] => [...active.keys()],
    /** Removes the rules of one method, or all rules. */
    clear(method?: RpcMethodName | "*") {
      for (const rule of active.keys()) if (method === undefined || rule.method === method) active.delete(rule);
    },
    /** Returns the reply with the active faults of its method applied. */
    apply(good: Reply, method: string, request = ""): Reply {
      let reply = good;
      for (const [rule, left] of active) {
        if ((rule.method !== "*" && rule.method !== method) || rule.request?.test(request) === false || !isOn(rule))
          continue;
        if (left <= 1) active.delete(rule);
        else active.set(rule, left - 1);
        reply = applyFault(reply, rule.fault, method);
      }
      return reply;
    },
  };
}
