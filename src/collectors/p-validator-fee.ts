import { type Fees, observeFee } from "../facts/validator-fee.ts";
import * as m from "../metrics/pchain-validator-fees.ts";
import { attempt } from "../rpc/errors.ts";
import { collector, type RunClient } from "./collector.ts";

const methods = ["platform.getValidatorFeeState", "platform.getValidatorFeeConfig"] as const;

/** Reads the state and the parameters of the fee, which are undefined if they cannot be read. */
async function readFee({ call }: RunClient<(typeof methods)[number]>) {
  const state = await call("platform.getValidatorFeeState", {});
  return { state, config: (await attempt(call("platform.getValidatorFeeConfig", {}))).value };
}

export const pValidatorFee = collector({
  name: "p-validator-fee",
  summary:
    "L1 validator fee and its state (ACP-77). Without this collector no end of a balance of an L1 validator is known.",
  interval: "60s",
  required: true,
  reads: methods,
  provides: ["fees"],
  metrics: [m.validatorFeeExcess, m.validatorFeePrice, m.validatorFeeStateTime],
  state: (): { fees: Fees } => ({ fees: {} }),
  read: (node) => ({ state: readFee(node) }),
  map: {
    state({ state, config }, { state: last }) {
      const fees = observeFee(last.fees, state, config);
      last.fees = fees;
      return [m.validatorFees.item(fees)];
    },
  },
});
