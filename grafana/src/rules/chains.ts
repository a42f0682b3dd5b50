/** Alerts about chains: whether they advance, and whether nodes are connected to enough stake. */
import * as chains from "../../../src/metrics/chains.ts";
import { chainTime, height } from "../../../src/metrics/pchain.ts";
import { acceptanceQuorum, percent, quorumNote } from "../amounts.ts";
import { connectedShare } from "../formulas.ts";
import { toNetwork, toTarget } from "../links.ts";
import { notMatches } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import {
  block,
  inNetwork,
  longNodeName,
  longNodeOrAll,
  nodeName,
  nodeOrAll,
  ofBusyNode,
  ofNode,
  oncePerNetwork,
  overObservers,
  select,
  target,
} from "./expressions.ts";
import { nodeOfTarget } from "./recording.ts";
import { type AlertGroup, alert } from "./rule.ts";

const timeLag = alert({
  name: "AvaxPChainTimeLag",
  tiers: {
    critical: {
      for: "5m",
      parameters: { seconds: thresholds.chainTimeCritical, idleNetworks: thresholds.idleNetworks },
    },
    warning: { for: "5m", parameters: { seconds: thresholds.chainTimeWarning, idleNetworks: thresholds.idleNetworks } },
  },
  keepFiringFor: "5m",
  expr: ({ seconds, idleNetworks }) =>
    oncePerNetwork("min", ofBusyNode(`time() - ${select(chainTime)}`, idleNetworks), `> ${seconds}`),
  summary: `P-Chain of ${nodeOrAll} is {{ $value | humanizeDuration }} behind`,
  description: `The last P-Chain block of ${longNodeOrAll} is {{ $value | humanizeDuration }} old. The P-Chain has stalled there or is far behind, or the clock of the node or of Prometheus is wrong. A validator that does not follow the P-Chain is soon seen as offline.`,
  dashboard: toTarget("sync"),
});

/** Heights with their network. Networks named "local" are unrelated to each other, and so are nodes that report none. */
const heights = `${select(height)} * on (${target}) group_left (node_id, network) ${select(nodeOfTarget, { network: notMatches("|local") })}`;
const behind = alert({
  name: "AvaxNodeBehindPeers",
  tiers: { warning: { for: "10m", parameters: { blocks: thresholds.blocksBehind } } },
  keepFiringFor: "15m",
  expr: ({ blocks }) => `max by (network) (${heights})\n- on (network) group_right ()\n${block(heights)}\n> ${blocks}`,
  summary: `Node ${nodeName} is {{ $value | printf "%.0f" }} P-Chain blocks behind`,
  description: `The node ${longNodeName} is {{ $value | printf "%.0f" }} P-Chain blocks behind the highest node of {{ $labels.network }} that this Prometheus monitors.`,
  dashboard: toTarget("sync"),
});

const connectedLow = alert({
  name: "AvaxStakeConnectedLow",
  tiers: {
    critical: { for: "15m", parameters: { below: thresholds.connectedWeightCritical } },
    warning: { for: "15m", parameters: { below: thresholds.connectedWeightWarning } },
  },
  keepFiringFor: "15m",
  expr: ({ below }) => oncePerNetwork("max", ofNode(`max by (${target}) (${connectedShare(select)})`), `< ${below}`),
  summary: `{{ $value | humanizePercentage }} of the stake is connected to ${nodeOrAll}`,
  description: `Validators with {{ $value | humanizePercentage }} of the stake are connected to ${longNodeOrAll}. Below ${percent(thresholds.connectedWeightCritical)} a node reports unhealthy, and below ${percent(acceptanceQuorum)} it cannot finish polls and stops accepting blocks. Its own connectivity is broken, or the network's.`,
  dashboard: toTarget("sync"),
});

const chain = ["chain"] as const;
const noHeight = (window: string) => `changes(${select(chains.chainHeight, { chain: "C" })}[${window}])`;
/** Conditions that all nodes of a network observe: one node alone has a failing health check. */
const stalled = alert({
  name: "AvaxChainStalled",
  tiers: {
    critical: {
      for: "10m",
      parameters: {
        seconds: thresholds.undecidedBlock,
        below: thresholds.activeWeightCritical,
        window: thresholds.chainStall,
        idleNetworks: thresholds.idleNetworks,
      },
    },
  },
  keepFiringFor: "15m",
  expr: ({ seconds, below, window, idleNetworks }) => {
    const l1s = { chain: notMatches("P|X|C") };
    const causes = [
      `${overObservers("min", chain, select(chains.chainLongestProcessingBlock))} > ${seconds}`,
      `${overObservers("max", chain, select(chains.chainConnectedWeight, l1s))} < ${below}`,
      `max by (chain, network) (\n${ofBusyNode(noHeight(window), idleNetworks).replace(/^/gm, "  ")}\n) == 0`,
    ];
    return `${overObservers("max", chain, select(chains.chainHeight))}
and on (chain, network)
${block(causes.join("\nor on (chain, network)\n"))}`;
  },
  summary: `Chain {{ reReplaceAll "^(.{12}).*$" "$1" $labels.chain }}${inNetwork} hardly advances at height {{ $value | printf "%.0f" }}`,
  description: `On all monitored nodes that run it, the chain {{ $labels.chain }} has an undecided block for minutes, is connected to too little weight of its validators, or accepts no blocks. Its users cannot transact. ${quorumNote}`,
  dashboard: toNetwork("sync"),
});

export const chainAlerts: AlertGroup = { name: "avalanche-chains", alerts: [stalled, timeLag, behind, connectedLow] };
