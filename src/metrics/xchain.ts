import type { Result } from "../api/contract.ts";
import { from } from "../api/source.ts";
import { kindOf } from "../exposition/metric.ts";

export const xAccepted = kindOf<Result<"avm.getHeight">>().ofNode();
export const xHeight = xAccepted.gauge("avax_xchain_height", {
  help: "Height of the last accepted X-Chain block.",
  from: from("avm.getHeight", "height"),
  of: ({ height }) => height,
});

export const xFees = kindOf<Result<"avm.getTxFee">>().with();
export const xTxFee = xFees.avax("avax_xchain_tx_fee_avax", {
  help: "Fee of an X-Chain transaction in AVAX.",
  from: from("avm.getTxFee", "txFee"),
  of: ({ txFee }) => txFee,
});
