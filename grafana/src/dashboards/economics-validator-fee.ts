/** Panels about the fee of L1 validators, and about the states and constants of both fees. */
import { timeSpan } from "../../../src/lib/span.ts";
import { chainTime } from "../../../src/metrics/pchain.ts";
import * as gas from "../../../src/metrics/pchain-fees.ts";
import * as fee from "../../../src/metrics/pchain-validator-fees.ts";
import { thresholds } from "../../../src/rules/thresholds.ts";
import { age, expectedGasPrice, expectedValidatorFee, validatorFeeSlope } from "../formulas.ts";
import { thresholdSteps } from "./palette.ts";
import { duration, graph, stack, stat } from "./panels.ts";
import { perItem, perNetwork, select, selectShared, targetKeys, withTarget } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { table } from "./table.ts";

const legend = "{{network}}";
const none = "Not reported";
const month = 30 * 86_400;
/** Below 0 the fee falls. */
const doublingLevels = thresholdSteps("good", [0, "warning"], [thresholds.exhaustionWarning, "good"]);
const rises = `${selectShared(fee.validatorFeeExcess)} > 0`;

export const validatorFeeRow = {
  title: "L1 validator fee",
  panels: [
    graph([12, 7], {
      title: "Fee for 30 days",
      description:
        "Fee of an active L1 validator for 30 days, and its minimum, on a logarithmic scale. It rises while more L1 validators than the target are active.",
      unit: "suffix:AVAX",
      none,
      decimals: 3,
      isLogarithmic: true,
      queries: [
        { expr: `${month} * ${perItem("max", fee.validatorFeePrice)}`, legend: `${legend} fee` },
        { expr: `${month} * ${perItem("max", fee.validatorFeePriceMin)}`, legend: `${legend} minimum` },
      ],
    }),
    stack(
      12,
      7,
      stat([6, 4], {
        title: "Active above target",
        description:
          "Number of L1 validators of the whole network above the target, estimated from the excess of the last 30 minutes. At 0 or below the fee does not rise. Not known while the excess is 0.",
        unit: "locale",
        none: "At minimum",
        isNamed: true,
        decimals: 0,
        queries: [{ expr: perNetwork("max", `${validatorFeeSlope(selectShared)} and ${rises}`), legend }],
      }),
      stat([6, 4], {
        title: "Fee doubles in",
        description: `Time until the fee doubles at the current rate, orange within ${timeSpan(thresholds.exhaustionWarning)}. “Ago”: it halves in this time. The minimum on mainnet is one day. While the fee rises, plan top-ups at twice the fee.`,
        ...duration,
        none: "At minimum",
        isNamed: true,
        levels: doublingLevels,
        queries: [
          {
            expr: perNetwork(
              "min",
              `0.693147 * ${selectShared(fee.validatorFeeExcessConversion)} / (${validatorFeeSlope(selectShared)} != 0)`,
            ),
            legend,
          },
        ],
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

export const excessRow = {
  title: "Excess",
  isCollapsed: true as const,
  panels: [
    graph([12, 7], {
      title: "L1 validator fee excess",
      description:
        "Number of active L1 validators above the target, accumulated over every second. At 0 the fee is at its minimum. While this rises, the fee rises exponentially.",
      unit: "short",
      none,
      min: 0,
      softMax: 1,
      queries: [{ expr: perItem("max", fee.validatorFeeExcess), legend }],
    }),
    graph([12, 7], {
      title: "Gas pressure (excess ÷ K)",
      description:
        "Excess gas divided by the price constant K: the natural logarithm of price ÷ minimum price, on a logarithmic scale. The price is rounded down to whole nAVAX, so it stays at 1 until this reaches 0.69. This panel reacts earlier.",
      unit: "none",
      none,
      decimals: 3,
      isLogarithmic: true,
      queries: [
        {
          expr: perNetwork("max", `${selectShared(gas.gasExcess)} / ${selectShared(gas.gasExcessConversion)}`),
          legend,
        },
      ],
    }),
  ],
};

const deviation = (reported: string, expected: string) => perNetwork("max", `abs(${reported} / ${expected} - 1)`);
const stateAge = (timestamp: string) => ({
  title: "State age",
  expr: age(timestamp),
  unit: "s",
  decimals: 0,
});
const ofNodes = { none, keys: targetKeys, facts: { target: { title: "Node" }, ...shared.networkFact } };
const note = "as reported by each node. If a constant differs between nodes of a network, they run different versions.";

export const constantRow = {
  title: "Fee states and constants",
  isCollapsed: true as const,
  panels: [
    table([24, 5], {
      title: "Gas state and constants",
      description: `P-Chain gas state as of the last block, and the configured constants, ${note}`,
      ...ofNodes,
      rows: [withTarget(select(gas.gasCapacity))],
      columns: [
        { title: "Capacity", expr: select(gas.gasCapacity), unit: "locale" },
        { title: "Maximum", expr: select(gas.gasCapacityMax), unit: "locale" },
        { title: "Refills per second", expr: select(gas.gasMaxPerSecond), unit: "locale" },
        { title: "Target per second", expr: select(gas.gasTargetPerSecond), unit: "locale" },
        { title: "Excess", expr: select(gas.gasExcess), unit: "locale" },
        { title: "K", expr: select(gas.gasExcessConversion), unit: "locale" },
        { title: "Price at block", expr: `1e9 * ${select(gas.gasPrice)}`, unit: "suffix:nAVAX" },
        { title: "Minimum price", expr: `1e9 * ${select(gas.gasPriceMin)}`, unit: "suffix:nAVAX" },
        stateAge(select(chainTime)),
      ],
    }),
    table([15, 6], {
      title: "Validator fee state and constants",
      description: `L1 validator fee state as of the last block, and the configured constants, ${note}`,
      ...ofNodes,
      rows: [withTarget(select(fee.validatorFeeExcess))],
      columns: [
        { title: "Excess", expr: select(fee.validatorFeeExcess), unit: "locale" },
        { title: "K", expr: select(fee.validatorFeeExcessConversion), unit: "locale" },
        { title: "Price at block", expr: `1e9 * ${select(fee.validatorFeePrice)}`, unit: "suffix:nAVAX/s" },
        { title: "Minimum price", expr: `1e9 * ${select(fee.validatorFeePriceMin)}`, unit: "suffix:nAVAX/s" },
        stateAge(select(fee.validatorFeeStateTime)),
      ],
    }),
    graph([9, 6], {
      title: "Deviation of prices from their formula",
      description:
        "Deviation of the reported price from the one computed from the node's own constants (min price × e^(excess / K)), for gas and L1 validators. Normal: 0. More means that the protocol has changed and forecasts are wrong: upgrade the exporter.",
      unit: "percentunit",
      none,
      min: 0,
      softMax: 2 * thresholds.priceDrift,
      lines: true,
      levels: thresholdSteps("good", [thresholds.priceDrift, "warning"]),
      queries: [
        { expr: deviation(selectShared(gas.gasPrice), expectedGasPrice(selectShared)), legend: `${legend} gas` },
        {
          expr: deviation(selectShared(fee.validatorFeePrice), expectedValidatorFee(selectShared)),
          legend: `${legend} L1 validators`,
        },
      ],
    }),
    table([24, 6], {
      title: "Gas weights",
      description:
        "Gas per unit of each dimension of a transaction. The gas of a transaction is the sum over its dimensions; its fee is the gas times the price.",
      none,
      keys: ["network", "dimension"],
      facts: { dimension: { title: "Dimension" }, ...shared.networkFact },
      rows: [perItem("max", gas.gasWeight, ["dimension"])],
      columns: [{ title: "Gas", expr: perItem("max", gas.gasWeight, ["dimension"]), unit: "locale" }],
    }),
  ],
};
