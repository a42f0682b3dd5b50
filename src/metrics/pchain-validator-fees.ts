import { avax, gauge, timestamp } from "../exposition/metric.ts";

const state = (field: string) => `platform.getValidatorFeeState ${field}`;
export const validatorFeeExcess = gauge("avax_pchain_validator_fee_excess", {
  help: "Accumulated number of active L1 validators above the target in validator-seconds, as of avax_pchain_validator_fee_state_timestamp_seconds.",
  from: state("excess"),
});
export const validatorFeePrice = avax("avax_pchain_validator_fee_price_avax_per_second", {
  help: "Fee of an active L1 validator in AVAX per second, as of avax_pchain_validator_fee_state_timestamp_seconds.",
  from: state("price"),
});
export const validatorFeeStateTime = timestamp("avax_pchain_validator_fee_state_timestamp_seconds", {
  help: "Chain timestamp of the L1 validator fee state, in Unix seconds. Does not advance while no blocks are accepted.",
  from: state("timestamp"),
});

const config = (field: string) => `platform.getValidatorFeeConfig ${field}`;
export const validatorFeeCapacity = gauge("avax_pchain_validator_fee_capacity", {
  help: "Maximum number of active L1 validators.",
  from: config("capacity"),
});
export const validatorFeeTarget = gauge("avax_pchain_validator_fee_target", {
  help: "Target number of active L1 validators. The fee is stable at this number.",
  from: config("target"),
});
export const validatorFeePriceMin = avax("avax_pchain_validator_fee_price_min_avax_per_second", {
  help: "Minimum fee of an active L1 validator in AVAX per second.",
  from: config("minPrice"),
});
export const validatorFeeExcessConversion = gauge("avax_pchain_validator_fee_excess_conversion_constant", {
  help: "Excess conversion constant K of the L1 validator fee: fee = min fee * e^(excess / K).",
  from: config("excessConversionConstant"),
});
