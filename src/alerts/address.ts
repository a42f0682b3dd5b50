/** Alerts about the balances of watched addresses: one per address, however many nodes report it. */
import { addressBalance } from "../collectors/addresses.ts";
import { evmAddressBalance } from "../collectors/evm.ts";
import { type AlertGroup, alert, toNetwork } from "./alert.ts";
import { inNetwork, named } from "./expressions.ts";
import { thresholds } from "./thresholds.ts";

const balanceLow = alert({
  name: "AvaxAddressBalanceLow",
  tiers: { warning: { for: "15m", parameters: { avax: thresholds.addressBalance, addresses: ".+" } } },
  keepFiringFor: "15m",
  sentence: "A watched address has less than this amount of AVAX unlocked on the P-Chain.",
  expr: ({ avax, addresses }) => `min by (network, address) (
  last_over_time(${addressBalance.name}{chain="P",state="unlocked",address=~"${addresses}"}[10m])
) < ${avax}`,
  summary: `Address ${named(addressBalance, "address")}${inNetwork} has {{ $value | printf "%.3f" }} AVAX left`,
  description:
    'The watched address {{ $labels.address }} has {{ $value | printf "%.3f" }} AVAX unlocked on the P-Chain. Top-ups of L1 validators that it pays for will soon fail.',
});

const evmBalanceLow = alert({
  name: "AvaxEvmAddressBalanceLow",
  tiers: { warning: { for: "15m", parameters: { balance: thresholds.addressBalance, addresses: ".+" } } },
  keepFiringFor: "15m",
  sentence: "A watched address has less than this amount of native tokens on an EVM chain.",
  expr: ({ balance, addresses }) => `min by (network, chain, subnet_id, address) (
  max_over_time(${evmAddressBalance.name}{address=~"${addresses}"}[10m])
) < ${balance}`,
  summary: `Address ${named(evmAddressBalance, "address")}${inNetwork} has {{ $value | printf "%.3f" }} tokens left`,
  description:
    'The watched address {{ $labels.address }} has {{ $value | printf "%.3f" }} native tokens left on the chain {{ $labels.chain }}. Transactions that it pays for, such as those of a relayer, will soon fail.',
});

export const addressAlerts: AlertGroup = {
  name: "avalanche-addresses",
  dashboard: toNetwork("economics"),
  alerts: [balanceLow, evmBalanceLow],
};
