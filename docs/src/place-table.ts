/** The place of each measured value in the states, or the reason why it has none. */
import * as states from "../../src/facts/states.ts";
import { code, table } from "./markdown.ts";

/** The states by the entity that has them. */
export const entities = {
  network: states.networkStates,
  node: states.nodeStates,
  chain: states.chainStates,
  validator: states.validatorStates,
  subnet: states.subnetStates,
  l1: states.l1States,
  l1_validator: states.l1ValidatorStates,
} as const;
type Entities = typeof entities;
/** An entity, and its states that a value changes. */
type Changed = { readonly [E in keyof Entities]?: readonly (keyof Entities[E])[] };
/** `metrics`: names without avax_. */
type Place = { readonly metrics: string } & (
  | { readonly changes: Changed; readonly none?: never }
  | { readonly changes?: never; readonly none: string }
);

export const places: readonly Place[] = [
  { metrics: "up node_reachable", changes: { node: ["unreachable"] } },
  { metrics: "pchain_timestamp_seconds pchain_block_age_seconds", changes: { node: ["behind"], network: ["halted"] } },
  {
    metrics: "chain_connected_weight_ratio",
    changes: { network: ["halted", "slow"], node: ["isolated"], chain: ["isolated", "slow"] },
  },
  { metrics: "node_bootstrapped", changes: { node: ["bootstrapping"], chain: ["bootstrapping"] } },
  { metrics: "node_health_check_passing", changes: { node: ["unhealthy", "unchecked"], chain: ["failing"] } },
  { metrics: "node_info", changes: { node: ["unidentified"] } },
  {
    metrics: "chain_last_accepted_height chain_height_age_seconds",
    changes: { chain: ["halted"], node: ["behind"], l1: ["halted"] },
  },
  { metrics: "evm_timestamp_seconds", changes: { chain: ["not_executing"], node: ["behind"] } },
  { metrics: "chain_validator_disconnected", changes: { validator: ["offline"], l1_validator: ["offline"] } },
  { metrics: "validator_present", changes: { validator: ["missing", "absent"] } },
  { metrics: "validator_connected", changes: { validator: ["offline"] } },
  {
    metrics: "validator_uptime_ratio validator_uptime_required_ratio node_observed_uptime_ratio",
    changes: { validator: ["at_risk", "reward_lost"] },
  },
  {
    metrics: "validator_start_timestamp_seconds validator_end_timestamp_seconds validator_time_left_seconds",
    changes: { validator: ["ending", "missing", "absent"] },
  },
  {
    metrics: "validator_offline_budget_seconds validator_offline_budget_ratio validator_time_to_reward_loss_seconds",
    changes: { validator: ["reward_lost"] },
  },
  {
    metrics: "validator_last_period_rewarded validator_last_period_end_timestamp_seconds",
    changes: { validator: ["unrewarded"] },
  },
  { metrics: "validators", changes: { subnet: ["empty"] } },
  {
    metrics: "l1_weight_active l1_weight_active_ratio l1_validators_active",
    changes: { l1: ["halted", "slow", "degraded"] },
  },
  {
    metrics: "l1_weight_signing_ratio",
    none: "Concerns messages to other chains: the L1 can be well meanwhile. An alert reads it.",
  },
  {
    metrics: "l1_time_to_halt_seconds l1_halt_timestamp_seconds l1_weight_active_forecast_ratio",
    changes: { l1: ["at_risk"] },
  },
  {
    metrics: "l1_validator_balance_avax l1_validator_active",
    changes: { l1_validator: ["inactive", "low_balance"], validator: ["inactive"], l1: ["halted", "slow", "degraded"] },
  },
  {
    metrics: "l1_validator_balance_runway_seconds l1_validator_balance_exhaustion_timestamp_seconds",
    changes: { l1_validator: ["low_balance"] },
  },
  { metrics: "l1_validator_present", changes: { l1_validator: ["missing"] } },
  { metrics: "l1_validator_bls_key_matches", changes: { l1_validator: ["wrong_key"] } },
  {
    metrics: "pchain_validator_fee_price_avax_per_second pchain_validator_fee_excess",
    changes: { l1: ["at_risk"], l1_validator: ["low_balance"] },
  },

  {
    metrics: "node_upgrade_unknown node_upgrade_unknown_seconds",
    none: "A problem of its own on the status page (upgrade missing), and an alert: the node is well until the upgrade.",
  },
  {
    metrics: "node_clock_difference_seconds",
    none: "A state of the collection on the status page (clocks differ), and an alert: times count by the clock of the node.",
  },
  { metrics: "watched_observed", none: "A state of the entity that is not known has no series. An alert reads it." },
  {
    metrics:
      "node_disk_available_bytes node_disk_available_ratio node_peers node_ingress_connections chain_processing_blocks chain_longest_processing_block_seconds",
    none: "A health check of the node judges it, and makes the node unhealthy. Alerts warn earlier.",
  },
  {
    metrics: "chain_disconnected_validators",
    none: "A number of validators. Their weight decides.",
  },
  {
    metrics: "chain_connected_weight_without_ratio l1_top_up_avax",
    none: "A plan: what an operator can do, and no condition.",
  },
  {
    metrics:
      "node_rewarding_stake_ratio node_uptime_weighted_average_ratio node_unobserved_stake_ratio node_insufficient_uptime_stake_ratio",
    none: "Falls after each restart, until the other validators report again. The median that the stake observes decides.",
  },
  {
    metrics: "validator_benched_chains validator_last_contact_timestamp_seconds",
    none: "The cause of a missing connection, which is offline already.",
  },
  {
    metrics:
      "l1_balance_runway_seconds l1_balance_exhaustion_timestamp_seconds l1_validator_balance_exhaustion_forecast_timestamp_seconds l1_validator_balance_exhaustion_worst_timestamp_seconds",
    none: "Other views of the balances, from which the states of the L1 and of its validators follow.",
  },
  {
    metrics:
      "l1_validator_connected l1_weight_uptime_proven_ratio l1_validators_uptime_insufficient l1_validator_uptime_ratio l1_validator_uptime_seconds l1_validator_uptime_counted",
    none: "Counted by the virtual machine of the L1, late and for its own rewards. The health checks of the node name connections.",
  },
  {
    metrics: "subnet_weight validators_weight validators_largest_weight validators_superminority",
    none: "Each L1 chooses its weights. An alert fires when they move.",
  },
  {
    metrics:
      "validator_bls_key validator_next_period_seconds validator_auto_compound_ratio validator_weight validator_stake_avax validator_delegated_avax validator_delegators validator_delegation_capacity_avax validator_delegation_fee_ratio validator_potential_reward_avax validator_accrued_delegatee_reward_avax validator_potential_delegatee_reward_avax validator_last_period_reward_avax validator_next_delegation_end_timestamp_seconds validator_next_delegation_avax",
    none: "A choice of the validator or an amount: no value is a problem.",
  },
  {
    metrics: "l1_manager_weight l1_manager_weight_difference l1_manager_churn_used_ratio l1_manager_owner_digest",
    none: "The contract of an L1, and its choices. Optional alerts fire if it differs from the P-Chain for a day, if it was never initialized, and if its owner changes.",
  },
  {
    metrics: "l1_validator_owners_digest l1_validator_deactivation_owner",
    none: "Fixed with the registration: the validator works without an owner. Optional alerts fire.",
  },
  {
    metrics: "l1_validator_weight l1_validator_min_nonce l1_validator_start_timestamp_seconds",
    none: "A choice of the L1: no value is a problem.",
  },
  {
    metrics: "node_public_address_digest",
    none: "Any address can be right. The node is isolated or unhealthy if its peers do not reach it.",
  },
  {
    metrics: "node_validates",
    none: "Decides whether an alert about the node is critical.",
  },
  {
    metrics:
      "chain_epoch_number chain_epoch_start_timestamp_seconds chain_epoch_p_chain_height chain_proposed_p_chain_height pchain_proposed_height",
    none: "Only a block ends an epoch: on an idle chain an old one is no problem.",
  },
  {
    metrics:
      "pchain_height xchain_height evm_height evm_settled_height index_available index_last_accepted_index index_last_accepted_timestamp_seconds",
    none: "A height is judged by comparison with other nodes: alerts do that.",
  },
  {
    metrics:
      "evm_base_fee evm_base_fee_min evm_gas_target_per_second evm_gas_used evm_gas_limit evm_min_block_delay_seconds pchain_gas_capacity pchain_gas_excess pchain_gas_price_avax pchain_gas_capacity_max pchain_gas_max_per_second pchain_gas_target_per_second pchain_gas_price_min_avax pchain_gas_excess_conversion_constant pchain_gas_weight pchain_validator_fee_state_timestamp_seconds pchain_validator_fee_capacity pchain_validator_fee_target pchain_validator_fee_price_min_avax_per_second pchain_validator_fee_excess_conversion_constant xchain_tx_fee_avax xchain_create_asset_tx_fee_avax",
    none: "A price or a parameter of the protocol: no value is a problem of a node.",
  },
  {
    metrics:
      "pchain_supply_avax pchain_stake_avax pchain_min_validator_stake_avax pchain_min_delegator_stake_avax validators_connected validators_delegated_avax delegators subnet_supply",
    none: "A total of the network. The connected share of the stake is judged by weight.",
  },
  {
    metrics: "address_balance_avax address_exported_avax evm_address_balance",
    none: "No amount is right for everybody. Optional alerts have a threshold to set.",
  },
  {
    metrics:
      "peers peers_stake_avax peers_upgrade_stake_avax peers_higher_version_stake_ratio upgrade_timestamp_seconds",
    none: "Versions and upgrades of the network. Whether the node lacks one is judged by its own check.",
  },
  {
    metrics:
      "validator_info validator_peer_info subnet_info chain_info blockchain_info blockchain_status node_logger_info chain_alias_info",
    none: "Information in labels.",
  },
];

const namesOf = ({ metrics }: Place) => metrics.split(" ").map((name) => `avax_${name}`);
/** Returns the names of all metrics that have a place. */
export const placedMetrics = (): readonly string[] => places.flatMap(namesOf);

const textOf = ({ changes, none }: Place) =>
  none === undefined
    ? Object.entries(changes)
        .map(([entity, changed]) => `${entity}: ${changed.map((state) => code(state)).join(", ")}`)
        .join("; ")
    : `none. ${none}`;

export const placeTable = (): string =>
  table(
    ["Values", "States that they change"],
    places.map((place) => [namesOf(place).map(code).join(", "), textOf(place)]),
  );
