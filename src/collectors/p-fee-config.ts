import * as m from "../metrics/pchain-fees.ts";
import { collector } from "./collector.ts";
import { activated } from "./parts/absence.ts";

const dimensions = ["bandwidth", "db_read", "db_write", "compute"] as const;

export const pFeeConfig = collector({
  name: "p-fee-config",
  summary: "The constants behind the P-Chain's fees.",
  every: "10m",
  reads: ["platform.getFeeConfig"],
  metrics: [
    m.gasCapacityMax,
    m.gasMaxPerSecond,
    m.gasTargetPerSecond,
    m.gasPriceMin,
    m.gasExcessConversion,
    m.gasWeight,
  ],
  read: ({ call }) => ({
    config: activated("platform.getFeeConfig", call("platform.getFeeConfig", {}), (config) => config.maxCapacity),
  }),
  map: {
    config: (config, emit) => {
      emit(m.gasCapacityMax, config.maxCapacity);
      emit(m.gasMaxPerSecond, config.maxPerSecond);
      emit(m.gasTargetPerSecond, config.targetPerSecond);
      emit(m.gasPriceMin, config.minPrice);
      emit(m.gasExcessConversion, config.excessConversionConstant);
      dimensions.forEach((dimension, i) => {
        const weight = config.weights[i];
        if (weight !== undefined) emit(m.gasWeight, weight, { dimension });
      });
    },
  },
});
