import { sample } from "../exposition/sample.ts";
import * as m from "../metrics/pchain-fees.ts";
import { collector } from "./collector.ts";
import { notActivated } from "./shared/activation.ts";

const dimensions = ["bandwidth", "db_read", "db_write", "compute"] as const;

export const pFeeConfig = collector({
  name: "p-fee-config",
  summary: "Parameters of the P-Chain gas fee.",
  interval: "10m",
  reads: ["platform.getFeeConfig"],
  metrics: [
    m.gasCapacityMax,
    m.gasMaxPerSecond,
    m.gasTargetPerSecond,
    m.gasPriceMin,
    m.gasExcessConversion,
    m.gasWeight,
  ],
  read: ({ call }) => ({ config: call("platform.getFeeConfig", {}) }),
  map: {
    config(config) {
      if (config.maxCapacity === 0n) return [{ error: notActivated("platform.getFeeConfig") }];
      return [
        sample(m.gasCapacityMax, config.maxCapacity),
        sample(m.gasMaxPerSecond, config.maxPerSecond),
        sample(m.gasTargetPerSecond, config.targetPerSecond),
        sample(m.gasPriceMin, config.minPrice),
        sample(m.gasExcessConversion, config.excessConversionConstant),
        ...dimensions.map((dimension, i) => sample(m.gasWeight, config.weights[i], { dimension })),
      ];
    },
  },
});
