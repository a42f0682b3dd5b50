/** Panels about the gas of the P-Chain. Facts of a network are shown once, however many nodes report them. */
import * as gas from "../../../src/metrics/pchain-fees.ts";
import { gasCapacityShareNow, gasExcessNow, gasPriceNow } from "../formulas.ts";
import { thresholds } from "../thresholds.ts";
import { perNetwork } from "./networks.ts";
import { thresholdSteps } from "./palette.ts";
import { graph } from "./panels.ts";
import { select } from "./queries.ts";

const legend = "{{network}}";
const none = "Not reported";

export const gasRow = {
  title: "P-Chain gas",
  panels: [
    graph([8, 7], {
      title: "Gas price",
      description: `Price per unit of gas, extrapolated from the state of the last block. The minimum is 1 nAVAX. The price doubles in 30 seconds at full load. Alerts begin at ${thresholds.gasPriceMultiple} times the minimum.`,
      unit: "suffix: nAVAX",
      none,
      min: 0,
      softMax: 2,
      queries: [{ expr: perNetwork("max", `1e9 * ${gasPriceNow(select)}`), legend }],
    }),
    graph([8, 7], {
      title: "Gas capacity",
      description:
        "Remaining gas capacity as a share of the maximum, extrapolated from the state of the last block. It refills in 10 seconds. If it stays near 0, the P-Chain is full.",
      unit: "percentunit",
      none,
      min: 0,
      max: 1,
      lines: true,
      levels: thresholdSteps("warning", [thresholds.gasCapacityWarning, "good"]),
      queries: [{ expr: perNetwork("min", gasCapacityShareNow(select)), legend }],
    }),
    graph([8, 7], {
      title: "Gas pressure (excess ÷ K)",
      description:
        "Excess gas divided by the price constant K: the natural logarithm of price ÷ minimum price. The price is rounded down to whole nAVAX, so it stays at 1 until this reaches 0.69. This panel reacts earlier.",
      unit: "none",
      none,
      decimals: 3,
      min: 0,
      softMax: 0.7,
      queries: [{ expr: perNetwork("max", `${gasExcessNow(select)} / ${select(gas.gasExcessConversion)}`), legend }],
    }),
  ],
};
