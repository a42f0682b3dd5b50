/** Evidence for the state ok: an entity without a problem is ok only if these inputs are known, and has no state otherwise. */

const healthApi = "Enable the collector health, and start the node with `--api-health-enabled=true`.";
const infoApi = "Enable the collector node, and start the node with `--api-info-enabled=true`.";
export const failingCalls = "Run `avalanche-exporter doctor`: it names the calls that fail.";
/** Inputs of states: a noun phrase, and the way to get the input. */
export const inputs = {
  connections: { text: "the connections of the node", fix: healthApi },
  checks: { text: "the health checks", fix: healthApi },
  identity: { text: "the ID and the network of the node", fix: infoApi },
  block: {
    text: "the age of the last block",
    fix: "Enable the collectors p-fee, evm and health. node.network sets the network if the info API is disabled.",
  },
  set: { text: "the validator set", fix: failingCalls },
  uptime: {
    text: "the uptime",
    fix: "Enable the collector peers. After a restart, validators report the uptime of a node within minutes.",
  },
  requirement: {
    text: "the required uptime",
    fix: "Enable the collector upgrades, and start the node with `--api-info-enabled=true`.",
  },
  chain: {
    text: "a running chain of its subnet or L1 on this node",
    fix: "Start the node with `--track-subnets` and the virtual machine of the chain, and read its log.",
  },
  balance: { text: "the balance", fix: failingCalls },
  fee: { text: "the validator fee", fix: `Enable the collector p-validator-fee. ${failingCalls}` },
  key: { text: "the BLS key of the node", fix: infoApi },
} as const;
export type Input = keyof typeof inputs;

/** The inputs of each state ok. */
export const evidence = {
  network: ["connections", "block"],
  node: ["checks", "identity", "connections", "block"],
  chain: ["connections", "block"],
  validator: ["set", "block", "connections", "uptime", "requirement", "chain"],
  subnet: ["set", "block"],
  l1: ["set", "block", "connections", "fee"],
  l1_validator: ["set", "block", "connections", "balance", "fee", "key", "chain"],
} as const satisfies Readonly<Record<string, readonly Input[]>>;
type Entity = keyof typeof evidence;
/** Undefined is unknown. An input that does not matter to an entity has any other value. */
export type Known<E extends Entity> = Readonly<Record<(typeof evidence)[E][number], unknown>>;

/** A state, and the inputs without which there is none. */
export type Judged<S extends string> = { readonly state: S | undefined; readonly missing: readonly Input[] };
/** Returns the state of a problem, or ok if there is none and all inputs are known. */
export function judge<E extends Entity, S extends string>(
  entity: E,
  problem: S | undefined,
  known: Known<E>,
): Judged<S | "ok"> {
  if (problem !== undefined) return { state: problem, missing: [] };
  const missing = evidence[entity].filter((input) => known[input as keyof Known<E>] === undefined);
  return { state: missing.length === 0 ? "ok" : undefined, missing };
}
export const unread: Judged<never> = { state: undefined, missing: ["set"] };
export const outdated: Judged<never> = { state: undefined, missing: [] };
