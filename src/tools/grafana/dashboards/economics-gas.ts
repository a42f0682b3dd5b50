/** Panels about the gas of the P-Chain. Facts of a network are shown once, however many nodes report them. */
import * as gas from "../../../collectors/fees.ts";
import { graph } from "./panels.ts";
import { perItem } from "./queries.ts";

const legend = "{{network}}";
const none = "Not reported";

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
        "Remaining gas capacity at the last block. It refills in 10 seconds. If it stays near 0, the P-Chain is full.",
      unit: "short",
      none,
      min: 0,
      queries: [{ expr: perItem("min", gas.gasCapacity), legend }],
    }),
  ],
};
