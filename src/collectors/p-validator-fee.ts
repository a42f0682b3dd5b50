import * as m from "../metrics/pchain-validator-fees.ts";
import { collector } from "./collector.ts";

export const pValidatorFee = collector({
  name: "p-validator-fee",
  summary: "L1 validator fee and its state (ACP-77).",
  interval: "60s",
  required: true,
  reads: ["platform.getValidatorFeeState"],
  metrics: [m.validatorFeeExcess, m.validatorFeePrice, m.validatorFeeStateTime],
  read: ({ call }) => ({ state: call("platform.getValidatorFeeState", {}) }),
  map: { state: (state) => [m.validatorFeeState.item(state)] },
});
