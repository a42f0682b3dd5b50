import { sample } from "../exposition/sample.ts";
import * as m from "../metrics/pchain-fees.ts";
import { collector, type RunClient } from "./collector.ts";
import { notActivated } from "./shared/activation.ts";

const methods = ["platform.getFeeState", "platform.getFeeConfig"] as const;

async function readFeeState({ call }: RunClient<(typeof methods)[number]>) {
  const state = await call("platform.getFeeState", {});
  // all zeros: a chain without blocks, or a network before Etna, which has no gas fees
  if (state.capacity === 0n && state.excess === 0n) {
    const { maxCapacity } = await call("platform.getFeeConfig", {});
    if (maxCapacity === 0n) throw notActivated("platform.getFeeState");
  }
  return state;
}

export const pFee = collector({
  name: "p-fee",
  summary: "P-Chain gas price and fee state (ACP-103).",
  interval: "15s",
  required: true,
  reads: methods,
  metrics: [m.gasCapacity, m.gasExcess, m.gasPrice, m.feeStateTime],
  read: (node) => ({ state: readFeeState(node) }),
  map: {
    state: ({ capacity, excess, price, timestamp }) => [
      sample(m.gasCapacity, capacity),
      sample(m.gasExcess, excess),
      sample(m.gasPrice, price),
      sample(m.feeStateTime, timestamp),
    ],
  },
});
