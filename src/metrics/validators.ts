import { avax, gauge, info, timestamp } from "../prometheus/metric.ts";

const from = (fields: string) => `platform.getCurrentValidators ${fields}`;

const set = ["subnet_id"] as const;
export const validators = gauge("avax_validators", {
  help: "Number of validators in the current validator set.",
  from: from("validators"),
  labels: set,
});
export const validatorsConnected = gauge("avax_validators_connected", {
  help: "Number of validators that the queried node is connected to.",
  from: from("connected"),
  labels: set,
});
export const validatorsWeight = gauge("avax_validators_weight", {
  help: "Total weight of the current validator set including delegations: nAVAX on the primary network, otherwise the subnet's weight units.",
  from: from("weight, delegatorWeight"),
  labels: set,
});
export const validatorsConnectedWeight = gauge("avax_validators_connected_weight", {
  help: "Total weight in nAVAX of the validators that the queried node is connected to, including delegations.",
  from: from("connected, weight, delegatorWeight"),
  labels: set,
});
export const validatorsDelegated = avax("avax_validators_delegated_avax", {
  help: "Total stake in AVAX delegated to the current validator set.",
  from: from("delegatorWeight"),
  labels: set,
});
export const delegators = gauge("avax_delegators", {
  help: "Number of delegations to the current validator set (one delegator can have several).",
  from: from("delegatorCount"),
  labels: set,
});
export const validatorsLargestWeight = gauge("avax_validators_largest_weight", {
  help: "Largest weight of a single validator including delegations: nAVAX on the primary network, otherwise the subnet's weight units.",
  from: from("weight, delegatorWeight"),
  labels: set,
});
export const validatorsSuperminority = gauge("avax_validators_superminority", {
  help: "Smallest number of validators that together hold more than a third of the weight (Nakamoto coefficient).",
  from: from("weight, delegatorWeight"),
  labels: set,
});

const one = ["subnet_id", "node_id"] as const;
export const validatorPresent = gauge("avax_validator_present", {
  help: "1 if the watched validator is in the current validator set, otherwise 0.",
  from: from("nodeID"),
  labels: one,
});
export const validatorInfo = info("avax_validator_info", {
  help: "Information about a validator; always 1. auto_renew is true if it renews for another period.",
  from: from("txID, nextPeriod"),
  labels: ["subnet_id", "node_id", "tx_id", "alias", "auto_renew"],
});
export const validatorWeight = gauge("avax_validator_weight", {
  help: "Weight of the validator including delegations: nAVAX on the primary network, otherwise the subnet's weight units.",
  from: from("weight, delegatorWeight"),
  labels: one,
});
export const validatorStake = avax("avax_validator_stake_avax", {
  help: "Own stake of the validator in AVAX.",
  from: from("weight"),
  labels: one,
});
export const validatorDelegated = avax("avax_validator_delegated_avax", {
  help: "Stake delegated to the validator in AVAX.",
  from: from("delegatorWeight"),
  labels: one,
});
export const validatorDelegators = gauge("avax_validator_delegators", {
  help: "Number of delegations to the validator (one delegator can have several).",
  from: from("delegatorCount"),
  labels: one,
});
export const validatorDelegationCapacity = avax("avax_validator_delegation_capacity_avax", {
  help: "Remaining delegation capacity of the validator in AVAX: min(5 * own stake, 3,000,000) - own stake - delegations.",
  from: from("weight, delegatorWeight"),
  labels: one,
});
export const validatorDelegationFee = gauge("avax_validator_delegation_fee_ratio", {
  help: "Share of the delegators' rewards that the validator keeps (0 to 1).",
  from: from("delegationFee"),
  labels: one,
});
export const validatorPotentialReward = avax("avax_validator_potential_reward_avax", {
  help: "Potential reward of the validator in AVAX at the end of its staking period.",
  from: from("potentialReward"),
  labels: one,
});
export const validatorAccruedDelegateeReward = avax("avax_validator_accrued_delegatee_reward_avax", {
  help: "Delegatee reward of the validator in AVAX, accrued from delegations that ended during the current staking period.",
  from: from("accruedDelegateeReward"),
  labels: one,
});
export const validatorUptime = gauge("avax_validator_uptime_ratio", {
  help: "Uptime of the validator in its current staking period as observed by the queried node (0 to 1). Absent for the queried node itself.",
  from: from("uptime"),
  labels: one,
});
export const validatorUptimeRequired = gauge("avax_validator_uptime_required_ratio", {
  help: "Minimum uptime for a reward: 0.8, or 0.9 for staking periods that started at or after Helicon (ACP-267).",
  from: `${from("startTime")}, info.upgrades heliconTime`,
  labels: one,
});
export const validatorConnected = gauge("avax_validator_connected", {
  help: "1 if the queried node is connected to the validator, otherwise 0. Absent for the queried node itself.",
  from: from("connected"),
  labels: one,
});
export const validatorStart = timestamp("avax_validator_start_timestamp_seconds", {
  help: "Start time of the validator's staking period, in Unix seconds.",
  from: from("startTime"),
  labels: one,
});
export const validatorEnd = timestamp("avax_validator_end_timestamp_seconds", {
  help: "End time of the validator's staking period, or of the current cycle of an auto-renewing validator, in Unix seconds.",
  from: from("endTime"),
  labels: one,
});
export const validatorBlsKey = gauge("avax_validator_bls_key", {
  help: "1 if the validator has a registered BLS key, otherwise 0.",
  from: from("signer"),
  labels: one,
});
export const validatorNextPeriod = gauge("avax_validator_next_period_seconds", {
  help: "Length of the next staking period of an auto-renewing validator, in seconds; 0 if it does not renew again.",
  from: from("nextPeriod"),
  labels: one,
});
export const validatorAutoCompound = gauge("avax_validator_auto_compound_ratio", {
  help: "Share of the rewards that an auto-renewing validator restakes at the end of each staking period (0 to 1).",
  from: from("autoCompoundRewardShares"),
  labels: one,
});

const decision = "platform.getTxStatus status";
export const validatorLastRewarded = gauge("avax_validator_last_period_rewarded", {
  help: "1 if the validator was rewarded for its last staking period that ended while the exporter was running, otherwise 0.",
  from: decision,
  labels: one,
});
export const validatorLastReward = avax("avax_validator_last_period_reward_avax", {
  help: "Validation reward in AVAX for its last staking period that ended while the exporter was running, without delegation fees; 0 if not rewarded.",
  from: `${decision}, ${from("potentialReward")}`,
  labels: one,
});
export const validatorLastEnd = timestamp("avax_validator_last_period_end_timestamp_seconds", {
  help: "End time of the last staking period whose reward is known, in Unix seconds.",
  from: from("endTime"),
  labels: one,
});

export const validatorNextDelegationEnd = timestamp("avax_validator_next_delegation_end_timestamp_seconds", {
  help: "End time of the delegation to the validator that ends next, in Unix seconds.",
  from: from("delegators endTime"),
  labels: one,
});
export const validatorNextDelegation = avax("avax_validator_next_delegation_avax", {
  help: "Stake in AVAX of the delegations that end next.",
  from: from("delegators weight"),
  labels: one,
});
