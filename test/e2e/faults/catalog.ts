/** Faults of a node and of the exporter's process, and their effects on the exporter. */
import type { Reason } from "../../../src/node-api/errors.ts";
import {
  alternating,
  altersBody,
  altersResult,
  bootstrapping,
  error,
  from,
  hang,
  type Members,
  type Misbehavior,
  type NodeName,
  notListening,
  notListeningFor,
  notServed,
  page,
  status,
  validatorSet,
} from "./misbehavior.ts";

type Values = Readonly<Record<string, number>>;
/** The remaining data of the node after the fault has lasted for longer than stale_after. */
export type Data =
  | { readonly is: "gone" }
  /** `loses`: collectors or metrics; `values`: values that replace those of the good node. */
  | { readonly is: "partly gone"; readonly loses: readonly string[]; readonly values?: Values }
  /** `apart`: the node has another ID, so that no response mixes the values of both. */
  | { readonly is: "values of that node"; readonly node: NodeName; readonly apart?: true }
  | { readonly is: "values of either node"; readonly nodes: readonly NodeName[] }
  /** The node's data while the node is reachable. */
  | { readonly is: "there at times" };

export type NodeFault = {
  readonly name: string;
  readonly does: Misbehavior;
  /** Reasons of the failed calls; empty if no call fails. */
  readonly shows: readonly Reason[];
  readonly data: Data;
  readonly timeout?: string;
  /** The fault ends with a restart of the node. */
  readonly restarts?: true;
  /** Enables only these collectors. */
  readonly collectors?: readonly string[];
};

const gone = { is: "gone" } as const;
const partly = (loses: readonly string[], values: Values = {}) => ({ is: "partly gone", loses, values }) as const;

/** Collectors that are enabled for most faults. */
export const usualCollectors = [
  ...["p-height", "p-supply", "p-validators", "watched-validators", "upgrades", "x-height", "index", "node", "health"],
];
const chains = ["P", "X", "C"];
const lastOfIndex = ["avax_index_last_accepted_index", "avax_index_last_accepted_timestamp_seconds"];
const ofIndex = (value: number): Values =>
  Object.fromEntries(chains.map((chain) => [`avax_index_available{chain="${chain}",index="block"}`, value]));
const booted = (of: readonly string[], value: number): Values =>
  Object.fromEntries(of.map((chain) => [`avax_node_bootstrapped{chain="${chain}"}`, value]));

const duplicates = altersResult(
  ({ validators, ...rest }) => ({ ...rest, validators: [validators, validators].flat() as Members[] }),
  ["platform.getCurrentValidators"],
);

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

/** One fault for each way in which a node can fail, and in which data can be wrong. */
export const nodeFaults: readonly NodeFault[] = [
  { name: "connection refused", does: notListening, shows: ["connect"], data: gone },
  { name: "no response", does: hang, shows: ["timeout"], data: gone, timeout: "1s" },
  { name: "404 for all requests", does: status(404, "404 page not found\n"), shows: ["http_status"], data: gone },
  { name: "503 with a web page", does: status(503, page("Unavailable")), shows: ["http_status"], data: gone },
  {
    name: "truncated JSON",
    does: altersBody((body) => body.slice(0, body.length / 2)),
    shows: ["decode"],
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
    name: "100,000 validators",
    does: validatorSet(many),
    shows: [],
    data: partly([], ofMany),
  },
  {
    name: "duplicate validator in the list",
    does: duplicates,
    shows: ["schema"],
    data: partly(["p-validators", "watched-validators"]),
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
export const processFaults = {
  clock: "clock set forward by one hour, then back by two",
  suspended: "process suspended for longer than stale_after, clock ten minutes ahead",
  files: "file descriptor limit (64) exhausted",
} as const;
export type ProcessFaultName = keyof typeof processFaults;
