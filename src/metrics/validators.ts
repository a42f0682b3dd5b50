import { withLabels } from "../exposition/metric.ts";

const from = (fields: string) => `platform.getCurrentValidators ${fields}`;

const validatorSet = withLabels("subnet_id", "alias");

export const validators = validatorSet.gauge("avax_validators", {
  help: "Number of validators in the current validator set.",
  from: from("validators"),
});
export const validatorsConnected = validatorSet.gauge("avax_validators_connected", {
  help: "Number of validators that the queried node is connected to and has benched on no chain.",
  from: from("connected"),
});
export const validatorsWeight = validatorSet.gauge("avax_validators_weight", {
  help: "Total weight of the current validator set including delegations: nAVAX on the primary network, otherwise the subnet's weight units.",
  from: from("weight, delegatorWeight"),
});
export const validatorsDelegated = validatorSet.avax("avax_validators_delegated_avax", {
  help: "Total stake in AVAX delegated to the current validator set.",
  from: from("delegatorWeight"),
});
export const delegators = validatorSet.gauge("avax_delegators", {
  help: "Number of delegations to the current validator set (one delegator can have several).",
  from: from("delegatorCount"),
});
export const validatorsLargestWeight = validatorSet.gauge("avax_validators_largest_weight", {
  help: "Largest weight of a single validator including delegations: nAVAX on the primary network, otherwise the subnet's weight units.",
  from: from("weight, delegatorWeight"),
});
export const validatorsSuperminority = validatorSet.gauge("avax_validators_superminority", {
  help: "Smallest number of validators that together hold more than a third of the weight (Nakamoto coefficient). Without them, no messages between chains are signed; consensus halts without a quarter. Inactive weight of an L1 counts too.",
  from: from("weight, delegatorWeight"),
});

const validator = withLabels("subnet_id", "node_id", "alias");

export const validatorPresent = validator.gauge("avax_validator_present", {
  help: "1 if the watched validator is in the current validator set, otherwise 0. For the queried node itself: absent if it has not validated since the exporter started.",
  from: from("nodeID"),
});
const { info } = withLabels("subnet_id", "node_id", "alias", "tx_id", "auto_renew");
export const validatorInfo = info("avax_validator_info", {
  help: "Information about a validator; always 1. auto_renew is true if it renews for another period.",
  from: from("txID, nextPeriod"),
});
export const validatorWeight = validator.gauge("avax_validator_weight", {
  help: "Weight of the validator including delegations: nAVAX on the primary network, otherwise the subnet's weight units.",
  from: from("weight, delegatorWeight"),
});
export const validatorStake = validator.avax("avax_validator_stake_avax", {
  help: "Own stake of the validator in AVAX, including restaked rewards of an auto-renewing validator.",
  from: from("weight"),
});
export const validatorDelegated = validator.avax("avax_validator_delegated_avax", {
  help: "Stake delegated to the validator in AVAX.",
  from: from("delegatorWeight"),
});
export const validatorDelegators = validator.gauge("avax_validator_delegators", {
  help: "Number of delegations to the validator (one delegator can have several).",
  from: from("delegatorCount"),
});
export const validatorDelegationCapacity = validator.avax("avax_validator_delegation_capacity_avax", {
  help: "Remaining delegation capacity of the validator in AVAX: min(5 * own stake, 3,000,000) - own stake - delegations. A delegation must end within the staking period or cycle of the validator, and lasts 14 days or more on mainnet, 24 hours on fuji.",
  from: from("weight, delegatorWeight"),
});
export const validatorDelegationFee = validator.gauge("avax_validator_delegation_fee_ratio", {
  help: "Share of the delegators' rewards that the validator keeps (0 to 1).",
  from: from("delegationFee"),
});
export const validatorPotentialReward = validator.avax("avax_validator_potential_reward_avax", {
  help: "Potential reward of the validator in AVAX at the end of its staking period, without delegation fees.",
  from: from("potentialReward"),
});
export const validatorAccruedDelegateeReward = validator.avax("avax_validator_accrued_delegatee_reward_avax", {
  help: "Delegatee reward of the validator in AVAX, accrued from delegations that ended during the current staking period.",
  from: from("accruedDelegateeReward"),
});
export const validatorUptime = validator.gauge("avax_validator_uptime_ratio", {
  help: "Uptime of the validator in its current staking period as observed by the queried node (0 to 1). Does not grow while the node has benched it on any chain. Absent for the queried node itself.",
  from: from("uptime"),
});
export const validatorUptimeRequired = validator.gauge("avax_validator_uptime_required_ratio", {
  help: "Minimum uptime for a reward: 0.8, or 0.9 for staking periods that started at or after Helicon (ACP-267). Helicon activated on 2026-09-22 on mainnet.",
  from: `${from("startTime")}, info.upgrades heliconTime`,
});
export const validatorConnected = validator.gauge("avax_validator_connected", {
  help: "1 if the queried node is connected to the validator and has benched it on no chain, otherwise 0. Absent for the queried node itself.",
  from: from("connected"),
});
export const validatorStart = validator.timestamp("avax_validator_start_timestamp_seconds", {
  help: "Start time of the validator's staking period, in Unix seconds. Of a watched validator that is no longer in the set: its last known one.",
  from: from("startTime"),
});
export const validatorEnd = validator.timestamp("avax_validator_end_timestamp_seconds", {
  help: "End time of the validator's staking period, or of the current cycle of an auto-renewing validator, in Unix seconds. Of a watched validator that is no longer in the set: its last known one.",
  from: from("endTime"),
});
export const validatorBlsKey = validator.gauge("avax_validator_bls_key", {
  help: "1 if the validator has a registered BLS key, otherwise 0.",
  from: from("signer"),
});
export const validatorNextPeriod = validator.gauge("avax_validator_next_period_seconds", {
  help: "Length of the next staking period of an auto-renewing validator, in seconds; 0 if it does not renew again.",
  from: from("nextPeriod"),
});
export const validatorAutoCompound = validator.gauge("avax_validator_auto_compound_ratio", {
  help: "Share of the rewards that an auto-renewing validator restakes at the end of each staking period (0 to 1).",
  from: from("autoCompoundRewardShares"),
});

const decision = "platform.getTxStatus status";
export const validatorLastRewarded = validator.gauge("avax_validator_last_period_rewarded", {
  help: "1 if the validator was rewarded for its last staking period that ended while the exporter was running, otherwise 0.",
  from: decision,
});
export const validatorLastReward = validator.avax("avax_validator_last_period_reward_avax", {
  help: "Validation reward in AVAX for its last staking period that ended while the exporter was running, without delegation fees; 0 if not rewarded.",
  from: `${decision}, ${from("potentialReward")}`,
});
export const validatorLastEnd = validator.timestamp("avax_validator_last_period_end_timestamp_seconds", {
  help: "End time of the last staking period whose reward is known, in Unix seconds.",
  from: from("endTime"),
});

export const validatorNextDelegationEnd = validator.timestamp("avax_validator_next_delegation_end_timestamp_seconds", {
  help: "End time of the delegation to the validator that ends next, in Unix seconds.",
  from: from("delegators endTime"),
});
export const validatorNextDelegation = validator.avax("avax_validator_next_delegation_avax", {
  help: "Stake in AVAX of the delegations that end next.",
  from: from("delegators weight"),
});
