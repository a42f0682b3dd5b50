/** Alerts about chains: whether they accept blocks, and whether a node keeps up with the others. */
import { type AlertGroup, alert, toL1, toNetwork, toNode } from "../../alerting/alert.ts";
import { inNetwork, named, ofState, podLabels, query, shareInStates, stateSeries } from "../../alerting/expressions.ts";
import { durationOf, thresholds } from "../../alerting/thresholds.ts";
import { chainHeight, chainHeightAge, chainValidatorDisconnected } from "../../collectors/chains.ts";
import { evmTime } from "../../collectors/evm.ts";
import { primaryNetwork } from "../../node-api/ids.ts";
import { l1Name, longL1Name, longNodeName, nodeName } from "../alert-names.ts";
import { l1 } from "../l1/fields.ts";
import { networkUnhealthy } from "../network/alerts.ts";
import { node } from "../node/fields.ts";
import { haltedAfter } from "../protocol/networks.ts";
import { chain } from "./fields.ts";
import { chainStates } from "./state.ts";

const chainName = named(chainHeight, "chain");
const haltedStates = ["halted", "isolated", "not_executing"] as const;
const state = chain.metric("state").name;
const statesNow = query(`group by (state) (${state}{chain=%q,network=%q} == 1)`, "chain", "network");
const missing = query(
  `topk(5, group by (node_id) (${chainValidatorDisconnected.name}{chain=%q,network=%q}))`,
  "chain",
  "network",
);

const halted = alert({
  name: "AvaxChainHalted",
  tiers: { critical: { for: "5m", parameters: { window: "10m" } } },
  keepFiringFor: "25m",
  // one node that sees the chain advance refutes it. AvaxL1QuorumRisk is about an L1 without enough balances
  // A node that does not follow its network, or bootstraps the chain, does not vote
  expr: ({ window }) => `min by (network, chain, subnet_id) (
  ${shareInStates(stateSeries(chain, haltedStates), window)}
  unless on (network, subnet_id) min_over_time(${l1.metric("halt_seconds").name}[20m]) == 0
  unless on (network, node_id, chain) last_over_time(${stateSeries(chain, "bootstrapping")}[5m]) == 1
  unless on (network, node_id) last_over_time(${stateSeries(node, ["behind", "isolated", "bootstrapping"])}[5m]) == 1
) > ${thresholds.majorityOfWindow}`,
  summary: `Chain ${chainName}${inNetwork} has halted: check its validators and the nodes that run it`,
  description: `No monitored node that runs the chain {{ $labels.chain }} sees it advance.{{ range ${statesNow} }} ${ofState(chainStates, haltedStates, "fix", ".Labels.state")}{{ end }}{{ with ${missing} }} Not connected:{{ range . }} {{ .Labels.node_id }}{{ end }}.{{ end }} Its users cannot transact.`,
  dashboard: toNetwork("sync"),
});

const behind = alert({
  name: "AvaxChainBehindPeers",
  tiers: {
    warning: {
      for: "15m",
      parameters: { duration: durationOf(haltedAfter), lag: "3m", networks: thresholds.networks },
    },
  },
  keepFiringFor: "10m",
  // the second part: EVM chains, by the time of the last executed block. Runs and scrapes can each be a minute apart. An idle chain has no lag: the newest block is the same on all nodes
  expr: ({ duration, lag, networks }) => {
    const [age, time] = [chainHeightAge.name, evmTime.name];
    return `max without (${podLabels}) (last_over_time(${age}{network=~"${networks}"}[5m])) > ${duration}
and on (network, chain) min by (network, chain) (last_over_time(${age}[5m])) < ${duration} / 5
or max by (network, chain) (last_over_time(${time}{network=~"${networks}"}[5m]))
- on (network, chain) group_right () max without (${podLabels}) (last_over_time(${time}[5m])) > ${lag}`;
  },
  summary: `Chain ${chainName} on ${nodeName} is {{ $value | humanizeDuration }} behind: check the log and disk of the node`,
  description: `The last block of the chain {{ $labels.chain }} on ${longNodeName} is {{ $value | humanizeDuration }} old, or older than on the newest monitored node. Clients of this node read old data.`,
  dashboard: toNode,
});

export const chainAlerts: AlertGroup = { name: "avalanche-chains", alerts: [networkUnhealthy, halted, behind] };

/** Optional alert about chains of L1s. */
export const blocksMissing = alert({
  name: "AvaxL1BlocksMissing",
  tiers: { warning: { for: "5m", parameters: { duration: "1h", chains: "none" } } },
  keepFiringFor: "15m",
  // name the chains of L1s that make blocks at a minimum rate: another one can be idle
  expr: ({ duration, chains }) => `time() - max by (network, chain, subnet_id) (
  last_over_time(${evmTime.name}{chain=~"${chains}",subnet_id!="${primaryNetwork}"}[10m])
) > ${duration}`,
  summary: `L1 ${l1Name} made its last block {{ $value | humanizeDuration }} ago`,
  description: `The last block of the chain {{ $labels.chain }} of the L1 ${longL1Name} is {{ $value | humanizeDuration }} old on every monitored node. The chain is expected to make blocks at a minimum rate: its users cannot transact.`,
  dashboard: toL1,
});
