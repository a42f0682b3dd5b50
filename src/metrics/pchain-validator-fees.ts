import type { Result } from "../api/contract.ts";
import { type FieldOf, from } from "../api/source.ts";
import { kindOf } from "../exposition/metric.ts";
import type { FeeState, Fees } from "../facts/validator-fee.ts";

const state = (field: FieldOf<"platform.getValidatorFeeState">) => from("platform.getValidatorFeeState", field);
export const validatorFees = kindOf<Fees & { readonly state: FeeState }>().with();
export const validatorFeeExcess = validatorFees.gauge("avax_pchain_validator_fee_excess", {
  help: "Accumulated active L1 validators above the target, in validator-seconds. As of avax_pchain_validator_fee_state_timestamp_seconds.",
  from: state("excess"),
  of: ({ state: { excess } }) => excess,
});
export const validatorFeePrice = validatorFees.avax("avax_pchain_validator_fee_price_avax_per_second", {
  help: "Fee of an active L1 validator in AVAX per second. As of avax_pchain_validator_fee_state_timestamp_seconds.",
  from: state("price"),
  of: ({ state: { price } }) => price,
});
export const validatorFeeStateTime = validatorFees.timestamp("avax_pchain_validator_fee_state_timestamp_seconds", {
  help: "Chain timestamp of the L1 validator fee state, in Unix seconds. Does not advance while no blocks are accepted.",
  from: state("timestamp"),
  of: ({ state: { timestamp } }) => timestamp,
});

const config = (field: FieldOf<"platform.getValidatorFeeConfig">) => from("platform.getValidatorFeeConfig", field);
export const validatorFeeParameters = kindOf<Result<"platform.getValidatorFeeConfig">>().with();
export const validatorFeeCapacity = validatorFeeParameters.gauge("avax_pchain_validator_fee_capacity", {
  help: "Maximum number of active L1 validators.",
  from: config("capacity"),
  of: ({ capacity }) => capacity,
});
export const validatorFeeTarget = validatorFeeParameters.gauge("avax_pchain_validator_fee_target", {
  help: "Target number of active L1 validators. The fee is stable at this number.",
  from: config("target"),
  of: ({ target }) => target,
});
