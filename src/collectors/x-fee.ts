import * as m from "../metrics/xchain.ts";
import { collector } from "./collector.ts";

export const xFee = collector({
  name: "x-fee",
  summary: "Fee of X-Chain transactions.",
  interval: "10m",
  reads: ["avm.getTxFee"],
  metrics: [m.xTxFee],
  read: ({ call }) => ({ fee: call("avm.getTxFee", {}, "X") }),
  map: { fee: (fee) => [m.xFees.item(fee)] },
});
