/** Facts about a node, its chains and the watched entities, with their fields in `/status.json`. Durations and times in seconds, ratios as
 *  shares (0 to 1). An unknown value is undefined as a fact, and null in `/status.json`. Absent aliases are empty. */
import * as z from "zod";
import { inputs } from "./evidence.ts";
import * as states from "./states.ts";

const text = z.string();
const number = z.number();
const optional = <T extends z.ZodType>(type: T) => type.nullable().default(null);
const [optionalText, optionalNumber, optionalFlag] = [optional(text), optional(number), optional(z.boolean())];
/** Returns fields of texts. */
const texts = <K extends string>(...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, text])) as Readonly<Record<K, typeof text>>;
export const namesOf = <T extends object>(table: T) => z.enum(Object.keys(table) as (keyof T & string)[]);

/** Returns the fields of a state. */
const stateOf = <T extends object>(table: T) => ({
  state: optional(namesOf(table)),
  /** When the exporter first saw the present state; null if it is unknown, or has lasted since the first look. */
  since_timestamp_seconds: optionalNumber,
  /** The inputs without which the state would be ok. */
  missing: z.array(namesOf(inputs)).default([]),
});
/** Another node of the process, whose network has a watched entity that this one lacks; null without such a node. */
const found_on = optional(z.object(texts("network", "name")));

/** Facts with the fields of `/status.json`. An unknown one can be absent. */
type FactsOf<T> = { readonly [K in keyof T as null extends T[K] ? never : K]: FactOf<T[K]> } & {
  readonly [K in keyof T as null extends T[K] ? K : never]?: FactOf<NonNullable<T[K]>> | undefined;
};
type FactOf<V> = V extends readonly (infer E)[] ? readonly FactOf<E>[] : V extends object ? FactsOf<V> : V;

/** The network as the node sees it. It has no state while the node sees too little of it. */
export const networkFields = z.object(stateOf(states.networkStates));
export type NetworkFacts = FactsOf<z.output<typeof networkFields>>;

export const nodeFields = z.object({
  ...stateOf(states.nodeStates),
  /** The last known one while the node does not respond, as are `version`, `network_id` and `validates`. */
  node_id: optionalText,
  network: optionalText,
  /** Names of the other entries of the configuration that reach the same node; the URL of one without a name. */
  same_node: z.array(text).default([]),
  version: optionalText,
  /** The node is in the current set of the primary network, or of a subnet or L1. */
  validates: optionalFlag,
  /** Health checks that fail, by name, with the error of the node. */
  failing_checks: z.array(z.object(texts("check", "error"))),
  /** Share of the stake that the node is connected to. */
  connected_ratio: optionalNumber,
  /** Age of the last P-Chain block when it was read. */
  pchain_block_age_seconds: optionalNumber,
  /** The majority of the stake announces an upgrade that the node does not know. */
  upgrade_unknown: optionalFlag,
  /** Time until that upgrade activates. */
  upgrade_unknown_seconds: optionalNumber,
  /** Clock of the node minus that of the exporter. */
  clock_difference_seconds: optionalNumber,
});
export type NodeFacts = Omit<FactsOf<z.output<typeof nodeFields>>, "same_node"> & {
  readonly network_id: string | undefined;
};

/** A chain has no state while the node is isolated: all of its chains are then, too. */
export const chainFields = z.object({
  ...texts("chain", "blockchain_id", "subnet_id", "alias"),
  ...stateOf(states.chainStates),
  height: optionalNumber,
  /** Age of the last block when it was read: of the P-Chain by its timestamp, otherwise since the height was seen to increase. */
  block_age_seconds: optionalNumber,
  connected_ratio: optionalNumber,
  /** Share of the weight whose connection the health check of the chain requires. */
  required_ratio: number,
  /** Share of the weight that stays connected if this node stops; null if it validates no chain, or is isolated. */
  without_node_ratio: optionalNumber,
});
export type ChainFacts = Omit<FactsOf<z.output<typeof chainFields>>, "height"> & {
  readonly height: bigint | undefined;
  /** Share of the weight that stays connected without each watched validator; empty while the node is isolated. */
  readonly without: readonly { readonly node_id: string; readonly alias: string; readonly ratio: number }[];
};

/** A validator has no state, offline budget and time left while the node is behind or isolated. An isolated node is itself offline. */
export const validatorFields = z.object({
  ...texts("subnet_id", "node_id", "alias"),
  /** The queried node itself. */
  own: z.boolean(),
  ...stateOf(states.validatorStates),
  found_on,
  connected: optionalFlag,
  uptime_ratio: optionalNumber,
  uptime_required_ratio: optionalNumber,
  /** Below 0 the reward is lost. */
  offline_budget_seconds: optionalNumber,
  offline_budget_ratio: optionalNumber,
  /** The last known one if the validator is not in the set. */
  end_timestamp_seconds: optionalNumber,
  /** The next period begins when this one ends. */
  auto_renew: optionalFlag,
  /** The last period that ended while the exporter was running was rewarded; null without such a period. */
  last_period_rewarded: optionalFlag,
  last_period_end_timestamp_seconds: optionalNumber,
});
export type ValidatorFacts = FactsOf<z.output<typeof validatorFields>> & {
  /** Undefined until the set has been read. */
  readonly isPresent?: boolean;
  /** An L1 validator has a balance; undefined for other validators. */
  readonly isActive?: boolean | undefined;
  /** Time after which the validator loses its reward at its present rate of downtime; 0 if it is lost, undefined if it is safe. */
  readonly reward_loss_seconds?: number | undefined;
  /** The last known one if the validator is not in the set. */
  readonly start_timestamp_seconds?: number | undefined;
  /** Time until the end; undefined if the validator renews automatically, or is not in the set. */
  readonly time_left_seconds?: number | undefined;
};

/** A tracked subnet that is no L1. It has no state until the set has been read, and while the node is behind. */
export const subnetFields = z.object({
  ...texts("subnet_id", "alias"),
  ...stateOf(states.subnetStates),
  found_on,
  validators: optionalNumber,
});
export type SubnetFacts = FactsOf<z.output<typeof subnetFields>>;

/** An L1 validator whose balance has to be topped up. */
const topUp = z.object({
  ...texts("validation_id", "node_id", "alias"),
  balance_avax: number,
  /** 0 while inactive. */
  balance_runway_seconds: number,
  /** The amount with which the balance lasts for 30 days; null if the fee is unknown. */
  top_up_avax: optionalNumber,
});
export type TopUp = FactsOf<z.output<typeof topUp>>;

/** All facts are unknown while the node is behind. */
export const l1Fields = z.object({
  ...texts("subnet_id", "alias"),
  ...stateOf(states.l1States),
  weight_active_ratio: optionalNumber,
  /** Share of the weight that its chains need to accept blocks. */
  needed_ratio: number,
  weight_active_forecast_ratio: optionalNumber,
  /** Share of the weight that can sign messages, by their direction: `out` of the L1, and `in` to its chains. Its validators are
   *  connected, and have the right BLS key as far as the node knows it. */
  weight_signing_ratio: z.object({ out: optionalNumber, in: optionalNumber }),
  manager_weight: optionalNumber,
  /** Weight by the validator manager minus that of the L1 validators on the P-Chain; null if the manager was not read. */
  manager_weight_difference: optionalNumber,
  /** Share of the churn limit that is used in the current period. */
  manager_churn_used_ratio: optionalNumber,
  /** Weight that the validator manager can still add or remove in the current period. */
  manager_churn_left: optionalNumber,
  /** Time until the first active validator runs out of balance. */
  balance_runway_seconds: optionalNumber,
  /** Time until the L1 halts without top-ups; 0 if it has halted, null if it never does. */
  halt_seconds: optionalNumber,
  /** The amounts with which all balances last for 30 and for 90 days; null if the fee is unknown. */
  top_up_30_days_avax: optionalNumber,
  top_up_90_days_avax: optionalNumber,
  /** The L1 validators that are inactive or run out of balance soon, the most urgent first. */
  top_up: z.array(topUp),
});
type ManagerWeight = "manager_weight" | "manager_weight_difference" | "manager_churn_left";
export type L1Facts = Omit<FactsOf<z.output<typeof l1Fields>>, ManagerWeight> & {
  readonly [weight in ManagerWeight]?: bigint | undefined;
} & { readonly validators_active?: number };

/** A validator of an L1 has no state and no runway while the node is behind. */
export const l1ValidatorFields = z.object({
  ...texts("subnet_id", "validation_id", "node_id", "alias"),
  ...stateOf(states.l1ValidatorStates),
  found_on,
  connected: optionalFlag,
  /** The registered BLS key is that of the queried node; null for validators of other nodes. */
  bls_key_matches: optionalFlag,
  /** Without one, anyone can deactivate the validator. */
  has_deactivation_owner: optionalFlag,
  balance_avax: optionalNumber,
  balance_runway_seconds: optionalNumber,
  /** The amount with which the balance lasts for 30 days; null if the fee is unknown. */
  top_up_avax: optionalNumber,
});
export type L1ValidatorFacts = FactsOf<z.output<typeof l1ValidatorFields>>;

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
