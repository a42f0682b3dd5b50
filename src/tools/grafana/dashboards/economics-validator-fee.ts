/** Panels about the fee of L1 validators. */
import * as fee from "../../../collectors/fees.ts";
import { validatorFeeSlope } from "../formulas.ts";
import { graph, stack, stat } from "./panels.ts";
import { perItem, perNetwork, selectShared } from "./queries.ts";

const legend = "{{network}}";
const none = "Not reported";
const month = 30 * 86_400;
const rises = `${selectShared(fee.validatorFeeExcess)} > 0`;

export const validatorFeeRow = {
  title: "L1 validator fee",
  panels: [
    graph([12, 7], {
      title: "Fee for 30 days",
      description:
        "Fee of an active L1 validator for 30 days, on a logarithmic scale. The minimum on mainnet is 1.33 AVAX. It rises while more L1 validators than the target are active.",
      unit: "suffix:AVAX",
      none,
      decimals: 3,
      isLogarithmic: true,
      queries: [{ expr: `${month} * ${perItem("max", fee.validatorFeePrice)}`, legend }],
    }),
    stack(
      12,
      7,
      stat([12, 4], {
        title: "Active above target",
        description:
          "Number of L1 validators of the whole network above the target, estimated from the excess of the last 30 minutes. At 0 or below the fee does not rise. Not known while the excess is 0.",
        unit: "locale",
        none: "At minimum",
        isNamed: true,
        decimals: 0,
        queries: [{ expr: perNetwork("max", `${validatorFeeSlope(selectShared)} and ${rises}`), legend }],
      }),
      stat([12, 3], {
        title: "L1 validators of the network",
        description:
          "Number of active L1 validators of the whole network at which the fee is constant, and its maximum. When that is reached, no validator can be added.",
        unit: "locale",
        none,
        queries: [
          { expr: perItem("max", fee.validatorFeeTarget), legend: `${legend} target` },
          { expr: perItem("max", fee.validatorFeeCapacity), legend: `${legend} maximum` },
        ],
      }),
    ),
  ],
};
