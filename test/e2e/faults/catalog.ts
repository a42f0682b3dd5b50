/** Faults of a node and of the exporter's process, and their effects on the exporter. */
import type { Reason } from "../../../src/rpc/failure-texts.ts";
import {
  alternating,
  altersBody,
  altersEnvelope,
  altersResult,
  bomb,
  bootstrapping,
  calledBy,
  cut,
  error,
  expiredCertificate,
  from,
  hang,
  type Json,
  late,
  leaves,
  type Members,
  type Misbehavior,
  type NodeName,
  notListening,
  notListeningFor,
  notServed,
  numbers,
  padded,
  page,
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
  readonly timeout?: string;
  /** The fault ends with a restart of the node. */
  readonly restarts?: true;
  /** Enables only these collectors. */
  readonly collectors?: readonly string[];
  /** Shows all validators as well. */
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
  [`avax_validators_connected${primary}`]: many / 2,
  [`avax_validators_delegated_avax${primary}`]: many,
  [`avax_delegators${primary}`]: 2 * many,
};

/** Characters that a label can contain and the exposition must escape. */
const awkward = '"q" \\ {x="y"} # é 節点 🔺';
const maxIdLength = 64;
/** Keeps numbers, times, keys and the node ID, which is also in a header. */
const rename = (self: string) => (leaf: Json) =>
  typeof leaf === "string" && leaf !== self && !/^[\d.]+$|^\d{4}-\d\d-\d\d|^0x/.test(leaf)
    ? leaf.slice(0, maxIdLength - awkward.length) + awkward
    : leaf;
const rekeyed = (json: Json): Members =>
  Object.fromEntries(Object.entries(json as Members).map(([name, value]) => [name + awkward, value]));
const renamed = altersResult(
  ({ checks, ...rest }, _exchange, { headers: { "node-id": self = "" } }) => ({
    ...(leaves(rest, rename(self)) as Members),
    ...(checks && { checks: rekeyed(checks) }),
  }),
  ["info.getNodeVersion", "info.getNetworkName", "info.getNodeID", "health.health", validators],
);

/** One fault for each way in which a node can fail, and in which data can be wrong. */
export const nodeFaults: readonly NodeFault[] = [
  { name: "connection refused", does: notListening, shows: ["connect"], data: gone },
  { name: "no response", does: hang, shows: ["timeout"], data: gone, timeout: "1s" },
  { name: "half of a response, then connection closed", does: cut, shows: ["connect"], data: gone },
  { name: "TLS: expired certificate", does: expiredCertificate, shows: ["connect"], data: gone, secure: true },
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
  { name: "503 with a web page", does: status(503, page("Unavailable")), shows: ["http_status"], data: gone },
  {
    name: "truncated JSON",
    does: altersBody((body) => body.slice(0, body.length / 2)),
    shows: ["decode"],
    data: gone,
  },
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
    name: "response to another call (wrong ID)",
    does: altersEnvelope((e) => ({ ...e, id: -1 })),
    shows: ["schema"],
    data: gone,
  },
  {
    name: "negative numbers",
    does: altersResult((result) => numbers(result, (number) => `-${number}`)),
    shows: ["schema"],
    data: keeps("avax_pchain_timestamp_seconds", "avax_node_bootstrapped"),
  },
  { name: "numbers above 2^53 without quotes", does: altersBody(unquoted), shows: [], data: whole },
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
    does: error(`rpc: can't find method "info.uptime"`, ["info.uptime"]),
    shows: ["method_unavailable"],
    data: partly(["avax_node_rewarding_stake_ratio"]),
  },
  {
    name: "empty index",
    does: error("no containers have been accepted", ["index.getLastAccepted"]),
    shows: [],
    data: partly(lastOfIndex),
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
  {
    name: "names with quotes and non-ASCII characters",
    does: renamed,
    shows: [],
    data: asReturned,
    everything: true,
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
    shows: "nothing",
    data: "each response is complete, and all values of a collector are from one run",
  },
} as const satisfies Record<string, ProcessFault>;
export type ProcessFaultName = keyof typeof processFaults;
