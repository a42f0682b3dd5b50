import * as m from "../metrics/pchain-fees.ts";
import { NodeError } from "../rpc/errors.ts";
import { collector } from "./collector.ts";

/** Returns the error for a response whose values are all zero, because the network has not activated the upgrade. */
export const notActivated = (method: string) =>
  new NodeError(`${method}: all values are zero; the network has not activated this upgrade yet`, {
    code: "not_activated",
  });

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
    config: (config) =>
      config.maxCapacity === 0n ? [{ error: notActivated("platform.getFeeConfig") }] : [m.pFeeParameters.item(config)],
  },
});
