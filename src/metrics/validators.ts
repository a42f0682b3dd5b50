import { avax, gauge, info, timestamp } from "../prometheus/metric.ts";

const from = (fields: string) => `platform.getCurrentValidators ${fields}`;

const set = ["subnet_id"] as const;
export const validators = gauge(
  "avax_validators",
  { help: "Validators in the current set.", from: from("validators") },
  set,
);
export const validatorsConnected = gauge(
  "avax_validators_connected",
  { help: "Validators that the queried node is connected to.", from: from("connected") },
  set,
);
export const validatorsWeight = gauge(
  "avax_validators_weight",
  {
    help: "Weight of the current set, own plus delegated: nAVAX on the primary network, else abstract units.",
    from: from("weight, delegatorWeight"),
  },
  set,
);
export const validatorsConnectedWeight = gauge(
  "avax_validators_connected_weight",
  {
    help: "Weight of the validators that the queried node is connected to, own plus delegated.",
    from: from("connected, weight, delegatorWeight"),
  },
  set,
);
export const validatorsDelegated = avax(
  "avax_validators_delegated_avax",
  { help: "AVAX delegated to the current set.", from: from("delegatorWeight") },
  set,
);
export const delegators = gauge(
  "avax_delegators",
  { help: "Delegations to the current set.", from: from("delegatorCount") },
  set,
);
export const validatorsLargestWeight = gauge(
  "avax_validators_largest_weight",
  { help: "The largest weight of one validator, own plus delegated.", from: from("weight, delegatorWeight") },
  set,
);
export const validatorsSuperminority = gauge(
  "avax_validators_superminority",
  {
    help: "The smallest number of validators that together hold more than a third of the weight: they could halt the network.",
    from: from("weight, delegatorWeight"),
  },
  set,
);

const one = ["subnet_id", "node_id"] as const;
export const validatorPresent = gauge(
  "avax_validator_present",
  { help: "1 while the watched validator is in the current set, 0 while not.", from: from("nodeID") },
  one,
);
export const validatorInfo = info(
  "avax_validator_info",
  {
    help: "Facts about a validator: always 1. auto_renew is true where it stays for another period.",
    from: from("txID, nextPeriod"),
  },
  ["subnet_id", "node_id", "tx_id", "alias", "auto_renew"],
);
export const validatorWeight = gauge(
  "avax_validator_weight",
  {
    help: "Weight, own plus delegated: nAVAX on the primary network, else abstract units.",
    from: from("weight, delegatorWeight"),
  },
  one,
);
export const validatorStake = avax("avax_validator_stake_avax", { help: "Own stake.", from: from("weight") }, one);
export const validatorDelegated = avax(
  "avax_validator_delegated_avax",
  { help: "Delegated to the validator.", from: from("delegatorWeight") },
  one,
);
export const validatorDelegators = gauge(
  "avax_validator_delegators",
  { help: "Delegations to the validator.", from: from("delegatorCount") },
  one,
);
export const validatorDelegationCapacity = avax(
  "avax_validator_delegation_capacity_avax",
  {
    help: "What may still be delegated: the smaller of 5 times the own stake and 3,000,000 AVAX, less own and delegated.",
    from: from("weight, delegatorWeight"),
  },
  one,
);
export const validatorDelegationFee = gauge(
  "avax_validator_delegation_fee_ratio",
  { help: "Share of the delegators' rewards that the validator keeps, 0 to 1.", from: from("delegationFee") },
  one,
);
export const validatorPotentialReward = avax(
  "avax_validator_potential_reward_avax",
  { help: "Reward at the end of the period, if it is earned.", from: from("potentialReward") },
  one,
);
export const validatorAccruedDelegateeReward = avax(
  "avax_validator_accrued_delegatee_reward_avax",
  { help: "Earned from delegations that ended in this period.", from: from("accruedDelegateeReward") },
  one,
);
export const validatorUptime = gauge(
  "avax_validator_uptime_ratio",
  {
    help: "Share of its period that the queried node has seen the validator online, 0 to 1; absent for the queried node itself.",
    from: from("uptime"),
  },
  one,
);
export const validatorUptimeRequired = gauge(
  "avax_validator_uptime_required_ratio",
  {
    help: "Uptime that earns the reward: 0.8, or 0.9 where the period began at or after Helicon (ACP-267).",
    from: `${from("startTime")}, info.upgrades heliconTime`,
  },
  one,
);
export const validatorConnected = gauge(
  "avax_validator_connected",
  {
    help: "1 while the queried node is connected to the validator; absent for the queried node itself.",
    from: from("connected"),
  },
  one,
);
export const validatorStart = timestamp(
  "avax_validator_start_timestamp_seconds",
  { help: "When its period began.", from: from("startTime") },
  one,
);
export const validatorEnd = timestamp(
  "avax_validator_end_timestamp_seconds",
  { help: "When its period, or its present cycle where it renews itself, ends.", from: from("endTime") },
  one,
);
export const validatorBlsKey = gauge(
  "avax_validator_bls_key",
  { help: "1 where a BLS key is registered, 0 where not.", from: from("signer") },
  one,
);
