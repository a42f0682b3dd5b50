/** Panels about the fee of L1 validators, and about the states and constants of both fees. */
import * as gas from "../../../src/metrics/pchain-fees.ts";
import * as fee from "../../../src/metrics/pchain-validator-fees.ts";
import {
  age,
  expectedGasPrice,
  expectedValidatorFee,
  validatorFeeExcessNow,
  validatorFeePriceNow,
  validatorFeeSlope,
} from "../formulas.ts";
import { thresholds } from "../thresholds.ts";
import { perNetwork } from "./networks.ts";
import { thresholdSteps } from "./palette.ts";
import { graph, longDuration, stack, stat } from "./panels.ts";
import { select } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { table } from "./table.ts";

const legend = "{{network}}";
const none = "Not reported";
const month = 30 * 86_400;
const rises = `${select(fee.validatorFeeExcess)} > 0`;

export const validatorFeeRow = {
  title: "L1 validator fee",
  panels: [
    graph([8, 7], {
      title: "Fee for 30 days",
      description:
        "Fee of an active L1 validator for 30 days, and its minimum. It rises while more L1 validators than the target are active.",
      unit: "suffix: AVAX",
      none,
      decimals: 3,
      min: 0,
      queries: [
        { expr: perNetwork("max", `${month} * ${validatorFeePriceNow(select)}`), legend: `${legend} fee` },
        { expr: perNetwork("max", `${month} * ${select(fee.validatorFeePriceMin)}`), legend: `${legend} minimum` },
      ],
    }),
    graph([8, 7], {
      title: "Excess",
      description:
        "Number of active L1 validators above the target, accumulated over every second and extrapolated to now. At 0 the fee is at its minimum. While this rises, the fee rises exponentially.",
      unit: "locale",
      none,
      min: 0,
      softMax: 1,
      queries: [{ expr: perNetwork("max", validatorFeeExcessNow(select)), legend }],
    }),
    stack(
      8,
      7,
      stat([4, 4], {
        title: "Active above target",
        description:
          "Number of L1 validators of the whole network above the target, estimated from the excess of the last 30 minutes. At 0 or below the fee does not rise. Not known while the excess is 0.",
        unit: "locale",
        none: "At minimum",
        decimals: 0,
        queries: [{ expr: perNetwork("max", `${validatorFeeSlope(select)} and ${rises}`), legend }],
      }),
      stat([4, 4], {
        title: "Fee doubles in",
        description:
          "Time until the fee doubles at the current rate; negative values are the halving time. The minimum on mainnet is one day. While the fee rises, plan top-ups at twice the fee.",
        unit: longDuration,
        none: "At minimum",
        queries: [
          {
            expr: perNetwork(
              "min",
              `0.693147 * ${select(fee.validatorFeeExcessConversion)} / (${validatorFeeSlope(select)} != 0) and ${rises}`,
            ),
            legend,
          },
        ],
      }),
      stat([4, 3], {
        title: "L1 validators: target",
        description:
          "Number of active L1 validators of the whole network at which the fee is constant. It is set by the network, not by operators.",
        unit: "locale",
        none,
        queries: [{ expr: perNetwork("max", select(fee.validatorFeeTarget)), legend }],
      }),
      stat([4, 3], {
        title: "L1 validators: maximum",
        description:
          "Maximum number of active L1 validators of the whole network. When it is reached, no validator can be added.",
        unit: "locale",
        none,
        queries: [{ expr: perNetwork("max", select(fee.validatorFeeCapacity)), legend }],
      }),
    ),
  ],
};

const driftLevels = thresholdSteps(
  "neutral",
  [1 - thresholds.priceDrift, "good"],
  [1 + thresholds.priceDrift, "neutral"],
);
const stateAge = (timestamp: string) => ({
  title: "State age",
  expr: age(timestamp),
  unit: "s",
  decimals: 0,
});
const ofNodes = { none, keys: shared.targetKeys, facts: shared.seenBy };
const note = "as reported by each node. If a constant differs between nodes of a network, they run different versions.";

export const constantRow = {
  title: "Fee states and constants",
  isCollapsed: true as const,
  panels: [
    table([24, 5], {
      title: "Gas state and constants",
      description: `P-Chain gas state as of the last block, and the configured constants, ${note}`,
      ...ofNodes,
      rows: select(gas.gasCapacity),
      columns: [
        { title: "Capacity", expr: select(gas.gasCapacity), unit: "locale" },
        { title: "Maximum", expr: select(gas.gasCapacityMax), unit: "locale" },
        { title: "Refills per second", expr: select(gas.gasMaxPerSecond), unit: "locale" },
        { title: "Target per second", expr: select(gas.gasTargetPerSecond), unit: "locale" },
        { title: "Excess", expr: select(gas.gasExcess), unit: "locale" },
        { title: "K", expr: select(gas.gasExcessConversion), unit: "locale" },
        { title: "Price at block", expr: `1e9 * ${select(gas.gasPrice)}`, unit: "suffix: nAVAX" },
        { title: "Minimum price", expr: `1e9 * ${select(gas.gasPriceMin)}`, unit: "suffix: nAVAX" },
        stateAge(select(gas.feeStateTime)),
      ],
    }),
    table([14, 6], {
      title: "Validator fee state and constants",
      description: `L1 validator fee state as of the last block, and the configured constants, ${note}`,
      ...ofNodes,
      rows: select(fee.validatorFeeExcess),
      columns: [
        { title: "Excess", expr: select(fee.validatorFeeExcess), unit: "locale" },
        { title: "K", expr: select(fee.validatorFeeExcessConversion), unit: "locale" },
        { title: "Price at block", expr: `1e9 * ${select(fee.validatorFeePrice)}`, unit: "suffix: nAVAX/s" },
        { title: "Minimum price", expr: `1e9 * ${select(fee.validatorFeePriceMin)}`, unit: "suffix: nAVAX/s" },
        stateAge(select(fee.validatorFeeStateTime)),
      ],
    }),
    graph([10, 6], {
      title: "Reported price vs. formula",
      description:
        "Reported price divided by the price computed from the node's own constants (min price × e^(excess / K)), for gas and L1 validators. Expected: 1. Any other value means that the protocol has changed and forecasts are wrong: upgrade the exporter.",
      unit: "none",
      none,
      decimals: 3,
      softMin: 0.9,
      softMax: 1.1,
      lines: true,
      levels: driftLevels,
      queries: [
        { expr: `${select(gas.gasPrice)} / ${expectedGasPrice(select)}`, legend: `gas ${shared.target}` },
        {
          expr: `${select(fee.validatorFeePrice)} / ${expectedValidatorFee(select)}`,
          legend: `L1 validators ${shared.target}`,
        },
      ],
    }),
  ],
};
