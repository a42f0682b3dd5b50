/** Panels about the gas of the P-Chain. Facts of a network are shown once, however many nodes report them. */
import * as gas from "../../../src/metrics/pchain-fees.ts";
import { thresholds } from "../../../src/rules/thresholds.ts";
import { thresholdSteps } from "./palette.ts";
import { graph } from "./panels.ts";
import { perItem, perNetwork, selectShared } from "./queries.ts";

const legend = "{{network}}";
const none = "Not reported";
/** Remaining share of the gas capacity at the last block. */
export const gasCapacityShare = perNetwork(
  "min",
  `${selectShared(gas.gasCapacity)} / ${selectShared(gas.gasCapacityMax)}`,
);

export const gasRow = {
  title: "P-Chain gas",
  panels: [
    graph([12, 7], {
      title: "Gas price",
      description: `Price per unit of gas at the last block, on a logarithmic scale. The minimum is 1 nAVAX. The price doubles in 30 seconds at full load.`,
      unit: "suffix:nAVAX",
      none,
      isLogarithmic: true,
      queries: [{ expr: `1e9 * ${perItem("max", gas.gasPrice)}`, legend }],
    }),
    graph([12, 7], {
      title: "Gas capacity",
      description:
        "Remaining gas capacity as a share of the maximum, at the last block. It refills in 10 seconds. If it stays near 0, the P-Chain is full.",
      unit: "percentunit",
      none,
      min: 0,
      max: 1,
      lines: true,
      levels: thresholdSteps("warning", [thresholds.gasCapacityWarning, "good"]),
      queries: [{ expr: gasCapacityShare, legend }],
    }),
  ],
};
