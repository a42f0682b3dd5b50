/** Optional alerts about fees and balances: one per network, however many nodes report it. */

import { type AlertGroup, alert } from "../../alerting/alert.ts";
import { inNetwork, named } from "../../alerting/expressions.ts";
import { toNetwork } from "../../alerting/links.ts";
import { thresholds } from "../../alerting/thresholds.ts";

const reportedBy = "As reported by the monitored nodes{{ with $labels.network }} of {{ . }}{{ end }}";
const dashboard = toNetwork("economics");

const feeSpike = alert({
  name: "AvaxL1FeePriceSpike",
  tiers: {
    warning: {
      for: "30m",
      parameters: { multiple: 4, lookback: "7d" },
    },
  },
  keepFiringFor: "15m",
  expr: ({ multiple, lookback }) => {
    const price = "avax_pchain_validator_fee_price_avax_per_second";
    return `max by (network) (${price} / min_over_time(${price}[${lookback}])) > ${multiple}`;
  },
  summary: `L1 validator fee${inNetwork} is {{ $value | printf "%.1f" }} times its minimum`,
  description: `${reportedBy}, the L1 validator fee is {{ $value | printf "%.1f" }} times its recent minimum. Balances are used up faster.`,
  dashboard,
});

const balanceLow = alert({
  name: "AvaxAddressBalanceLow",
  tiers: { warning: { for: "15m", parameters: { avax: thresholds.addressBalance } } },
  keepFiringFor: "15m",
  expr: ({ avax }) => `min by (network, address) (avax_address_balance_avax{chain="P",state="unlocked"}) < ${avax}`,
  summary: `Address ${named("avax_address_balance_avax", "address")}${inNetwork} has {{ $value | printf "%.3f" }} AVAX left`,
  description:
    'The watched address {{ $labels.address }} has {{ $value | printf "%.3f" }} AVAX unlocked on the P-Chain. Top-ups of L1 validators that it pays for will soon fail.',
  dashboard,
});

const evmBalanceLow = alert({
  name: "AvaxEvmAddressBalanceLow",
  tiers: { warning: { for: "15m", parameters: { balance: thresholds.addressBalance, addresses: ".+" } } },
  keepFiringFor: "15m",
  expr: ({ balance, addresses }) =>
    `min by (network, chain, subnet_id, address) (
  max_over_time(avax_evm_address_balance{address=~"${addresses}"}[10m])
) < ${balance}`,
  summary: `Address ${named("avax_evm_address_balance", "address")}${inNetwork} has {{ $value | printf "%.3f" }} tokens left`,
  description:
    'The watched address {{ $labels.address }} has {{ $value | printf "%.3f" }} native tokens left on the chain {{ $labels.chain }}. Transactions that it pays for, such as those of a relayer, will soon fail.',
  dashboard,
});

export const economics: AlertGroup = {
  name: "avalanche-economics",
  alerts: [feeSpike, balanceLow, evmBalanceLow],
};
