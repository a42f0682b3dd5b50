/** Faults of a node and of the exporter's process, and their effects on the exporter. */
import type { Reason } from "../../../src/rpc/failure-texts.ts";
import {
  altered,
  alternating,
  altersBody,
  altersEnvelope,
  altersResult,
  bomb,
  bootstrapping,
  calledBy,
  certificate,
  closed,
  cut,
  deaf,
  drip,
  error,
  from,
  gzipped,
  hang,
  hangInBody,
  type Json,
  late,
  leaves,
  type Members,
  type Misbehavior,
  mute,
  type NodeName,
  nameless,
  noContent,
  notListening,
  notListeningFor,
  notServed,
  numbers,
  packed,
  padded,
  page,
  plain,
  reset,
  respondWith,
  status,
  unquoted,
  validatorSet,
} from "./misbehavior.ts";

type Values = Readonly<Record<string, number>>;
/** The remaining data of the node after the fault has lasted for longer than stale_after. */
export type Data =
  /** All of it. */
  | { readonly is: "whole" }
  | { readonly is: "gone" }
  /** `loses`: collectors or metrics; `values`: values that replace those of the good node. */
  | { readonly is: "partly gone"; readonly loses: readonly string[]; readonly values?: Values }
  | { readonly is: "kept"; readonly keeps: readonly string[] }
  /** `apart`: the node has another ID, so that no response mixes the values of both. */
  | { readonly is: "values of that node"; readonly node: NodeName; readonly apart?: true }
  | { readonly is: "values of either node"; readonly nodes: readonly NodeName[] }
  /** The values that the faulty node returns to other clients as well. */
  | { readonly is: "values as returned" }
  /** The node's data while the node is reachable. */
  | { readonly is: "there at times" };

export type NodeFault = {
  readonly name: string;
  readonly does: Misbehavior;
  /** Reasons of the failed calls; empty if no call fails. */
  readonly shows: readonly Reason[];
  readonly data: Data;
  /** The node is called over TLS. */
  readonly secure?: true;
  readonly endless?: true;
  readonly timeout?: string;
  /** The fault ends with a restart of the node. */
  readonly restarts?: true;
  /** Enables only these collectors. */
  readonly collectors?: readonly string[];
  /** Enables all validators, the chains and the admin API as well. */
  readonly everything?: true;
};

const gone = { is: "gone" } as const;
const whole = { is: "whole" } as const;
const asReturned = { is: "values as returned" } as const;
const partly = (loses: readonly string[], values: Values = {}) => ({ is: "partly gone", loses, values }) as const;
const keeps = (...names: readonly string[]) => ({ is: "kept", keeps: names }) as const;

/** Collectors that are enabled for most faults. */
export const usualCollectors = [
  ...["p-height", "p-supply", "p-validators", "watched-validators", "x-height", "index", "node", "health"],
];
const chains = ["P", "X", "C"];
const lastOfIndex = ["avax_index_last_accepted_index", "avax_index_last_accepted_timestamp_seconds"];
const ofIndex = (value: number): Values =>
  Object.fromEntries(chains.map((chain) => [`avax_index_available{chain="${chain}",index="block"}`, value]));
const booted = (of: readonly string[], value: number): Values =>
  Object.fromEntries(of.map((chain) => [`avax_node_bootstrapped{chain="${chain}"}`, value]));

const validators = "platform.getCurrentValidators";
const list = ({ validators }: Members) => validators as readonly Members[];
const withValidators = (change: (all: readonly Members[], watched: readonly string[]) => readonly Json[]) =>
  altersResult((result, { watched }) => ({ ...result, validators: change(list(result), watched) }), [validators]);

const many = 100_000;
const primary = '{subnet_id="11111111111111111111111111111111LpoYY"}';
const ofMany: Values = {
  [`avax_validators${primary}`]: many,
  [`avax_validators_weight${primary}`]: many * 3e9,
  [`avax_validators_largest_weight${primary}`]: 3e9,
  [`avax_validators_superminority${primary}`]: Math.floor(many / 3) + 1,
  [`avax_validators_connected${primary}`]: many / 2,
  [`avax_validators_connected_weight${primary}`]: (many / 2) * 3e9,
  [`avax_validators_connected_weight_ratio${primary}`]: 1 / 2,
  [`avax_validators_delegated_avax${primary}`]: many,
  [`avax_delegators${primary}`]: 2 * many,
};

/** Characters that a label can contain and the exposition must escape. */
const awkward = '"q" \\ \n {x="y"} # é 節点 🔺';
const maxIdLength = 64;
/** Keeps numbers, times, keys and the node ID, which is also in a header. */
const rename = (self: string) => (leaf: Json) =>
  typeof leaf === "string" && leaf !== self && !/^[\d.]+$|^\d{4}-\d\d-\d\d|^0x/.test(leaf)
    ? leaf.slice(0, maxIdLength - awkward.length) + awkward
    : leaf;
const rekeyed = (json: Json): Members =>
  Object.fromEntries(Object.entries(json as Members).map(([name, value]) => [name + awkward, value]));
const renamed = altersResult(
  ({ checks, loggerLevels, ...rest }, _exchange, { headers: { "node-id": self = "" } }) => ({
    ...(leaves(rest, rename(self)) as Members),
    ...(checks && { checks: rekeyed(checks) }),
    ...(loggerLevels && { loggerLevels: rekeyed(leaves(loggerLevels, rename(self))) }),
  }),
  [
    "info.getNodeVersion",
    "info.getNetworkName",
    "info.getNodeID",
    "health.health",
    "platform.getBlockchains",
    "admin.getLoggerLevel",
    "admin.getChainAliases",
    validators,
  ],
);

const megabyte = "m".repeat(1_000_000);
const longNames = altersResult(
  (result) =>
    "checks" in result
      ? {
          ...result,
          checks: {
            ...(result["checks"] as Members),
            [megabyte]: Object.values(result["checks"] as Members)[0] ?? null,
          },
        }
      : { ...result, version: megabyte },
  ["info.getNodeVersion", "health.health"],
);

export const nodeFaults: readonly NodeFault[] = [
  { name: "connection refused", does: notListening, shows: ["connect"], data: gone },
  { name: "connection reset", does: reset, shows: ["connect"], data: gone },
  { name: "connection closed without a response", does: closed, shows: ["connect"], data: gone },
  { name: "host name that does not resolve", does: nameless, shows: ["connect"], data: gone, endless: true },
  { name: "no response", does: hang, shows: ["timeout"], data: gone, timeout: "1s" },
  { name: "half of a response, then no more data", does: hangInBody, shows: ["timeout"], data: gone, timeout: "1s" },
  { name: "half of a response, then connection closed", does: cut, shows: ["connect"], data: gone },
  { name: "response at one byte per second", does: drip, shows: ["timeout"], data: gone, timeout: "1s" },
  {
    name: "half-open connection: accepted, never read",
    does: deaf,
    shows: ["timeout"],
    data: gone,
    timeout: "1s",
  },
  { name: "protocol other than HTTP", does: respondWith("SSH-2.0-OpenSSH_9.2\r\n"), shows: ["connect"], data: gone },
  {
    name: "non-numeric Content-Length",
    does: respondWith("HTTP/1.1 200 OK\r\ncontent-length: ten\r\n\r\n{}"),
    shows: ["connect"],
    data: gone,
  },
  {
    name: "Content-Length too small",
    does: respondWith('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{"jsonrpc":"2.0"}'),
    shows: ["decode"],
    data: gone,
  },
  {
    name: "malformed chunked encoding",
    does: respondWith("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n{}\r\n"),
    shows: ["connect"],
    data: gone,
  },
  {
    name: "100 kB of headers",
    does: respondWith(`HTTP/1.1 200 OK\r\nx: ${"x".repeat(100_000)}\r\ncontent-length: 2\r\n\r\n{}`),
    shows: ["connect"],
    data: gone,
  },
  { name: "TLS: expired certificate", does: certificate("expired"), shows: ["connect"], data: gone, secure: true },
  {
    name: "TLS: certificate for another host name",
    does: certificate("other name"),
    shows: ["connect"],
    data: gone,
    secure: true,
  },
  {
    name: "TLS: certificate signed by an unknown authority",
    does: certificate("self-signed"),
    shows: ["connect"],
    data: gone,
    secure: true,
  },
  { name: "TLS: handshake never completes", does: mute, shows: ["timeout"], data: gone, timeout: "2s", secure: true },
  { name: "TLS: the node speaks plain HTTP", does: plain, shows: ["connect"], data: gone, secure: true },
  {
    name: "the node speaks TLS, but the URL begins with http",
    does: respondWith("HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n"),
    shows: ["http_status"],
    data: gone,
  },
  {
    name: "redirect",
    does: status(308, "", { location: "http://127.0.0.1:1/" }),
    shows: ["http_status"],
    data: gone,
  },
  { name: "401", does: status(401, "401 Unauthorized\n"), shows: ["http_status"], data: gone },
  { name: "403 from a proxy", does: status(403, "403 Forbidden\n"), shows: ["http_status"], data: gone },
  {
    name: "403 from the node: host name not allowed",
    does: calledBy("node.example"),
    shows: ["host_not_allowed"],
    data: gone,
  },
  {
    name: "404 for all requests",
    does: status(404, "404 page not found\n"),
    shows: ["http_status", "method_unavailable"],
    data: gone,
  },
  { name: "407 from a proxy", does: status(407, page("Proxy")), shows: ["http_status"], data: gone },
  { name: "429", does: status(429, "slow down\n", { "retry-after": "1" }), shows: ["http_status"], data: gone },
  { name: "500", does: status(500, "internal error\n"), shows: ["http_status"], data: gone },
  { name: "502 with a web page", does: status(502, page("Bad Gateway")), shows: ["http_status"], data: gone },
  { name: "503 with a web page", does: status(503, page("Unavailable")), shows: ["http_status"], data: gone },
  { name: "204", does: noContent, shows: ["http_status"], data: gone },
  {
    name: "200 with a web page",
    does: status(200, page("Error"), { "content-type": "text/html" }),
    shows: ["decode"],
    data: gone,
  },
  { name: "empty body", does: status(200), shows: ["decode"], data: gone },
  {
    name: "truncated JSON",
    does: altersBody((body) => body.slice(0, body.length / 2)),
    shows: ["decode"],
    data: gone,
  },
  { name: "not JSON", does: altersBody((body) => body.replaceAll('"', "'")), shows: ["decode"], data: gone },
  { name: "gzip, only if the client asks for it (Accept-Encoding)", does: packed, shows: [], data: whole },
  { name: "gzip although the client did not ask for it", does: altered(gzipped), shows: ["decode"], data: gone },
  {
    name: "100 kB of gzip that unpack to 100 MB",
    does: bomb(100_000_000),
    shows: ["decode"],
    data: gone,
    collectors: ["p-supply", "x-height"],
  },
  {
    name: "response above the size limit",
    does: padded(33 * 2 ** 20),
    shows: ["too_large"],
    data: gone,
    collectors: ["p-supply"],
  },
  {
    name: "array (as for a JSON-RPC batch)",
    does: altersEnvelope((envelope) => [envelope]),
    shows: ["schema"],
    data: gone,
  },
  {
    name: "response to another call (wrong ID)",
    does: altersEnvelope((e) => ({ ...e, id: -1 })),
    shows: ["schema"],
    data: gone,
  },
  { name: "JSON-RPC 1.0", does: altersEnvelope((e) => ({ ...e, jsonrpc: "1.0" })), shows: ["schema"], data: gone },
  { name: "result is null", does: altersEnvelope((e) => ({ ...e, result: null })), shows: ["schema"], data: gone },
  {
    name: "neither result nor error",
    does: altersEnvelope(({ result: _, ...rest }) => rest),
    shows: ["schema"],
    data: gone,
  },
  {
    name: "excessively nested JSON",
    does: altersBody((body) => body.replace(/"result":.*/s, `"result":${"[".repeat(1_000_000)}`)),
    shows: ["decode"],
    data: gone,
    collectors: ["p-supply", "x-height"],
  },
  {
    name: "values of wrong types",
    does: altersResult((result) => leaves(result, () => ({}))),
    shows: ["schema"],
    data: gone,
  },
  {
    name: "negative numbers",
    does: altersResult((result) => numbers(result, (number) => `-${number}`)),
    shows: ["schema"],
    data: keeps("avax_pchain_timestamp_seconds", "avax_node_bootstrapped"),
  },
  {
    name: "numbers above 64 bits",
    does: altersResult((result) => numbers(result, () => String(2n ** 64n))),
    shows: ["schema"],
    data: keeps("avax_pchain_timestamp_seconds", "avax_node_bootstrapped"),
  },
  { name: "numbers above 2^53 without quotes", does: altersBody(unquoted), shows: [], data: whole },
  {
    name: "error null in addition to the result",
    does: altersEnvelope((e) => ({ ...e, error: null })),
    shows: [],
    data: whole,
  },
  { name: "JSON-RPC error", does: error("internal error"), shows: ["rpc_error"], data: gone },
  {
    name: "JSON-RPC error without an ID",
    does: altersEnvelope(() => ({ jsonrpc: "2.0", error: { code: -32700, message: "parse error" }, id: null })),
    shows: ["rpc_error"],
    data: gone,
  },
  {
    name: "JSON-RPC error in addition to a result",
    does: altersEnvelope((e) => ({ ...e, error: { code: -32000, message: "half done" } })),
    shows: ["rpc_error"],
    data: gone,
  },
  {
    name: "JSON-RPC error that is not an object",
    does: altersEnvelope((e) => ({ ...e, error: "boom" })),
    shows: ["schema"],
    data: gone,
  },
  {
    name: "JSON-RPC error for one method",
    does: error("database closed", ["platform.getCurrentSupply"]),
    shows: ["rpc_error"],
    data: partly(["p-supply"]),
  },
  {
    name: "bootstrapping",
    does: bootstrapping,
    shows: ["bootstrapping"],
    data: partly(["p-height", "p-supply", "p-validators", "watched-validators", "x-height"], booted(chains, 0)),
  },
  {
    name: "index API disabled",
    restarts: true,
    does: notServed(/^\/ext\/index/),
    shows: ["method_unavailable"],
    data: partly(lastOfIndex, ofIndex(0)),
  },
  {
    name: "info API disabled",
    restarts: true,
    does: notServed(/^\/ext\/info/),
    shows: ["method_unavailable"],
    data: partly(["node"]),
  },
  {
    name: "health API disabled",
    restarts: true,
    does: notServed(/^\/ext\/health/),
    shows: ["method_unavailable"],
    data: partly(["health"], booted(chains, 1)),
  },
  {
    name: "missing chain",
    restarts: true,
    does: notServed(/^\/ext\/(bc|index)\/X/),
    shows: ["method_unavailable"],
    data: partly(
      ["x-height", ...[...lastOfIndex, "avax_index_available"].map((name) => `${name}{chain="X"`)],
      booted(["X"], 0),
    ),
  },
  {
    name: "unknown method",
    does: error(`rpc: can't find method "platform.getProposedHeight"`, ["platform.getProposedHeight"]),
    shows: ["method_unavailable"],
    data: partly(["avax_pchain_proposed_height"]),
  },
  {
    name: "empty index",
    does: error("no containers have been accepted", ["index.getLastAccepted"]),
    shows: [],
    data: partly(lastOfIndex),
  },
  { name: "0 validators", does: withValidators(() => []), shows: [], data: asReturned },
  {
    name: "1 validator",
    does: withValidators((all, [first]) => all.filter(({ nodeID }) => nodeID === first)),
    shows: [],
    data: asReturned,
  },
  {
    name: "100,000 validators",
    does: validatorSet(() => many),
    shows: [],
    data: partly([], ofMany),
  },
  {
    name: "duplicate validator in the list",
    does: withValidators((all) => [...all, ...all]),
    shows: ["schema"],
    data: partly(["p-validators", "watched-validators"]),
    everything: true,
  },
  { name: "names of 1 MB", does: longNames, shows: [], data: asReturned },
  {
    name: "names with quotes, line breaks and non-ASCII characters",
    does: renamed,
    shows: [],
    data: asReturned,
    everything: true,
  },
  {
    name: "text that is not UTF-8",
    does: altersBody(
      (body) => Buffer.from(body.replace("avalanchego/", "\xff\xfe\xc0"), "latin1"),
      ["info.getNodeVersion"],
    ),
    shows: [],
    data: asReturned,
  },
  {
    name: "latency of a quarter of the timeout",
    does: late(2000),
    shows: [],
    data: whole,
    timeout: "8s",
    collectors: ["p-supply", "x-height"],
  },
  {
    name: "another node at the same address",
    does: from("other"),
    shows: [],
    data: { is: "values of that node", node: "other", apart: true },
  },
  {
    name: "node on another network",
    does: from("fuji"),
    shows: [],
    // health combines heights with labels that it reads once, until the exporter sees the other network
    collectors: usualCollectors.filter((name) => name !== "health"),
    data: { is: "values of that node", node: "fuji" },
  },
  {
    name: "a load balancer in front of two nodes",
    does: alternating(["first", "other"]),
    shows: [],
    data: { is: "values of either node", nodes: ["first", "other"] },
  },
  {
    name: "stalled chain",
    does: from("halted"),
    shows: [],
    data: { is: "values of that node", node: "halted" },
  },
  {
    name: "node that restarts every 4 s", // not in step with the interval of the collectors
    does: notListeningFor(4000),
    shows: ["connect"],
    data: { is: "there at times" },
  },
];

/** Faults of the exporter's process. */
export type ProcessFault = { readonly name: string; readonly shows: string; readonly data: string };
export const processFaults = {
  clock: {
    name: "clock set forward by one hour, then back by two",
    shows: "nothing",
    data: "kept; runs and stale_after use the monotonic clock",
  },
  suspended: {
    name: "process suspended for longer than stale_after, clock ten minutes ahead",
    shows: "the reasons of the failing calls",
    data: "data older than stale_after is absent from the first response",
  },
  full: { name: "no space for the log (/dev/full)", shows: "nothing: the log is lost", data: "kept" },
  files: {
    name: "file descriptor limit (64) exhausted",
    shows: "`connect`; scrapes wait",
    data: "kept until stale_after",
  },
  hangups: { name: "SIGHUP, 200 times", shows: "nothing", data: "kept" },
  deleted: {
    name: "configuration file deleted, then SIGHUP",
    shows: "`avax_exporter_config_last_reload_successful` 0, and the log states the reason",
    data: "kept; the previous configuration stays in effect",
  },
  scrapes: {
    name: "200 concurrent scrapes during collector runs",
    shows: "503 above 80 concurrent scrapes",
    data: "each response is complete, and all values of a collector are from one run",
  },
} as const satisfies Record<string, ProcessFault>;
export type ProcessFaultName = keyof typeof processFaults;
