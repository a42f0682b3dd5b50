import { chainTime, pTime } from "../metrics/pchain.ts";
import * as m from "../metrics/pchain-fees.ts";
import { collector } from "./collector.ts";

export const pFee = collector({
  name: "p-fee",
  summary: "P-Chain time, and its gas price and fee state (ACP-103).",
  interval: "30s",
  required: true,
  reads: ["platform.getFeeState"],
  metrics: [chainTime, m.gasCapacity, m.gasExcess, m.gasPrice],
  read: ({ call }) => ({ state: call("platform.getFeeState", {}) }),
  // the timestamp is the time of the chain
  map: { state: ({ timestamp, ...fees }) => [pTime.item({ timestamp }), m.pFeeState.item(fees)] },
});
