import { withLabels } from "../exposition/metric.ts";

export const addressBalance = withLabels("address", "alias", "chain", "state").avax("avax_address_balance_avax", {
  help: "Balance of a watched address in AVAX. state is unlocked, locked_stakeable or locked_not_stakeable (X-Chain: only unlocked). P-Chain: includes outputs that need other signatures too, in full for each address. X-Chain: without shared and time-locked outputs.",
  from: "platform.getBalance unlocked, lockedStakeable, lockedNotStakeable, avm.getBalance balance",
});
/** Number of exported UTXOs that are counted at most. */
export const maxUnimported = 100;
export const addressUnimportedUtxos = withLabels("address", "alias", "chain", "source_chain").gauge(
  "avax_address_unimported_utxos",
  {
    help: `Number of UTXOs of a watched address that source_chain has exported and chain has not imported yet, of all assets; at most ${maxUnimported}.`,
    from: "platform.getUTXOs numFetched, avm.getUTXOs numFetched",
  },
);
