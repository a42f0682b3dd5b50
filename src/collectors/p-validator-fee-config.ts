import * as m from "../metrics/pchain-validator-fees.ts";
import { collector } from "./collector.ts";
import { activated } from "./parts/absence.ts";

export const pValidatorFeeConfig = collector({
  name: "p-validator-fee-config",
  summary: "The constants behind the fee of L1 validators.",
  every: "10m",
  reads: ["platform.getValidatorFeeConfig"],
  metrics: [m.validatorFeeCapacity, m.validatorFeeTarget, m.validatorFeePriceMin, m.validatorFeeExcessConversion],
  read: ({ call }) => ({
    config: activated(
      "platform.getValidatorFeeConfig",
      call("platform.getValidatorFeeConfig", {}),
      (config) => config.capacity,
    ),
  }),
  map: {
    config: ({ capacity, target, minPrice, excessConversionConstant }, emit) => {
      emit(m.validatorFeeCapacity, capacity);
      emit(m.validatorFeeTarget, target);
      emit(m.validatorFeePriceMin, minPrice);
      emit(m.validatorFeeExcessConversion, excessConversionConstant);
    },
  },
});
