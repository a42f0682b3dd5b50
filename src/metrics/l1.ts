import { withLabels } from "../exposition/metric.ts";
import { acceptanceQuorum, quorum } from "../facts/consensus.ts";
import { forecastDays } from "../facts/l1.ts";

const from = (fields: string) => `platform.getCurrentValidators, platform.getL1Validator ${fields}`;
const l1 = withLabels("subnet_id", "alias");
const validator = withLabels("subnet_id", "validation_id", "node_id", "alias");

export const l1Balance = validator.avax("avax_l1_validator_balance_avax", {
  help: "Remaining balance of the L1 validator in AVAX, as of the last P-Chain block.",
  from: from("balance"),
});
export const l1Active = validator.gauge("avax_l1_validator_active", {
  help: "1 if the L1 validator has a positive balance, 0 if it is inactive.",
  from: from("balance"),
});
export const l1Weight = validator.gauge("avax_l1_validator_weight", {
  help: "Weight of the L1 validator in the L1's units, also while inactive.",
  from: from("weight"),
});
export const l1MinNonce = validator.gauge("avax_l1_validator_min_nonce", {
  help: "Minimum nonce for the next weight change of the L1 validator.",
  from: from("minNonce"),
});
export const l1BlsKeyMatches = validator.gauge("avax_l1_validator_bls_key_matches", {
  help: "1 if the BLS key of an own L1 validator is that of the queried node, otherwise 0: its signatures are then invalid.",
  from: "platform.getCurrentValidators publicKey, info.getNodeID nodePOP",
});
export const l1Start = validator.timestamp("avax_l1_validator_start_timestamp_seconds", {
  help: "Registration time of the L1 validator, or the time of its L1's conversion, in Unix seconds.",
  from: from("startTime"),
});
export const l1Present = withLabels("validation_id", "alias").gauge("avax_l1_validator_present", {
  help: "1 if the watched validation exists on the P-Chain, otherwise 0.",
  from: "platform.getL1Validator validationID",
});

const fromFees = `${from("balance")}, platform.getValidatorFeeState price, timestamp`;
const fromForecast = `${fromFees}, excess, platform.getValidatorFeeConfig`;
export const l1Exhaustion = validator.gauge("avax_l1_validator_balance_exhaustion_timestamp_seconds", {
  help: "Time at which the balance of the L1 validator runs out at the current fee, in Unix seconds. Absent while inactive.",
  from: fromFees,
});
export const l1ForecastExhaustion = validator.gauge("avax_l1_validator_balance_exhaustion_forecast_timestamp_seconds", {
  help: "Time at which the balance of the L1 validator runs out if the number of active validators stays as it is, in Unix seconds. Absent while inactive, and until two states of the fee are known.",
  from: fromForecast,
});
export const l1WorstExhaustion = validator.gauge("avax_l1_validator_balance_exhaustion_worst_timestamp_seconds", {
  help: "Time at which the balance of the L1 validator runs out in the worst case, in Unix seconds. Worst case: maximum number of active L1 validators from now on. Absent while inactive.",
  from: fromForecast,
});

export const l1WeightActive = l1.gauge("avax_l1_weight_active", {
  help: "Total weight of an L1's active validators in the L1's units. Validators from before the conversion are counted as active.",
  from: "platform.getCurrentValidators balance, weight",
});
export const l1ValidatorsActive = l1.gauge("avax_l1_validators_active", {
  help: "Number of active validators of an L1. Validators from before the conversion are counted as active.",
  from: "platform.getCurrentValidators balance",
});
export const l1ActiveRatio = l1.gauge("avax_l1_weight_active_ratio", {
  help: `Share (0 to 1) of an L1's weight that is active. Below ${quorum} its chains are unhealthy and slow, below ${acceptanceQuorum} they halt.`,
  from: "platform.getCurrentValidators balance, weight",
});
export const l1ForecastRatio = l1.gauge("avax_l1_weight_active_forecast_ratio", {
  help: `Share (0 to 1) of an L1's weight that will be active in ${forecastDays} days without top-ups, at the current fee or the one that the number of active validators lets it rise to.`,
  from: fromForecast,
});
export const l1FirstExhaustion = l1.gauge("avax_l1_balance_exhaustion_timestamp_seconds", {
  help: "Time at which the first active validator of an L1 runs out of balance, in Unix seconds: at the current fee, or earlier if the number of active validators lets the fee rise. Absent without active validators that pay a fee.",
  from: fromForecast,
});
export const l1Halt = l1.gauge("avax_l1_halt_timestamp_seconds", {
  help: `Time at which less than ${quorum} of an L1's weight is active without top-ups, in Unix seconds, at the current fee, or earlier if the number of active validators lets the fee rise. Absent if that is so now, or never happens.`,
  from: fromForecast,
});
export const l1Runway = l1.gauge("avax_l1_balance_runway_seconds", {
  help: "Time until the first active validator of an L1 runs out of balance, in seconds: at the current fee, or earlier if the number of active validators lets the fee rise. Absent without active validators that pay a fee, and while the node is behind.",
  from: fromForecast,
});
export const l1TimeToHalt = l1.gauge("avax_l1_time_to_halt_seconds", {
  help: `Time until less than ${quorum} of an L1's weight is active without top-ups, in seconds, at the current fee, or earlier if the number of active validators lets the fee rise; 0 if that is so now. Absent if that never happens, and while the node is behind.`,
  from: fromForecast,
});
