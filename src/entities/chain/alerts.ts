/** Alerts about networks and chains: whether they accept blocks, and whether a node keeps up with the others. */

import { type AlertGroup, alert } from "../../alerting/alert.ts";
import {
  allSee,
  inNetwork,
  longNodeName,
  named,
  nodeName,
  ofState,
  podLabels,
  shareWhileTrue,
  valueAs,
} from "../../alerting/expressions.ts";
import { toNetwork, toNode } from "../../alerting/links.ts";
import { thresholds } from "../../alerting/thresholds.ts";
import { networkStates } from "../network/network.ts";
import { haltedAfter } from "../protocol/networks.ts";
import { chainStates } from "./state.ts";

const network = alert({
  name: "AvaxNetworkUnhealthy",
  tiers: {
    critical: { for: "2m", parameters: { window: "5m" } },
    warning: { for: "10m", parameters: { window: "10m" } },
  },
  // longer than those of the alerts that it inhibits
  keepFiringFor: "35m",
  // several nodes have to see it: one alone has a problem of its own
  expr: (
    { window },
    severity,
  ) => `${allSee("avax_network_state", "network", severity === "critical" ? "halted" : "halted|slow", window)}
and on (network) count by (network) (group by (network, node_id) (last_over_time(avax_network_state[5m]))) >= 2`,
  summary: (severity) =>
    `The network {{ with $labels.network }}{{ . }} {{ end }}${severity === "critical" ? "accepts no blocks" : "is slow"}: do not restart nodes`,
  description: (severity) => {
    const { fix, meaning } = networkStates[severity === "critical" ? "halted" : "slow"];
    return `${fix} All monitored nodes agree: it is the network, and no node of its own.${valueAs("Connected:", "avax_chain_connected_weight_ratio", "humanizePercentage", [], ",chain='P'")} ${meaning}`;
  },
  dashboard: toNetwork("sync"),
});

const chainName = named("avax_chain_last_accepted_height", "chain");
const haltedStates = ["halted", "isolated", "not_executing"] as const;
const statesNow = (template: string) =>
  `{{ range query (printf "group by (state) (avax_chain_state{chain=%q,network=%q} == 1)" $labels.chain $labels.network) }} ${template}{{ end }}`;

const halted = alert({
  name: "AvaxChainHalted",
  tiers: { critical: { for: "5m", parameters: { window: "10m" } } },
  keepFiringFor: "25m",
  // one node that sees the chain advance refutes it. AvaxL1QuorumRisk is about an L1 without enough balances
  // A node that does not follow its network, or bootstraps the chain, does not vote
  expr: ({ window }) => {
    const isHalted = `avax_chain_state{state=~"${haltedStates.join("|")}"}`;
    return `min by (network, chain, subnet_id) (
  ${shareWhileTrue(isHalted, window, "sum without (state) ")}
  unless on (network, subnet_id) min_over_time(avax_l1_time_to_halt_seconds[20m]) == 0
  unless on (network, node_id, chain) last_over_time(avax_chain_state{state="bootstrapping"}[5m]) == 1
  unless on (network, node_id) last_over_time(avax_node_state{state=~"behind|isolated|bootstrapping"}[5m]) == 1
) > ${thresholds.majorityOfWindow}`;
  },
  summary: `Chain ${chainName}${inNetwork} has halted: check its validators and the nodes that run it`,
  description: `No monitored node that runs the chain {{ $labels.chain }} sees it advance.${statesNow(ofState(chainStates, haltedStates, "fix", ".Labels.state"))} Its users cannot transact.`,
  dashboard: toNetwork("sync"),
});

const behind = alert({
  name: "AvaxChainBehindPeers",
  tiers: {
    warning: {
      for: "15m",
      parameters: { seconds: haltedAfter, lag: 180, networks: thresholds.networks },
    },
  },
  keepFiringFor: "10m",
  // the second part: EVM chains, by the time of the last executed block. Runs and scrapes can each be a minute apart. An idle chain has no lag: the newest block is the same on all nodes
  expr: ({ seconds, lag, networks }) => {
    const [age, time] = ["avax_chain_height_age_seconds", "avax_evm_timestamp_seconds"];
    return `max without (${podLabels}) (last_over_time(${age}{network=~"${networks}"}[5m])) > ${seconds}
and on (network, chain) min by (network, chain) (last_over_time(${age}[5m])) < ${seconds} / 5
or max by (network, chain) (last_over_time(${time}{network=~"${networks}"}[5m]))
- on (network, chain) group_right () max without (${podLabels}) (last_over_time(${time}[5m])) > ${lag}`;
  },
  summary: `Chain ${chainName} on ${nodeName} is {{ $value | humanizeDuration }} behind: check the log and disk of the node`,
  description: `The last block of the chain {{ $labels.chain }} on ${longNodeName} is {{ $value | humanizeDuration }} old, or older than on the newest monitored node. Clients of this node read old data.`,
  dashboard: toNode,
});

export const chainAlerts: AlertGroup = { name: "avalanche-chains", alerts: [network, halted, behind] };
