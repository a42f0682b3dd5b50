/** Alerts about the network and its chains: whether they accept blocks, and whether a node keeps up with the others. */
import { evmHeight, evmTime } from "../collectors/evm.ts";
import { evmUpgradeTime, upgradesDigest } from "../collectors/evm-upgrades.ts";
import { chainConnectedWeight, chainHeight, chainValidatorDisconnected } from "../collectors/kinds/chains.ts";
import { chain } from "../entities/chain/fields.ts";
import { chainNotes, chainStates } from "../entities/chain/state.ts";
import { l1 } from "../entities/l1/fields.ts";
import { network, networkStates } from "../entities/network/network.ts";
import { node } from "../entities/node/fields.ts";
import { primaryNetwork } from "../node-api/ids.ts";
import { type AlertGroup, alert, toL1, toNetwork, toNode } from "./alert.ts";
import { allSee, inNetwork, named, ofState, podLabels, query, type Source, valueAs } from "./expressions.ts";
import { l1Name, longL1Name, longNodeName, nodeName } from "./names.ts";
import { day, thresholds } from "./thresholds.ts";

const networkUnhealthy = alert({
  name: "AvaxNetworkUnhealthy",
  tiers: {
    critical: { for: "2m", parameters: { window: "5m" } },
    warning: { for: "10m", parameters: { window: "10m" } },
  },
  // longer than those of the alerts that it inhibits
  keepFiringFor: "35m",
  sentence: "Each node that can judge sees the network halted (warning: or slow), and two have judged within hours.",
  expr: ({ window }, severity) => {
    const judged = `last_over_time(${network.metric("state").name}[6h])`;
    const present = `last_over_time(${node.metric("state").name}[10m])`; // not removed, and no earlier ID
    return `${allSee(network, "network", severity === "critical" ? "halted" : ["halted", "slow"], window)}
and on (network) count by (network) (
  group by (network, node_id) (${judged} and on (network, node_id) ${present})
) >= 2`;
  },
  summary: (severity) =>
    `The network {{ with $labels.network }}{{ . }} {{ end }}${severity === "critical" ? "accepts no blocks" : "is slow"}: do not restart nodes`,
  description: (severity) => {
    const { fix, meaning } = networkStates[severity === "critical" ? "halted" : "slow"];
    return `${fix} All monitored nodes agree: it is the network, and no node of its own.${valueAs("Connected:", chainConnectedWeight, "humanizePercentage", [], ",chain='P'")} ${meaning}`;
  },
});

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
  sentence: "Each node that can judge sees that the chain does not advance, for most of the window and now.",
  // AvaxL1HaltAhead is about an L1 without enough balances
  expr: ({ window }) => `${allSee(chain, "network, chain, subnet_id", haltedStates, window)}
unless on (network, subnet_id) min_over_time(${l1.metric("halt_seconds").name}[20m]) == 0`,
  summary: `Chain ${chainName}${inNetwork} has halted: check its validators and the nodes that run it`,
  description: `No monitored node that runs the chain {{ $labels.chain }} sees it advance.{{ range ${statesNow} }} ${ofState(chainStates, haltedStates, "fix", ".Labels.state")}{{ end }}{{ with ${missing} }} Not connected:{{ range . }} {{ .Labels.node_id }}{{ end }}.{{ end }} Its users cannot transact.`,
});

const behind = alert({
  name: "AvaxChainBehindPeers",
  tiers: { warning: { for: "15m", parameters: { ago: "5m", networks: thresholds.networks } } },
  keepFiringFor: "10m",
  sentence: "The node has not accepted, or not executed, a height that another monitored node had a while ago.",
  expr: ({ ago, networks }) => {
    const lag = ({ name }: Source) => {
      const earlier = `max by (network, chain) (last_over_time(${name}{network=~"${networks}"}[5m] offset ${ago}))`;
      const own = `max without (${podLabels}, blockchain_id) (last_over_time(${name}[5m]))`;
      return `${earlier}\n- on (network, chain) group_right () ${own} > 0`;
    };
    return `${lag(chainHeight)}\nor ${lag(evmHeight)}`;
  },
  summary: `Chain ${chainName} on ${nodeName} is {{ $value | printf "%.0f" }} blocks behind: check the log and disk of the node`,
  description: `The node ${longNodeName} has not reached a height of the chain {{ $labels.chain }} that another monitored node had a while ago: it lacks {{ $value | printf "%.0f" }} blocks. Clients of this node read old data.`,
  dashboard: toNode,
});

const perChain = "network, chain, subnet_id";
const ofChain = "{chain=%q,network=%q}";
const [digestsOf, timesOf] = [upgradesDigest.name + ofChain, `${evmUpgradeTime.name}${ofChain} > time() - ${day}`];
const perQuery = ["chain", "network"] as const;
const counts = `count by (node_id) (${timesOf})`;
/** The nodes with fewer activations, ahead or of the last day, than another one. */
const lacking = query(
  `group by (node, node_id) (${digestsOf} unless on (node_id) ${counts} == scalar(max(${counts}))) and on () ${timesOf}`,
  ...[...perQuery, ...perQuery, ...perQuery, ...perQuery],
);

const upgradesDiffer = alert({
  name: "AvaxL1UpgradesDiffer",
  tiers: {
    critical: { for: "15m", parameters: { duration: "3d", lag: "1d" } },
    warning: { for: "15m", parameters: {} },
  },
  keepFiringFor: "5m",
  sentence: "The monitored nodes of a chain have different upgrades. Critical: an activation is near, or was lately.",
  expr: ({ duration, lag }, severity) => {
    const lately = ({ name }: Source) => `last_over_time(${name}[5m])`;
    const of = (how: "max" | "min") => `${how} by (${perChain}) (${lately(upgradesDigest)})`;
    const differ = `${of("max")}\n- ${of("min")} > 0`;
    return severity === "critical"
      ? `${differ}\nand on (network, chain) (${lately(evmUpgradeTime)} - time() < ${duration} > -${lag})`
      : differ;
  },
  summary: `Upgrades of chain ${chainName}${inNetwork} differ between its nodes: compare upgrade.json`,
  description: `${chainNotes.upgradesDiffer.fix}{{ with ${lacking} }} Nodes that lack an activation:{{ range . }} {{ or .Labels.node .Labels.node_id }}{{ end }}.{{ end }} The chain is {{ $labels.chain }}. It stops when too much of its weight has other upgrades. Nodes that are not monitored are not compared.`,
  dashboard: toL1,
});

export const chainAlerts: AlertGroup = {
  name: "avalanche-chains",
  dashboard: toNetwork("sync"),
  alerts: [networkUnhealthy, halted, behind, upgradesDiffer],
};

/** Optional alert about chains of L1s. */
export const blocksMissing = alert({
  name: "AvaxL1BlocksMissing",
  tiers: { warning: { for: "5m", parameters: { duration: "1h", chains: "none" } } },
  keepFiringFor: "15m",
  sentence: "The last block of a chain of an L1 that makes blocks at a minimum rate is older than the duration.",
  expr: ({ duration, chains }) => `time() - max by (network, chain, subnet_id) (
  last_over_time(${evmTime.name}{chain=~"${chains}",subnet_id!="${primaryNetwork}"}[10m])
) > ${duration}`,
  summary: `L1 ${l1Name} made its last block {{ $value | humanizeDuration }} ago`,
  description: `The last block of the chain {{ $labels.chain }} of the L1 ${longL1Name} is {{ $value | humanizeDuration }} old on every monitored node. The chain is expected to make blocks at a minimum rate: its users cannot transact.`,
  dashboard: toL1,
});
