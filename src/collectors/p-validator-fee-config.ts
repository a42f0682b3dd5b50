import * as m from "../metrics/pchain-validator-fees.ts";
import { collector } from "./collector.ts";

export const pValidatorFeeConfig = collector({
  name: "p-validator-fee-config",
  summary: "Parameters of the L1 validator fee.",
  interval: "10m",
  reads: ["platform.getValidatorFeeConfig"],
  metrics: [m.validatorFeeCapacity, m.validatorFeeTarget, m.validatorFeePriceMin, m.validatorFeeExcessConversion],
  read: ({ call }) => ({ config: call("platform.getValidatorFeeConfig", {}) }),
  map: { config: (config) => [m.validatorFeeParameters.item(config)] },
});
