/** Facts about a node, its chains and the watched entities. Names are those of `/status.json`. Durations and times in seconds, ratios as
 *  shares (0 to 1). A fact that is unknown is undefined. `missing`: the inputs without which a state would be ok. */
import type { Input } from "./evidence.ts";
import type * as states from "./states.ts";

/** The network as the node sees it. */
export type NetworkFacts = {
  /** Undefined while the node sees too little of the network. */
  readonly state: states.NetworkState | undefined;
  readonly missing: readonly Input[];
};

export type NodeFacts = {
  /** The last known one while the node does not respond, as are `version`, `network_id` and `validates`. */
  readonly node_id: string | undefined;
  readonly version: string | undefined;
  readonly network_id: string | undefined;
  readonly network: string | undefined;
  readonly state: states.NodeState | undefined;
  readonly missing: readonly Input[];
  /** Health checks that fail, by name, with the error of the node. */
  readonly failing_checks: readonly { readonly check: string; readonly error: string }[];
  /** Share of the stake that the node is connected to. */
  readonly connected_ratio: number | undefined;
  /** Age of the last P-Chain block when it was read. */
  readonly pchain_block_age_seconds: number | undefined;
  /** The majority of the stake announces an upgrade that the node does not know. */
  readonly upgrade_unknown: boolean | undefined;
  /** Time until that upgrade activates. */
  readonly upgrade_unknown_seconds: number | undefined;
  /** The node is in the current set of the primary network, or of a subnet or L1. */
  readonly validates: boolean | undefined;
  /** Clock of the node minus that of the exporter. */
  readonly clock_difference_seconds: number | undefined;
};

export type ChainFacts = {
  readonly chain: string;
  readonly blockchain_id: string;
  readonly subnet_id: string;
  readonly alias: string;
  /** Undefined while the node is isolated: all of its chains are then, too. */
  readonly state: states.ChainState | undefined;
  readonly missing: readonly Input[];
  readonly height: number | bigint | undefined;
  /** Age of the last block when it was read: of the P-Chain by its timestamp, otherwise since the height was seen to increase. */
  readonly block_age_seconds: number | undefined;
  /** Age of the last executed block of a chain that always advances when it was read; undefined for other chains. */
  readonly executed_block_age_seconds: number | undefined;
  readonly connected_ratio: number | undefined;
  /** Share of the weight whose connection the health check of the chain requires. */
  readonly required_ratio: number;
  /** Share of the weight that stays connected without each watched validator; empty while the node is isolated. */
  readonly without: readonly { readonly node_id: string; readonly alias: string; readonly ratio: number }[];
};

export type ValidatorFacts = {
  readonly subnet_id: string;
  readonly node_id: string;
  readonly alias: string;
  /** The queried node itself. */
  readonly own: boolean;
  /** Undefined until the set has been read. */
  readonly isPresent: boolean | undefined;
  /** An L1 validator has a balance; undefined for other validators. */
  readonly isActive: boolean | undefined;
  /** Undefined while the node is behind or isolated, as are the offline budget and the time left. An isolated node is itself offline. */
  readonly state: states.ValidatorState | undefined;
  readonly missing: readonly Input[];
  readonly connected: boolean | undefined;
  readonly uptime_ratio: number | undefined;
  readonly uptime_required_ratio: number | undefined;
  /** Below 0 the reward is lost. */
  readonly offline_budget_seconds: number | undefined;
  readonly offline_budget_ratio: number | undefined;
  /** Time after which the validator loses its reward at its present rate of downtime; 0 if it is lost, undefined if it is safe. */
  readonly reward_loss_seconds: number | undefined;
  /** Unix seconds. The last known ones if the validator is not in the set. */
  readonly start_timestamp_seconds: number | undefined;
  readonly end_timestamp_seconds: number | undefined;
  /** The next period begins when this one ends. */
  readonly auto_renew: boolean | undefined;
  /** Time until the end; undefined if the validator renews automatically, or is not in the set. */
  readonly time_left_seconds: number | undefined;
  /** The last period that ended while the exporter was running was rewarded; undefined without such a period. */
  readonly last_period_rewarded: boolean | undefined;
  readonly last_period_end_timestamp_seconds: number | undefined;
};

/** A tracked subnet that is no L1. */
export type SubnetFacts = {
  readonly subnet_id: string;
  readonly alias: string;
  /** Undefined until the set has been read, and while the node is behind. */
  readonly state: states.SubnetState | undefined;
  readonly missing: readonly Input[];
  readonly validators: number | undefined;
};

/** An L1 validator whose balance has to be topped up. */
export type TopUp = {
  readonly validation_id: string;
  readonly node_id: string;
  readonly alias: string;
  readonly balance_avax: number;
  /** 0 while inactive. */
  readonly balance_runway_seconds: number;
  /** The amount with which the balance lasts for 30 days; undefined if the fee is unknown. */
  readonly top_up_avax: number | undefined;
};
/** All facts are undefined while the node is behind. */
export type L1Facts = {
  readonly subnet_id: string;
  readonly alias: string;
  readonly state: states.L1State | undefined;
  readonly missing: readonly Input[];
  /** Share of the weight that its chains need to accept blocks. */
  readonly needed_ratio: number;
  readonly validators_active: number | undefined;
  readonly weight_active_ratio: number | undefined;
  readonly weight_active_forecast_ratio: number | undefined;
  /** Share of the weight that can sign messages, by their direction: `out` of the L1, and `in` to its chains. Its validators are
   *  connected, and have the right BLS key as far as the node knows it. */
  readonly weight_signing_ratio: { readonly out: number | undefined; readonly in: number | undefined };
  readonly manager_weight: bigint | undefined;
  /** Weight by the validator manager minus that of the L1 validators on the P-Chain; undefined if the manager was not read. */
  readonly manager_weight_difference: bigint | undefined;
  /** Share of the churn limit that is used in the current period. */
  readonly manager_churn_used_ratio: number | undefined;
  /** Weight that the validator manager can still add or remove in the current period. */
  readonly manager_churn_left: bigint | undefined;
  /** Time until the first active validator runs out of balance. */
  readonly balance_runway_seconds: number | undefined;
  /** Time until the L1 halts without top-ups; 0 if it has halted, undefined if it never does. */
  readonly halt_seconds: number | undefined;
  /** The L1 validators that are inactive or run out of balance soon, the most urgent first. */
  readonly top_up: readonly TopUp[];
  /** The amounts with which all balances last for 30 and for 90 days; undefined if the fee is unknown. */
  readonly top_up_30_days_avax: number | undefined;
  readonly top_up_90_days_avax: number | undefined;
};

export type L1ValidatorFacts = {
  readonly subnet_id: string;
  readonly validation_id: string;
  readonly node_id: string;
  readonly alias: string;
  /** Undefined while the node is behind, as is the runway. */
  readonly state: states.L1ValidatorState | undefined;
  readonly missing: readonly Input[];
  readonly connected: boolean | undefined;
  /** The registered BLS key is that of the queried node; undefined for validators of other nodes. */
  readonly bls_key_matches: boolean | undefined;
  /** Without one, anyone can deactivate the validator. */
  readonly has_deactivation_owner: boolean | undefined;
  readonly balance_avax: number | undefined;
  readonly balance_runway_seconds: number | undefined;
  /** The amount with which the balance lasts for 30 days; undefined if the fee is unknown. */
  readonly top_up_avax: number | undefined;
};

/** A watched entity. */
export type WatchedFacts = {
  /** Kind of the entity: validator, subnet (also an L1) or l1_validator. */
  readonly entity: string;
  readonly subnet_id: string;
  readonly id: string;
  readonly alias: string;
  /** The node knows its state. */
  readonly isObserved: boolean;
};

export type Facts = {
  readonly network: NetworkFacts;
  readonly node: NodeFacts;
  readonly chains: readonly ChainFacts[];
  readonly validators: readonly ValidatorFacts[];
  readonly subnets: readonly SubnetFacts[];
  readonly l1s: readonly L1Facts[];
  readonly l1_validators: readonly L1ValidatorFacts[];
};
