import { avax, gauge, timestamp } from "../prometheus/metric.ts";

const from = (fields: string) => `platform.getCurrentValidators, platform.getL1Validator ${fields}`;
const one = ["subnet_id", "validation_id", "node_id"] as const;

export const l1Balance = avax(
  "avax_l1_validator_balance_avax",
  { help: "What is left to pay the validator fee, as of the last P-Chain block.", from: from("balance") },
  one,
);
export const l1Active = gauge(
  "avax_l1_validator_active",
  { help: "1 while the balance is above 0; at 0 the validator takes no part any more.", from: from("balance") },
  one,
);
export const l1Weight = gauge(
  "avax_l1_validator_weight",
  { help: "Weight in the L1's own units: kept while inactive.", from: from("weight") },
  one,
);
export const l1MinNonce = gauge(
  "avax_l1_validator_min_nonce",
  { help: "The least nonce that the next change of weight must have.", from: from("minNonce") },
  one,
);
export const l1Start = timestamp(
  "avax_l1_validator_start_timestamp_seconds",
  { help: "When it was registered.", from: from("startTime") },
  one,
);
export const l1Present = gauge(
  "avax_l1_validator_present",
  {
    help: "1 while the P-Chain knows the watched validation, 0 when it says not found.",
    from: "platform.getL1Validator validationID",
  },
  ["validation_id"],
);

const fromFees = `${from("balance")}, platform.getValidatorFeeState price, timestamp`;
export const l1Exhaustion = gauge(
  "avax_l1_validator_balance_exhaustion_timestamp_seconds",
  { help: "When the balance runs out at the current price, in Unix seconds; absent while inactive.", from: fromFees },
  one,
);
export const l1WorstExhaustion = gauge(
  "avax_l1_validator_balance_exhaustion_worst_timestamp_seconds",
  {
    help: "When the balance runs out if there are as many validators as can be from now on, in Unix seconds; absent while inactive.",
    from: `${fromFees}, excess, platform.getValidatorFeeConfig`,
  },
  one,
);

export const l1WeightActive = gauge(
  "avax_l1_weight_active",
  {
    help: "Weight of an L1's active validators, in its own units: those from before the conversion count.",
    from: "platform.getCurrentValidators balance, weight",
  },
  ["subnet_id"],
);
export const l1ValidatorsActive = gauge(
  "avax_l1_validators_active",
  {
    help: "An L1's active validators: those from before the conversion count.",
    from: "platform.getCurrentValidators balance",
  },
  ["subnet_id"],
);
