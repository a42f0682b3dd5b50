/** Alerts about chains: whether they accept blocks, and whether a node keeps up with the others. */

import { inNetwork, longNodeName, named, nodeName, podLabels } from "./expressions.ts";
import { toNetwork, toNode } from "./links.ts";
import { type AlertGroup, alert } from "./rule.ts";
import { thresholds } from "./thresholds.ts";

const chainName = named("avax_chain_last_accepted_height", "chain");

const halted = alert({
  name: "AvaxChainHalted",
  tiers: { critical: { for: "5m", parameters: { window: "10m" } } },
  keepFiringFor: "15m",
  // all nodes that run the chain observe it: one node alone has a problem of its own
  expr: ({ window }) => `min by (network, chain, subnet_id) (
  sum without (state) (avg_over_time(avax_chain_state{state=~"halted|isolated|failing"}[${window}]))
) > 0.5`,
  summary: `Chain ${chainName}${inNetwork} has halted`,
  description:
    "On all monitored nodes that run it, the chain {{ $labels.chain }} accepts or executes no blocks, its health check fails, or too little weight of its validators is connected. Its users cannot transact.",
  dashboard: toNetwork("sync"),
});

const behind = alert({
  name: "AvaxChainBehindPeers",
  tiers: {
    warning: {
      for: "5m",
      parameters: { seconds: thresholds.chainAge, networks: thresholds.networks, window: "10m" },
    },
  },
  keepFiringFor: "15m",
  // the second part: the P- or C-Chain accepts or executes no blocks; on all nodes of a network, AvaxChainHalted inhibits this alert
  expr: ({ seconds, networks, window }) =>
    `max without (${podLabels}) (last_over_time(avax_chain_height_age_seconds{network=~"${networks}"}[5m])) > ${seconds}
and on (network, chain) min by (network, chain) (avax_chain_height_age_seconds) < ${seconds} / 5
or max without (${podLabels}, state) (avg_over_time(avax_chain_state{state="halted"}[${window}])) > ${thresholds.majorityOfWindow}`,
  summary: `Chain ${chainName} has halted on ${nodeName} only`,
  description: `The chain {{ $labels.chain }} accepts or executes no blocks on ${longNodeName}, but on another monitored node it does. Clients of this node read old data.`,
  dashboard: toNode,
});

const upgradeAhead = alert({
  name: "AvaxUpgradeAhead",
  tiers: { info: { for: "30m", parameters: { seconds: thresholds.upgradeInfo } } },
  keepFiringFor: "15m",
  expr: ({ seconds }) => `min by (network, upgrade) (avax_upgrade_timestamp_seconds - time() > 0) < ${seconds}`,
  summary: `Upgrade {{ $labels.upgrade }}${inNetwork} activates in {{ $value | humanizeDuration }}`,
  description:
    "The network upgrade {{ $labels.upgrade }}{{ with $labels.network }} of {{ . }}{{ end }} activates in {{ $value | humanizeDuration }}. Nodes and virtual machines of L1s that are not updated stop following their chains then.",
  dashboard: toNetwork("sync"),
});

export const chainAlerts: AlertGroup = { name: "avalanche-chains", alerts: [halted, behind, upgradeAhead] };
