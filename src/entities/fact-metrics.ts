/** States and facts that the exporter derives from the observations of several collectors, for the queried node and for watched
 *  entities. */

import { fromForecast } from "../collectors/l1-validators.ts";
import { fromManager } from "../collectors/validator-manager.ts";
import { kindOf } from "../engine/metric.ts";
import { from, fromAll } from "../node-api/contract.ts";
import type * as facts from "./entities.ts";
import { maxClockDifference } from "./protocol/ages.ts";
import { defaultQuorum, signingQuorum, visibleShare } from "./protocol/consensus.ts";
import { forecastDays } from "./protocol/l1.ts";
import * as states from "./states.ts";

const { acceptance, healthy } = defaultQuorum;
const statesOf = "1 if current, otherwise 0.";
const halted = `Less than ${acceptance} of the weight is active then, with the default parameters.`;
const atFee = "At the current fee, or earlier if the number of active validators lets the fee rise.";

/** Returns each state with whether it is the current one; none if the current state is unknown. States are left out whose condition
 *  the queried node cannot know: `conditions` has it by state, undefined if it is unknown. */
function stateSet<S extends string>(
  table: Readonly<Record<S, unknown>>,
  current: S | undefined,
  conditions: { readonly [state in S]?: boolean | undefined } = {},
): readonly (readonly [S, boolean])[] {
  if (current === undefined) return [];
  const isKnown = (state: S) => state === current || !(state in conditions) || conditions[state] !== undefined;
  return (Object.keys(table) as S[]).filter(isKnown).map((state) => [state, state === current] as const);
}

const checks = from("health.health");
const chainTime = from("platform.getFeeState", "timestamp");
export const nodeFacts = kindOf<facts.NodeFacts>().ofNode();
export const nodeInfo = nodeFacts.gauge("avax_node_info", {
  help: "Information about the node; always 1. The last known one while the node does not respond.",
  from: fromAll(
    from("info.getNodeID", "nodeID"),
    from("info.getNodeVersion", "version"),
    from("info.getNetworkID", "networkID"),
  ),
  labels: ["version", "network_id"],
  of: ({ version }) => (version === undefined ? undefined : 1),
});
export const nodeState = nodeFacts.gauges("avax_node_state", "state", {
  help: `State of the node: ${statesOf}`,
  from: fromAll(from("info.isBootstrapped"), checks, chainTime),
  of: ({ state }) => stateSet(states.nodeStates, state),
});
export const nodeValidates = nodeFacts.gauge("avax_node_validates", {
  help: "1 if the node validates the primary network, a subnet or an L1, otherwise 0. Counts only those that it tracks. The last known value while the node does not respond.",
  from: from("platform.getCurrentValidators", "nodeID"),
  of: ({ validates }) => validates,
});
export const nodeUpgradeUnknownIn = nodeFacts.gauge("avax_node_upgrade_unknown_seconds", {
  help: "Time in seconds until an announced upgrade that the node does not know. The majority of the stake announces it. Absent without such an upgrade. AvalancheGo 1.14.1 and later report it.",
  from: from("health.health", "futureupgrade"),
  of: ({ upgrade_unknown_seconds }) => upgrade_unknown_seconds,
});
export const nodeClockDifference = nodeFacts.gauge("avax_node_clock_difference_seconds", {
  help: `Clock of the node minus that of the exporter, in whole seconds. From the header Date of its responses. Above ${maxClockDifference}, all times count by the clock of the node.`,
  from: from("info.getNodeID"),
  of: ({ clock_difference_seconds: seconds }) => (seconds === undefined ? undefined : Math.trunc(seconds) || 0),
});
export const pChainBlockAge = nodeFacts.gauge("avax_pchain_block_age_seconds", {
  help: "Age of the last accepted P-Chain block in seconds, as of the time of reading. Not below 0. Absent if it was read more than 5 minutes ago.",
  from: chainTime,
  of: ({ pchain_block_age_seconds }) => pchain_block_age_seconds,
});

export const networkFacts = kindOf<facts.NetworkFacts>().ofNode();
export const networkState = networkFacts.gauges("avax_network_state", "state", {
  help: `State of the network as the node sees it: ${statesOf} Absent while the node is connected to less than ${visibleShare} of the stake. A majority of several nodes shows a problem of the network.`,
  from: fromAll(from("health.health", "percentConnected"), chainTime),
  of: ({ state }) => stateSet(states.networkStates, state),
});

export const chainFacts = kindOf<facts.ChainFacts>().ofNode("chain", "blockchain_id", "subnet_id", "alias");
export const chainState = chainFacts.gauges("avax_chain_state", "state", {
  help: `State of a chain that the node runs: ${statesOf} Absent while the node is isolated.`,
  from: fromAll(
    checks,
    from("info.isBootstrapped"),
    chainTime,
    from("eth.getHeaderByNumber", "timestamp"),
    from("proposervm.getCurrentEpoch"),
    from("info.peers"),
  ),
  of: ({ state }) => stateSet(states.chainStates, state),
});

/** A chain without one of its validators. */
type WithoutValidator = Pick<facts.ChainFacts, "chain" | "blockchain_id" | "subnet_id"> &
  facts.ChainFacts["without"][number];
export const withoutValidator = kindOf<WithoutValidator>().with(
  "chain",
  "blockchain_id",
  "subnet_id",
  "node_id",
  "alias",
);
export const chainConnectedWithout = withoutValidator.gauge("avax_chain_connected_weight_without_ratio", {
  help: `Share (0 to 1) of a chain's weight that stays connected if the validator stops. For watched validators. An inactive L1 validator has no weight. With the default parameters the chain is slow below ${healthy}, and accepts no blocks below ${acceptance}. Absent while the node is isolated.`,
  from: fromAll(
    from("health.health", "percentConnected", "disconnectedValidators"),
    from("platform.getCurrentValidators", "weight"),
  ),
  of: ({ ratio }) => ratio,
});

const fromUptime = fromAll(
  from("platform.getCurrentValidators", "uptime", "startTime", "endTime"),
  from("info.peers", "observedUptime"),
);
export const validatorFacts = kindOf<facts.ValidatorFacts>().with("subnet_id", "node_id", "alias");
export const validatorPresent = validatorFacts.gauge("avax_validator_present", {
  help: "1 if the watched validator is in the current validator set, otherwise 0. For the queried node itself: absent if it has not validated since the exporter started.",
  from: from("platform.getCurrentValidators", "nodeID"),
  of: ({ isPresent }) => isPresent,
});
export const validatorState = validatorFacts.gauges("avax_validator_state", "state", {
  help: `State of a watched validator as the node sees it: ${statesOf} Absent while the node is behind, and for others while it is isolated. inactive is for L1 validators only; on subnets and L1s, offline is absent if the node runs no chain of them.`,
  from: fromAll(
    from("platform.getCurrentValidators"),
    from("info.peers", "observedUptime"),
    from("health.health", "disconnectedValidators"),
  ),
  of: ({ state, isActive, connected }) =>
    stateSet(states.validatorStates, state, { inactive: isActive, offline: connected }),
});
export const offlineBudget = validatorFacts.gauge("avax_validator_offline_budget_seconds", {
  help: "Time in seconds that a validator can be offline; below 0 the reward is lost. For watched validators. By the uptime that the queried node observes, and for the node itself by the median that the stake observes. own is true for the node itself.",
  from: fromUptime,
  labels: ["own"],
  of: ({ offline_budget_seconds }) => offline_budget_seconds,
});
export const offlineBudgetRatio = validatorFacts.gauge("avax_validator_offline_budget_ratio", {
  help: "Remaining share (at most 1) of the offline time; below 0 the reward is lost. For watched validators. It is that of the staking period. own is true for the node itself.",
  from: fromUptime,
  labels: ["own"],
  of: ({ offline_budget_ratio }) => offline_budget_ratio,
});
export const validatorRewardLoss = validatorFacts.gauge("avax_validator_time_to_reward_loss_seconds", {
  help: "Time in seconds to the loss of the reward at the present downtime; 0 if lost. For watched validators. The rate of downtime is 1 while the validator is offline, otherwise the average of its period. Absent if the offline budget lasts until the end of the period.",
  from: fromUptime,
  of: ({ reward_loss_seconds }) => reward_loss_seconds,
});
export const validatorTimeLeft = validatorFacts.gauge("avax_validator_time_left_seconds", {
  help: "Time until the staking period of a watched validator ends, in seconds. Absent if it renews automatically, without a period, and while the node is behind.",
  from: from("platform.getCurrentValidators", "endTime", "nextPeriod"),
  of: ({ time_left_seconds }) => time_left_seconds,
});

const listed = "platform.getCurrentValidators";
export const subnetFacts = kindOf<facts.SubnetFacts>().with("subnet_id", "alias");
export const subnetState = subnetFacts.gauges("avax_subnet_state", "state", {
  help: `State of a tracked subnet that is no L1: ${statesOf} Absent while the node is behind.`,
  from: from(listed),
  of: ({ state }) => stateSet(states.subnetStates, state),
});

export const l1Facts = kindOf<facts.L1Facts>().with("subnet_id", "alias");
export const l1State = l1Facts.gauges("avax_l1_state", "state", {
  help: `State of a tracked L1: ${statesOf} Absent while the node is behind.`,
  from: fromAll(from(listed, "balance", "weight"), from("platform.getValidatorFeeState", "price")),
  of: ({ state }) => stateSet(states.l1States, state),
});
export const l1ValidatorsActive = l1Facts.gauge("avax_l1_validators_active", {
  help: "Number of active validators of an L1. Validators from before the conversion are counted as active. Absent while the node is behind.",
  from: from(listed, "balance"),
  of: ({ validators_active }) => validators_active,
});
export const l1ActiveRatio = l1Facts.gauge("avax_l1_weight_active_ratio", {
  help: `Share (0 to 1) of an L1's weight that is active. With the default parameters its chains are unhealthy and slow below ${healthy}, and halt below ${acceptance}. Absent while the node is behind.`,
  from: from(listed, "balance", "weight"),
  of: ({ weight_active_ratio }) => weight_active_ratio,
});
export const l1SigningRatio = l1Facts.gauges("avax_l1_weight_signing_ratio", "direction", {
  help: `Share (0 to 1) of an L1's weight that is connected and can sign messages. Direction out: messages of the L1, by the validators at the P-Chain height of the P-Chain's epoch. Direction in: messages to its chains, by those of their epoch. A message needs ${signingQuorum} by default. Absent if the node runs no chain of the L1, if it has more than 500 validators, and while the node is behind or isolated.`,
  from: fromAll(
    from("platform.getValidatorsAt", "weight"),
    from("proposervm.getCurrentEpoch", "pChainHeight"),
    from("info.peers", "nodeID"),
    from("info.getNodeID", "nodePOP"),
  ),
  of: ({ weight_signing_ratio }) => Object.entries(weight_signing_ratio),
});
export const l1ForecastRatio = l1Facts.gauge("avax_l1_weight_active_forecast_ratio", {
  help: `Share (0 to 1) of an L1's weight active in ${forecastDays} days without top-ups. At the current fee or the one that the number of active validators lets it rise to. Absent while the node is behind.`,
  from: fromForecast,
  of: ({ weight_active_forecast_ratio }) => weight_active_forecast_ratio,
});
export const l1Runway = l1Facts.gauge("avax_l1_balance_runway_seconds", {
  help: `Time until an L1's first active validator has no balance, in seconds. ${atFee} Absent without active validators that pay a fee, and while the node is behind.`,
  from: fromForecast,
  of: ({ balance_runway_seconds }) => balance_runway_seconds,
});
export const l1TimeToHalt = l1Facts.gauge("avax_l1_time_to_halt_seconds", {
  help: `Time until an L1 halts without top-ups, in seconds; 0 if that is so now. ${halted} ${atFee} Absent if that never happens, and while the node is behind.`,
  from: fromForecast,
  of: ({ halt_seconds }) => halt_seconds,
});

export const l1TopUp = l1Facts.gauges("avax_l1_top_up_avax", "days", {
  help: "AVAX to add to an L1's validators so that all last for this number of days. At the current fee, or at the one that the number of active validators lets it rise to. Absent if the cost would grow more than tenfold, and while the node is behind.",
  from: fromForecast,
  of: (l1) => [
    ["30", l1.top_up_30_days_avax],
    ["90", l1.top_up_90_days_avax],
  ],
});

export const managerWeightDifference = l1Facts.gauge("avax_l1_manager_weight_difference", {
  help: "Weight of an L1's validators by their contract minus that on the P-Chain. Both are as they were read last. Above 0 while registrations are on their way, and after their expiry until the contract learns of it; below 0 while removals are. Absent while the node is behind.",
  from: fromAll(fromManager("churnTracker", "totalWeight"), from(listed, "weight")),
  of: ({ manager_weight_difference }) => manager_weight_difference,
});
export const managerChurnUsed = l1Facts.gauge("avax_l1_manager_churn_used_ratio", {
  help: "Share (0 to 1) of the churn limit that an L1's manager has used in this period. 0 once the period is over. Absent if the contract has no such limit, and while the node is behind.",
  from: fromManager("churnTracker"),
  of: ({ manager_churn_used_ratio }) => manager_churn_used_ratio,
});

export const l1ValidatorFacts = kindOf<facts.L1ValidatorFacts>().with("subnet_id", "validation_id", "node_id", "alias");
export const l1ValidatorState = l1ValidatorFacts.gauges("avax_l1_validator_state", "state", {
  help: `State of a watched L1 validator: ${statesOf} Absent while the node is behind. offline is absent if the node runs no chain of the L1, wrong_key if it is not the node of the validator.`,
  from: fromAll(
    from("platform.getL1Validator"),
    from(listed, "balance"),
    from("platform.getValidatorFeeState", "price"),
    from("health.health", "disconnectedValidators"),
    from("info.getNodeID", "nodePOP"),
  ),
  of: ({ state, connected, bls_key_matches }) =>
    stateSet(states.l1ValidatorStates, state, { offline: connected, wrong_key: bls_key_matches }),
});
export const l1ValidatorRunway = l1ValidatorFacts.gauge("avax_l1_validator_balance_runway_seconds", {
  help: `Time until a watched L1 validator's balance runs out, in seconds; 0 if inactive. ${atFee} Absent while the node is behind.`,
  from: fromAll(
    from("platform.getL1Validator"),
    from(listed, "balance"),
    from("platform.getValidatorFeeState", "price", "excess", "timestamp"),
    from("platform.getValidatorFeeConfig"),
  ),
  of: ({ balance_runway_seconds }) => balance_runway_seconds,
});

export const watchedFacts = kindOf<facts.WatchedFacts>().with("entity", "subnet_id", "id", "alias");
export const watchedObserved = watchedFacts.gauge("avax_watched_observed", {
  help: "1 if the node knows the state of a watched entity, otherwise 0. entity is validator, subnet (also for L1s) or l1_validator. id is a node ID, subnet ID or validation ID; subnet_id is empty for an l1_validator. alias is the configured one.",
  from: from(listed),
  of: ({ isObserved }) => isObserved,
});
