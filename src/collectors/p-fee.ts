import { chainTime, pTime } from "../metrics/pchain.ts";
import * as m from "../metrics/pchain-fees.ts";
import { collector, type RunClient } from "./collector.ts";
import { notActivated } from "./shared/not-activated.ts";

const methods = ["platform.getFeeState", "platform.getFeeConfig"] as const;

/** Reads the fee state. Its timestamp is the time of the chain, also before Etna, where the network has no gas fees. */
async function readFeeState({ call }: RunClient<(typeof methods)[number]>) {
  const { timestamp, ...fees } = await call("platform.getFeeState", {});
  // all zeros: a chain without blocks, or a network before Etna
  if (fees.capacity > 0n || fees.excess > 0n) return { timestamp, fees };
  const { maxCapacity } = await call("platform.getFeeConfig", {});
  return maxCapacity > 0n ? { timestamp, fees } : { timestamp, error: notActivated("platform.getFeeState") };
}

export const pFee = collector({
  name: "p-fee",
  summary: "P-Chain time, and its gas price and fee state (ACP-103).",
  interval: "30s",
  required: true,
  reads: methods,
  metrics: [chainTime, m.gasCapacity, m.gasExcess, m.gasPrice],
  read: (node) => ({ state: readFeeState(node) }),
  map: {
    state: ({ timestamp, fees, error }) => [pTime.item({ timestamp }), fees ? m.pFeeState.item(fees) : { error }],
  },
});
