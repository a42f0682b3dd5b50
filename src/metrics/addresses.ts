import { withLabels } from "../exposition/metric.ts";

export const addressBalance = withLabels("address", "alias", "chain", "state").avax("avax_address_balance_avax", {
  help: "Balance of a watched address in AVAX. state is unlocked, locked_stakeable or locked_not_stakeable (X-Chain: only unlocked). P-Chain: includes outputs that need other signatures too, in full for each address. X-Chain: without shared and time-locked outputs.",
  from: "platform.getBalance unlocked, lockedStakeable, lockedNotStakeable, avm.getBalance balance",
});
