import * as m from "../metrics/pchain-fees.ts";
import { collector } from "./collector.ts";

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
  map: { config: (config) => [m.pFeeParameters.item(config)] },
});
