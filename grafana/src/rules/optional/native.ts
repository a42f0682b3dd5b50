/** Optional alerts on the nodes' own metrics, for those who scrape /ext/metrics, too. The target of a node's own metrics has the
 *  label `node` of the exporter's target of that node. */
import { toNode } from "../../links.ts";
import { nativeMetrics } from "../../promql.ts";
import { thresholds } from "../../thresholds.ts";
import {
  block,
  longNodeName,
  longNodeOrAll,
  nodeName,
  nodeOrAll,
  oncePerNetwork,
  select,
  target,
} from "../expressions.ts";
import { nodeOfTarget } from "../recording.ts";
import { type AlertGroup, alert, type Recording } from "../rule.ts";

const { peers, pollsFailed, pollsSuccessful, diskAvailable, bootstrapFinished } = nativeMetrics;

const named = `group by (node, node_id, network) (${select(nodeOfTarget)})`;
/** Node ID and network of each target of nodes' own metrics. Unknown if no exporter's target has its name, or several nodes have it. */
const nodeOfNative: Recording<"job" | "instance" | "node" | "node_id" | "network"> = {
  name: "native:avax_node_info:last",
  labels: ["job", "instance", "node", "node_id", "network"],
  expr: `group by (${target}) (${select(peers)})
* on (node) group_left (node_id, network)
(
  ${named}
  unless on (node) count by (node) (${named}) > 1
)
or on (${target})
group by (${target}) (${select(peers)})`,
};
const ofNode = (expr: string) =>
  `${block(expr)}\n* on (${target}) group_left (node_id, network)\n${select(nodeOfNative)}`;

/** Minimum polls per second: a chain that is almost idle has too few for a share. */
const minPolls = 0.1;
const polls = alert({
  name: "AvaxNodePollsFailing",
  tiers: {
    critical: { for: "15m", parameters: { share: thresholds.pollsCritical, window: thresholds.pollsWindow } },
    warning: { for: "15m", parameters: { share: thresholds.pollsWarning, window: thresholds.pollsWindow } },
  },
  keepFiringFor: "15m",
  expr: ({ share, window }) => {
    const failed = `rate(${select(pollsFailed)}[${window}])`;
    const all = `(${failed} + rate(${select(pollsSuccessful)}[${window}]))`;
    return oncePerNetwork("min", ofNode(`${failed} / (${all} > ${minPolls})`), `> ${share}`, ["chain"]);
  },
  summary: `{{ $value | humanizePercentage }} of the polls of {{ reReplaceAll "^(.{12}).*$" "$1" $labels.chain }} fail on ${nodeOrAll}`,
  description: `Of the polls of ${longNodeOrAll} on the chain {{ $labels.chain }}, {{ $value | humanizePercentage }} get too few responses. The chain decides on blocks more slowly, and may halt. Validators of the chain are offline, or the connection of the node is bad.`,
  dashboard: toNode,
});

const disk = alert({
  name: "AvaxNodeDiskFilling",
  tiers: {
    critical: { for: "30m", parameters: { seconds: thresholds.diskCritical, window: thresholds.diskWindow } },
    warning: { for: "1h", parameters: { seconds: thresholds.diskWarning, window: thresholds.diskWindow } },
  },
  keepFiringFor: "30m",
  // a node reports 2^64 - 1 bytes until it knows its disk
  expr: ({ seconds, window }) => {
    const space = select(diskAvailable);
    return ofNode(`${space} / clamp_min(-deriv(${space}[${window}]), 1) < ${seconds}
and
max_over_time(${space}[${window}]) < 1e18
unless on (${target})
min by (${target}) (${select(bootstrapFinished)}) == 0`);
  },
  summary: `Disk of ${nodeName} is full in {{ $value | humanizeDuration }}`,
  description: `At the rate of the last hours, the disk of the database of ${longNodeName} is full in {{ $value | humanizeDuration }}. AvalancheGo stops before that: below 3 % of free space, or below 512 MiB up to v1.14.0.`,
  dashboard: toNode,
});

const peersLow = alert({
  name: "AvaxNodePeersLow",
  tiers: {
    warning: { for: "15m", parameters: { share: thresholds.peersShare, window: thresholds.peersLookback } },
  },
  keepFiringFor: "15m",
  expr: ({ share, window }) =>
    oncePerNetwork(
      "max",
      ofNode(`${select(peers)} / quantile_over_time(0.5, ${select(peers)}[${window}])`),
      `< ${share}`,
    ),
  summary: `{{ $value | humanizePercentage }} of the usual peers are connected to ${nodeOrAll}`,
  description: `The number of peers of ${longNodeOrAll} has fallen to {{ $value | humanizePercentage }} of its median. Other validators can soon count the node as offline.`,
  dashboard: toNode,
});

export const native: AlertGroup = {
  name: "avalanche-native",
  recordings: [nodeOfNative],
  alerts: [polls, disk, peersLow],
};
