import { sample } from "../exposition/sample.ts";
import * as m from "../metrics/pchain-validator-fees.ts";
import { collector } from "./collector.ts";
import { notActivated } from "./shared/activation.ts";

export const pValidatorFeeConfig = collector({
  name: "p-validator-fee-config",
  summary: "Parameters of the L1 validator fee.",
  interval: "10m",
  reads: ["platform.getValidatorFeeConfig"],
  metrics: [m.validatorFeeCapacity, m.validatorFeeTarget, m.validatorFeePriceMin, m.validatorFeeExcessConversion],
  read: ({ call }) => ({ config: call("platform.getValidatorFeeConfig", {}) }),
  map: {
    config({ capacity, target, minPrice, excessConversionConstant }) {
      if (capacity === 0n) return [{ error: notActivated("platform.getValidatorFeeConfig") }];
      return [
        sample(m.validatorFeeCapacity, capacity),
        sample(m.validatorFeeTarget, target),
        sample(m.validatorFeePriceMin, minPrice),
        sample(m.validatorFeeExcessConversion, excessConversionConstant),
      ];
    },
  },
});
