import { withLabels } from "../exposition/metric.ts";

export const addressBalance = withLabels("address", "alias", "chain", "state").avax("avax_address_balance_avax", {
  help: "Balance of a watched address in AVAX. state is unlocked, locked_stakeable or locked_not_stakeable (X-Chain: only unlocked).",
  from: "platform.getBalance unlocked, lockedStakeable, lockedNotStakeable, avm.getBalance balance",
});
