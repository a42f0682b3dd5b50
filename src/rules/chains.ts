/** Alerts about networks and chains: whether they accept blocks, and whether a node keeps up with the others. */

import { networkStates } from "../facts/states.ts";
import { inNetwork, longNodeName, named, nodeName, podLabels } from "./expressions.ts";
import { toNetwork, toNode } from "./links.ts";
import { type AlertGroup, alert } from "./rule.ts";
import { thresholds } from "./thresholds.ts";

const ofNetwork = (query: string) =>
  `{{ with $labels.network }}{{ with query (printf "${query}" .) }}{{ (first .).Value | humanizePercentage }}{{ else }}an unknown share{{ end }}{{ end }}`;
const connected = ofNetwork("quantile(0.5, avax_chain_connected_weight_ratio{chain='P',network=%q})");

const network = alert({
  name: "AvaxNetworkUnhealthy",
  tiers: {
    critical: { for: "2m", parameters: { state: "halted", window: "5m" } },
    warning: { for: "10m", parameters: { state: "slow", window: "10m" } },
  },
  keepFiringFor: "15m",
  // several nodes have to see it: one alone has a problem of its own
  expr: ({ state, window }) => `avg by (network) (
  avg_over_time(avax_network_state{state="${state}"}[${window}])
) > ${thresholds.majorityOfWindow}
and on (network) count by (network) (group by (network, node_id) (last_over_time(avax_network_state[${window}]))) >= 2`,
  summary: (severity) =>
    `The network {{ with $labels.network }}{{ . }} {{ end }}${severity === "critical" ? "accepts no blocks" : "is slow"}`,
  description: (severity) =>
    `Most monitored nodes agree: it is the network, and no node of its own. They are connected to ${connected} of the stake. ${networkStates[severity === "critical" ? "halted" : "slow"].meaning} Do not restart nodes that run.`,
  dashboard: toNetwork("sync"),
});

const chainName = named("avax_chain_last_accepted_height", "chain");
const chainStatesNow =
  '{{ range query (printf "group by (state) (avax_chain_state{chain=%q} == 1)" $labels.chain) }} {{ .Labels.state }}{{ end }}';

const halted = alert({
  name: "AvaxChainHalted",
  tiers: { critical: { for: "5m", parameters: { window: "10m" } } },
  keepFiringFor: "15m",
  // all nodes that run the chain observe it: one node alone has a problem of its own
  expr: ({ window }) => `min by (network, chain, subnet_id) (
  sum without (state) (avg_over_time(avax_chain_state{state=~"halted|isolated|not_executing"}[${window}]))
) > 0.5`,
  summary: `Chain ${chainName}${inNetwork} has halted`,
  description: `No monitored node that runs the chain {{ $labels.chain }} sees it advance. Its states now:${chainStatesNow}. Its users cannot transact.`,
  dashboard: toNetwork("sync"),
});

const behind = alert({
  name: "AvaxChainBehindPeers",
  tiers: {
    warning: {
      for: "10m",
      parameters: { seconds: thresholds.chainAge, networks: thresholds.networks, window: "10m" },
    },
  },
  keepFiringFor: "15m",
  // the second part: the P- or C-Chain accepts or executes no blocks; on all nodes of a network, AvaxChainHalted inhibits this alert
  expr: ({ seconds, networks, window }) =>
    `max without (${podLabels}) (last_over_time(avax_chain_height_age_seconds{network=~"${networks}"}[5m])) > ${seconds}
and on (network, chain) min by (network, chain) (avax_chain_height_age_seconds) < ${seconds} / 5
or max without (${podLabels}, state) (avg_over_time(avax_chain_state{state=~"halted|not_executing"}[${window}])) > ${thresholds.majorityOfWindow}`,
  summary: `Chain ${chainName} has halted on ${nodeName} only`,
  description: `The chain {{ $labels.chain }} accepts or executes no blocks on ${longNodeName}, but on another monitored node it does. Clients of this node read old data.`,
  dashboard: toNode,
});

const lagging = alert({
  name: "AvaxChainLagging",
  tiers: { warning: { for: "5m", parameters: { seconds: thresholds.chainLag, networks: thresholds.networks } } },
  keepFiringFor: "15m",
  // an idle chain has no lag: the newest block is the same on all nodes
  expr: ({ seconds, networks }) =>
    `max by (network, chain) (last_over_time(avax_evm_timestamp_seconds{network=~"${networks}"}[5m]))
- on (network, chain) group_right () max without (${podLabels}) (last_over_time(avax_evm_timestamp_seconds[5m])) > ${seconds}`,
  summary: `Chain ${chainName} on ${nodeName} is {{ $value | humanizeDuration }} behind`,
  description: `The latest block of the chain {{ $labels.chain }} on ${longNodeName} is {{ $value | humanizeDuration }} older than on the newest monitored node. Clients of this node read old data.`,
  dashboard: toNode,
});

export const chainAlerts: AlertGroup = { name: "avalanche-chains", alerts: [network, halted, behind, lagging] };
