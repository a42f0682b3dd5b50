/** States and facts that the exporter computes from the samples of several collectors, for the queried node and for watched entities. */
import { withLabels, withNodeAnd } from "../exposition/metric.ts";

const statesOf = "1 for the current state, 0 for all others.";

export const nodeState = withLabels("node_id", "state").gauge("avax_node_state", {
  help: `State of the node: ${statesOf}`,
  from: "info.isBootstrapped, health.health, platform.getFeeState timestamp",
});
export const nodeValidates = withLabels("node_id").gauge("avax_node_validates", {
  help: "1 if the node validates the primary network, or a subnet or L1 that it tracks, otherwise 0. The last known value while the node does not respond.",
  from: "platform.getCurrentValidators nodeID",
});
export const chainState = withNodeAnd("chain", "blockchain_id", "subnet_id", "alias", "state").gauge(
  "avax_chain_state",
  {
    help: `State of a chain that the node runs: ${statesOf} Absent while the node is isolated.`,
    from: "health.health, info.isBootstrapped, platform.getFeeState timestamp, eth.getHeaderByNumber timestamp",
  },
);
export const validatorState = withLabels("subnet_id", "node_id", "alias", "state").gauge("avax_validator_state", {
  help: `State of a watched validator as the queried node sees it: ${statesOf} Absent while the node is behind, and for others while it is isolated. inactive is for L1 validators only; on subnets and L1s, offline is absent if the node runs no chain of them.`,
  from: "platform.getCurrentValidators, info.peers observedUptime, health.health disconnectedValidators",
});
export const l1State = withLabels("subnet_id", "alias", "state").gauge("avax_l1_state", {
  help: `State of a tracked L1: ${statesOf} Absent while the node is behind.`,
  from: "platform.getCurrentValidators balance, weight, platform.getValidatorFeeState price",
});
export const l1ValidatorState = withLabels("subnet_id", "validation_id", "node_id", "alias", "state").gauge(
  "avax_l1_validator_state",
  {
    help: `State of a watched L1 validator: ${statesOf} Absent while the node is behind. offline is absent if the node runs no chain of the L1, wrong_key if it is not the node of the validator.`,
    from: "platform.getL1Validator, platform.getCurrentValidators balance, platform.getValidatorFeeState price, health.health disconnectedValidators, info.getNodeID nodePOP",
  },
);

export const chainConnectedWithout = withLabels("chain", "blockchain_id", "subnet_id", "node_id", "alias").gauge(
  "avax_chain_connected_weight_without_ratio",
  {
    help: "Share (0 to 1) of the weight of a chain's validators that stays connected if a watched validator stops. Below 0.8 the chain accepts no blocks.",
    from: "health.health percentConnected, disconnectedValidators, platform.getCurrentValidators weight",
  },
);

const { gauge } = withLabels("subnet_id", "node_id", "alias");
const fromUptime = "platform.getCurrentValidators uptime, startTime, endTime, info.peers observedUptime";
export const offlineBudget = gauge("avax_validator_offline_budget_seconds", {
  help: "Time that a watched validator can still be offline and earn its reward, in seconds, by the uptime that the queried node observes, and for the node itself by the median that the stake observes; below 0 the reward is lost.",
  from: fromUptime,
});
export const offlineBudgetRatio = gauge("avax_validator_offline_budget_ratio", {
  help: "Share (at most 1) that is left of the time that a watched validator can be offline in its staking period; below 0 the reward is lost.",
  from: fromUptime,
});
export const validatorTimeLeft = gauge("avax_validator_time_left_seconds", {
  help: "Time until the staking period of a watched validator ends, in seconds. Absent if it renews automatically, and without a period.",
  from: "platform.getCurrentValidators endTime, nextPeriod",
});
export const l1ValidatorRunway = withLabels("subnet_id", "validation_id", "node_id", "alias").gauge(
  "avax_l1_validator_balance_runway_seconds",
  {
    help: "Time until the balance of a watched L1 validator runs out, in seconds: at the current fee, or earlier if the number of active validators lets the fee rise. Absent while inactive, and while the node is behind.",
    from: "platform.getL1Validator, platform.getCurrentValidators balance, platform.getValidatorFeeState price, excess, timestamp, platform.getValidatorFeeConfig",
  },
);
export const pChainBlockAge = withNodeAnd<never>().gauge("avax_pchain_block_age_seconds", {
  help: "Age of the last accepted P-Chain block by the clock of the exporter, in seconds, at least 0.",
  from: "platform.getFeeState timestamp",
});
