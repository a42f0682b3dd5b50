import * as m from "../metrics/pchain-validator-fees.ts";
import { collector } from "./collector.ts";

export const pValidatorFeeConfig = collector({
  name: "p-validator-fee-config",
  summary: "Target and maximum number of active L1 validators.",
  interval: "10m",
  reads: ["platform.getValidatorFeeConfig"],
  metrics: [m.validatorFeeCapacity, m.validatorFeeTarget],
  read: ({ call }) => ({ config: call("platform.getValidatorFeeConfig", {}) }),
  map: { config: (config) => [m.validatorFeeParameters.item(config)] },
});
