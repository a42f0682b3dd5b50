/** Series of a healthy exporter, its node and what it watches, for promtool. */
import { collectors } from "../../../../src/collectors/all.ts";
import { chainStates } from "../../../../src/entities/chain/state.ts";
import { l1States } from "../../../../src/entities/l1/state.ts";
import { l1ValidatorStates } from "../../../../src/entities/l1-validator/state.ts";
import { networkStates } from "../../../../src/entities/network/network.ts";
import { nodeStates } from "../../../../src/entities/node/state.ts";
import { subnetStates } from "../../../../src/entities/subnet/subnet.ts";
import { validatorStates } from "../../../../src/entities/validator/state.ts";
import { primaryNetwork } from "../../../../src/node-api/ids.ts";

type Labels = Readonly<Record<string, string>>;
/** Values by series, one per minute. `v` stays, `v+s` grows, `vxN` and `v+sxN` are so many, `_` is none and `stale` the end of a series; the
 *  last one continues to the end. */
export type Series = Readonly<Record<string, string>>;

export const day = 86_400;
export const job = "avalanche-exporter";
export const instance = "exporter:10652";
export const own = "NodeID-Own";

export const of =
  (labels: Labels) =>
  (name: string, more: Labels = {}) => {
    const text = Object.entries({ ...labels, ...more })
      .filter(([, value]) => value !== "")
      .map(([label, value]) => `${label}="${value}"`);
    return text.length === 0 ? name : `${name}{${text.join(",")}}`;
  };

const tables = {
  avax_network_state: networkStates,
  avax_node_state: nodeStates,
  avax_chain_state: chainStates,
  avax_validator_state: validatorStates,
  avax_subnet_state: subnetStates,
  avax_l1_state: l1States,
  avax_l1_validator_state: l1ValidatorStates,
} as const;
type StateSet = keyof typeof tables;
export type StateOf<S extends StateSet> = keyof (typeof tables)[S] & string;

/** Returns a state set. `current` is a state, or the states from the start on with the minutes of each, the last one to the end. */
export function stateSet<S extends StateSet>(
  at: ReturnType<typeof of>,
  name: S,
  labels: Labels,
  current: StateOf<S> | readonly (readonly [StateOf<S>, number] | StateOf<S>)[],
): Series {
  const steps = typeof current === "string" ? [current] : current;
  return Object.fromEntries(
    Object.keys(tables[name]).map((state) => {
      const values = steps.map((step) => {
        const [one, minutes] = typeof step === "string" ? [step, undefined] : step;
        const value = one === state ? "1" : "0";
        return minutes === undefined ? value : `${value}x${minutes}`;
      });
      return [at(name, { ...labels, state }), values.join(" ")];
    }),
  );
}

/** The exporter of one node. */
export const labelsOfExporter = (name: string, network = "mainnet"): Labels => ({ job, instance: name, network });

/** Returns the series of an exporter and its healthy node. */
export function node(
  name = instance,
  { id = own, network = "mainnet", validates = "1", more = {} as Labels } = {},
): Series {
  const at = of({ job, instance: name, ...more, network });
  const target = of({ job, instance: name, ...more });
  return {
    [target("up")]: "1",
    [target("avax_up")]: "1",
    [target("avax_exporter_build_info")]: "1",
    [target("avax_node_reachable")]: "1",
    [at("avax_node_info", { node_id: id, version: "v", network_id: "1" })]: "1",
    [at("avax_node_validates", { node_id: id })]: validates,
    ...stateSet(at, "avax_network_state", { node_id: id }, "ok"),
    ...stateSet(at, "avax_node_state", { node_id: id }, "ok"),
    [at("avax_node_health_check_passing", { node_id: id, check: "network" })]: "1",
    [at("avax_node_health_check_passing", { node_id: id, check: "diskspace" })]: "1",
    [at("avax_node_upgrade_unknown", { node_id: id })]: "0",
    [at("avax_upgrade_timestamp_seconds", { node_id: id, upgrade: "granite" })]: "-8640000",
    [at("avax_node_disk_available_bytes", { node_id: id })]: "500000000000",
    [at("avax_node_disk_available_ratio", { node_id: id })]: "0.5",
    [at("avax_node_peers", { node_id: id })]: "800",
    ...chain("C", name, network, { node_id: id }),
    ...chain("P", name, network, { node_id: id }),
  };
}

/** Returns a chain that advances on a node. */
export function chain(name: string, of_ = instance, network = "mainnet", labels: Labels = {}): Series {
  const at = of(labelsOfExporter(of_, network));
  return {
    ...stateSet(at, "avax_chain_state", { chain: name, ...labels }, "ok"),
    [at("avax_chain_height_age_seconds", { chain: name, ...labels })]: "20",
    [at("avax_chain_last_accepted_height", { chain: name, ...labels })]: "1000+30",
    ...(name === "C" && { [at("avax_evm_height", { chain: name, ...labels })]: "1000+30" }),
  };
}

export const tokyo = { subnet_id: primaryNetwork, node_id: "NodeID-A", alias: "tokyo" };
const oslo = { subnet_id: primaryNetwork, node_id: "NodeID-R", alias: "oslo" };
export const l1 = { subnet_id: "subnet-1", alias: "our L1" };
export const member = { subnet_id: "subnet-1", validation_id: "validation-1", node_id: "NodeID-1", alias: "one" };

export const relayer = {
  chain: "C",
  subnet_id: primaryNetwork,
  address: "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC",
  alias: "relayer",
};

/** Adds labels of the node's own metrics, which come from a job of their own. */
export const native = of({ job: "avalanchego", instance: "node:9650" });
/** Returns the state of a chain that bootstraps, or has done so. */
export const bootstrap = (chain: string, finished: "0" | "1", blocks = "12"): Series => ({
  [native("avalanche_snowman_bootstrap_finished", { chain })]: finished,
  [native("avalanche_snowman_bs_fetched", { chain })]: blocks,
  [native("avalanche_snowman_bs_accepted", { chain })]: blocks,
});
const sae = (name: string) => native(`avalanche_evm_transition_sae_${name}`, { chain: "C" });
/** X waits for the other chains, chain-1 syncs its state, and chain-2 executes blocks. */
const ownMetrics: Series = {
  [native("avalanche_snowman_polls_failed", { chain: "C" })]: "0+1",
  [native("avalanche_snowman_polls_successful", { chain: "C" })]: "0+1000",
  ...bootstrap("P", "1"),
  ...bootstrap("C", "1"),
  ...bootstrap("X", "0"),
  [native("avalanche_handler_messages", { chain: "X", op: "accepted" })]: "0+6",
  ...bootstrap("chain-1", "0", "0"),
  [native("avalanche_handler_messages", { chain: "chain-1", op: "app_response" })]: "0+900",
  ...bootstrap("chain-2", "0", "0"),
  [native("avalanche_snowman_bs_accepted", { chain: "chain-2" })]: "0+30",
  [native("avalanche_evm_eth_chain_block_bad_count", { chain: "C" })]: "0",
  [native("avalanche_subnetevm_vm_eth_chain_block_bad_count", { chain: "chain-1" })]: "2",
  [sae("execution_queue_duration_seconds_sum")]: "0+1",
  [sae("execution_queue_duration_seconds_count")]: "0+60",
};

/** Returns the labels that identify an entity: those of its alerts. */
export const idsOf = ({ alias: _, ...ids }: Readonly<Record<string, string>>): Labels => ids;

/** Returns a watched validator, as a node observes it. */
export function validator(
  at: ReturnType<typeof of>,
  labels: Labels = tokyo,
  state: Parameters<typeof stateSet<"avax_validator_state">>[3] = "ok",
): Series {
  return {
    [at("avax_validator_present", labels)]: "1",
    [at("avax_watched_unobserved", {
      entity: "validator",
      subnet_id: labels["subnet_id"] ?? "",
      id: labels["node_id"] ?? "",
    })]: "0",
    ...stateSet(at, "avax_validator_state", labels, state),
    [at("avax_validator_offline_budget_ratio", { ...labels, own: "false" })]: "0.99",
    [at("avax_validator_offline_budget_seconds", { ...labels, own: "false" })]: String(20 * day),
    [at("avax_validator_time_to_reward_loss_seconds", { ...labels, own: "false" })]: "Infinity",
    [at("avax_validator_time_left_seconds", labels)]: String(200 * day),
    [at("avax_validator_benched_chains", labels)]: "0",
    [at("avax_validator_bls_key", labels)]: "1",
  };
}

/** Selects a series of the exporter. */
export const here = of(labelsOfExporter(instance));
/** Selects a series of its own metrics, which have no network. */
export const hereOwn = of({ job, instance });

/** Returns the state set of a chain on each of the three nodes. */
export const onEachNode = (labels: Labels, state: StateOf<"avax_chain_state">): Series =>
  Object.assign(
    {},
    ...[[instance, own] as const, ...others].map(([address, node_id]) =>
      stateSet(of(labelsOfExporter(address)), "avax_chain_state", { node_id, ...labels }, state),
    ),
  );
/** Labels of targets as the Prometheus Operator, and operators of several kinds of chains, attach them. Labels of the metrics are kept
 *  (honor_labels). */
const ofTargets = (address: string): Labels => ({
  ...{ container: "exporter", endpoint: "metrics", namespace: "nodes", pod: `pod-of-${address}`, service: "exporter" },
  ...{ chain: "avalanche", network: "production", alias: "prod", kind: "rpc", node: "host-1" },
});
/** Adds labels of the targets to all series of the exporters. */
export const withTargetLabels = (series: Series): Series =>
  Object.fromEntries(
    Object.entries(series).map(([name, values]) => {
      const [, metric = "", list = ""] = /^(\w+)(?:\{(.*)\})?$/.exec(name) ?? [];
      const own = Object.fromEntries(
        [...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, label = "", text = ""]) => [label, text]),
      );
      if (own["job"] !== job) return [name, values];
      return [of({ ...ofTargets(own["instance"] ?? ""), ...own })(metric), values];
    }),
  );

const collectorSeries = collectors.flatMap(({ name: collector }) => [
  [hereOwn("avax_exporter_collector_success", { collector }), "1"] as const,
  [hereOwn("avax_exporter_series_dropped_total", { collector }), "0"] as const,
]);

/** The other nodes of the job, which do not validate. */
export const others: readonly (readonly [address: string, id: string])[] = [
  ["second:10652", "NodeID-Second"],
  ["third:10652", "NodeID-Third"],
];
/** Exporters of three nodes of one network in one job, and of one of another network: with a single node it is not seen whether a rule
 *  mixes nodes. */
export const healthy: Series = {
  ...node(),
  ...Object.assign({}, ...others.map(([address, id]) => node(address, { id, validates: "0" }))),
  ...node("fuji:10652", { id: "NodeID-Fuji", network: "fuji" }),
  [hereOwn("avax_exporter_config_last_reload_successful")]: "1",
  [hereOwn("avax_exporter_node_identity_changes_total")]: "0",
  ...Object.fromEntries(collectorSeries),
  [hereOwn("avax_exporter_rpc_duration_seconds_count", { lock: "p", cost: "light" })]: "0+6",
  [hereOwn("avax_exporter_rpc_request_failures_total", { reason: "schema" })]: "0",
  [hereOwn("avax_exporter_rpc_request_failures_total", { reason: "timeout" })]: "0",
  [hereOwn("avax_exporter_rpc_request_failures_total", { reason: "method_unavailable" })]: "0+6",
  [here("avax_index_available", { node_id: own, chain: "P", index: "block" })]: "1",
  [here("avax_index_last_accepted_index", { node_id: own, chain: "P", index: "block" })]: "999+30",

  ...validator(here),
  // it renews automatically
  ...Object.fromEntries(Object.entries(validator(here, oslo)).filter(([series]) => !series.includes("time_left"))),
  [here("avax_validator_next_period_seconds", oslo)]: "2419200",
  [here("avax_validator_last_period_rewarded", oslo)]: "1",
  [here("avax_validator_last_period_end_timestamp_seconds", oslo)]: "-86400",
  // one of many validators that are not watched
  [here("avax_validator_bls_key", { subnet_id: primaryNetwork, node_id: "NodeID-Z" })]: "0",
  [here("avax_validator_next_period_seconds", { subnet_id: primaryNetwork, node_id: "NodeID-Z" })]: "0",

  [here("avax_subnet_info", { ...l1, kind: "l1" })]: "1",
  [here("avax_validators", l1)]: "20",
  [here("avax_validators_weight", l1)]: "400",
  [here("avax_validators_largest_weight", l1)]: "80",
  ...stateSet(here, "avax_l1_state", l1, "ok"),
  [here("avax_l1_weight_active_ratio", l1)]: "1",
  [here("avax_l1_weight_required_ratio", l1)]: "0.8",
  [here("avax_l1_balance_runway_seconds", l1)]: String(100 * day),
  [here("avax_l1_time_to_halt_seconds", l1)]: String(200 * day),
  [here("avax_l1_manager_owner_digest", l1)]: "491587516664222",
  [here("avax_l1_manager_weight_difference", l1)]: "0",
  ...stateSet(here, "avax_l1_validator_state", member, "ok"),
  [here("avax_l1_validator_weight", member)]: "20",
  [here("avax_l1_validator_balance_runway_seconds", member)]: String(100 * day),
  [here("avax_l1_validator_bls_key_matches", member)]: "1",
  [here("avax_l1_validator_owners_digest", member)]: "333212445207849",
  [here("avax_l1_validator_deactivation_owner", member)]: "1",
  [here("avax_l1_validator_uptime_ratio", { chain: "chain-1", ...member })]: "0.99",
  [here("avax_evm_timestamp_seconds", { node_id: own, chain: "chain-1", ...l1 })]: "0+60",
  ...Object.fromEntries(
    [[instance, own] as const, ...others].map(([address, node_id]) => [
      of(labelsOfExporter(address))("avax_evm_timestamp_seconds", { node_id, chain: "C", subnet_id: primaryNetwork }),
      "0+60",
    ]),
  ),
  [here("avax_l1_validator_present", { validation_id: "validation-1", alias: "one" })]: "1",

  [here("avax_pchain_stake_avax")]: "200000000",
  [here("avax_pchain_gas_price_avax")]: "0.000000001",
  [here("avax_pchain_validator_fee_price_avax_per_second")]: "0.000000512",
  [here("avax_address_balance_avax", { address: "P-avax1a", alias: "payer", chain: "P", state: "unlocked" })]: "100",
  [here("avax_evm_address_balance", relayer)]: "100",
  [here("avax_address_balance_avax", { address: "X-avax1a", chain: "X", state: "unlocked" })]: "0",

  ...ownMetrics,
};
