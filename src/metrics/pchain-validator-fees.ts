import { avax, gauge, timestamp } from "../prometheus/metric.ts";

const state = (field: string) => `platform.getValidatorFeeState ${field}`;
export const validatorFeeExcess = gauge("avax_pchain_validator_fee_excess", {
  help: "Active L1 validators beyond the target, summed up over the seconds, at the fee state's time.",
  from: state("excess"),
});
export const validatorFeePrice = avax("avax_pchain_validator_fee_price_avax_per_second", {
  help: "What an active L1 validator pays for a second, at the fee state's time.",
  from: state("price"),
});
export const validatorFeeStateTime = timestamp("avax_pchain_validator_fee_state_timestamp_seconds", {
  help: "Chain time of the validator fee state: it stands still while no block comes.",
  from: state("timestamp"),
});

const config = (field: string) => `platform.getValidatorFeeConfig ${field}`;
export const validatorFeeCapacity = gauge("avax_pchain_validator_fee_capacity", {
  help: "Most active L1 validators that there can be.",
  from: config("capacity"),
});
export const validatorFeeTarget = gauge("avax_pchain_validator_fee_target", {
  help: "Number of active L1 validators at which the price is stable.",
  from: config("target"),
});
export const validatorFeePriceMin = avax("avax_pchain_validator_fee_price_min_avax_per_second", {
  help: "Lowest price of a second.",
  from: config("minPrice"),
});
export const validatorFeeExcessConversion = gauge("avax_pchain_validator_fee_excess_conversion_constant", {
  help: "K in price = min price x e^(excess / K).",
  from: config("excessConversionConstant"),
});
