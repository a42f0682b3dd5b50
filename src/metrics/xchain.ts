import { avax, gauge } from "../exposition/metric.ts";

export const xHeight = gauge("avax_xchain_height", {
  help: "Height of the last accepted X-Chain block.",
  from: "avm.getHeight height",
});
export const xTxFee = avax("avax_xchain_tx_fee_avax", {
  help: "Fee of an X-Chain transaction in AVAX.",
  from: "avm.getTxFee txFee",
});
export const xCreateAssetTxFee = avax("avax_xchain_create_asset_tx_fee_avax", {
  help: "Fee in AVAX of an X-Chain transaction that creates an asset.",
  from: "avm.getTxFee createAssetTxFee",
});
