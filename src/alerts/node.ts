/** Alerts about the monitored nodes. They are critical for nodes that validate. */
import * as health from "../collectors/health.ts";
import { chainConnectedWeight } from "../collectors/kinds/chains.ts";
import { upgradeTime } from "../collectors/node.ts";
import { higherVersionStake, validatorPeerInfo } from "../collectors/peers.ts";
import { node } from "../entities/node/fields.ts";
import { nodeStates } from "../entities/node/state.ts";
import { validator } from "../entities/validator/fields.ts";
import { type AlertGroup, alert, type Severity, toNetwork, toNode } from "./alert.ts";
import { inNetwork, ofState, perJob, podLabels, shareWhileTrue, stateSeries, valueAs } from "./expressions.ts";
import { failingChecks, longNodeName, nodeById, nodeName } from "./names.ts";
import { thresholds } from "./thresholds.ts";

const state = node.metric("state").name;
const validates = node.metric("validates").name;

/** Restricts the critical tier to nodes that validate. The exporter keeps the value while the node does not respond. */
const ofValidator = (expr: string, severity: Severity) =>
  severity === "critical" ? `${expr}\nand on (network, node_id) last_over_time(${validates}[10m]) == 1` : expr;
/** Returns the condition that a node validated when that was last known: a new process does not know it until the P-Chain responds. The newest
 *  value counts, not that of an exporter that was replaced. */
const hasValidated = (labels: string, lookback: string) =>
  `last_over_time(max by (${labels}) (${validates}{node_id!="",network!=""})[${lookback}:15m]) == 1`;

/** Names of networks: a series with another value of this label, or none, is of a node whose network is unknown. */
const networkNames = "mainnet|fuji|local|simulated|network-.+";
/** Labels of one node, however many exporters monitor it. Private networks of several clusters can have nodes of the same ID. */
const perNode = "cluster, network, node, node_id";
/** Returns the condition that a node is in a state. One of its exporters is enough, because the node itself reports the state: two machines
 *  with the same keys report different ones. Whether a node is unreachable depends on the exporter: the mean of its exporters counts. */
const isIn = (grouping: string, series: string, window: string, aggregation: "max" | "avg" = "max") =>
  `${aggregation} ${grouping} (\n  ${shareWhileTrue(series, window)}\n) > ${thresholds.majorityOfWindow}`;

const gone = alert({
  name: "AvaxNodeGone",
  tiers: {
    critical: { for: "5m", parameters: { window: "15m" } },
    warning: { for: "5m", parameters: { window: "15m", lookback: "6h" } },
  },
  sentence: "No exporter reports a node any more, or sees it validate. Warning: its own reports no other node.",
  // an exporter that reports another ID now has a node that was moved, or that had a temporary ID. Without the info API a node has no network
  expr: ({ window, lookback }, severity) => {
    const labels = `${perJob}, network, node_id`;
    const isKnown = `unless on (network, node_id) (
  last_over_time(${state}[${window}]) or last_over_time(${validator.metric("present").name}[${window}]) == 1
)`;
    if (severity === "critical")
      return `${hasValidated(labels, "2d")} ${isKnown}
unless on (node_id) last_over_time(${state}{network!~"${networkNames}"}[${window}])`;
    return `max by (${labels}) (
  last_over_time(${validates}{node_id!="",network!=""}[${lookback}])
  unless ignoring (node_id, network) last_over_time(${validates}[${window}])
) ${isKnown}`;
  },
  summary: `Node ${nodeById}${inNetwork} is gone: check its machine and its exporter`,
  description:
    "No exporter reports the node {{ $labels.node_id }} any more. Its exporter is down or was removed, or the node was started with other staking keys.",
  dashboard: toNetwork("overview"),
});

const unreachable = alert({
  name: "AvaxNodeUnreachable",
  tiers: {
    // longer than a node needs to bootstrap and to find its peers, while others still see its validator offline
    critical: { for: "5m", keepFiringFor: "40m", parameters: { window: "10m" } },
    warning: { for: "10m", parameters: { window: "10m" } },
  },
  keepFiringFor: "20m",
  sentence: "Most exporters of a node have got no response for most of the window, and get none now.",
  // a node that has never responded has no ID: it is known by the address of its exporter
  expr: ({ window }, severity) => {
    const known = isIn(`by (${perNode})`, stateSeries(node, "unreachable", ',node_id!=""'), window, "avg");
    if (severity === "critical") return ofValidator(known, severity);
    return `${known}\nor ${isIn("without (pod, state)", stateSeries(node, "unreachable", ',node_id=""'), window)}`;
  },
  summary: `Node ${nodeName} is unreachable: check that it runs`,
  description: `${nodeStates.unreachable.fix} The exporter gets no HTTP response from ${longNodeName}. All metrics of the node are dropped. A validator in this state loses uptime.`,
});

const bootstrapping = alert({
  name: "AvaxNodeBootstrapping",
  tiers: {
    critical: { for: "2h", parameters: { window: "10m" } },
    warning: { for: "1h", parameters: { window: "10m" } },
  },
  keepFiringFor: "20m",
  sentence: "A node bootstraps, now and for most of the window. Critical: it validated when that was last known.",
  expr: ({ window }, severity) => {
    const isBootstrapping = isIn(`by (${perNode})`, stateSeries(node, "bootstrapping"), window);
    if (severity === "warning") return isBootstrapping;
    return `${isBootstrapping}\nand on (network, node_id) ${hasValidated("network, node_id", "7d")}`;
  },
  summary: (severity) =>
    `Node ${nodeName} has been bootstrapping for ${severity === "critical" ? "two hours" : "an hour"} or longer: its log shows the progress`,
  description: `${nodeStates.bootstrapping.fix} The node ${longNodeName} responds, but bootstraps its P-, X- or C-Chain. If it never ends, another machine may run with the same keys: stop one of them. A validator in this state loses uptime.`,
});

const outside = ["isolated", "behind"] as const;
const outOfSync = alert({
  name: "AvaxNodeOutOfSync",
  tiers: {
    critical: { for: "5m", parameters: { window: "10m" } },
    warning: { for: "5m", parameters: { window: "10m" } },
  },
  keepFiringFor: "20m",
  sentence: "A node is isolated or behind, now and for most of the window. Critical: it validates.",
  expr: ({ window }, severity) =>
    ofValidator(isIn(`by (${perNode}, state)`, stateSeries(node, outside), window), severity),
  summary: `Node ${nodeName} is {{ $labels.state }}: check its {{ if eq $labels.state "isolated" }}staking port and firewall{{ else }}log, disk and connections{{ end }}`,
  description: `${ofState(nodeStates, outside, "fix")} ${ofState(nodeStates, outside, "meaning")}{{ if eq $labels.state "isolated" }}${valueAs("Connected:", chainConnectedWeight, "humanizePercentage", ["node_id"], ",chain='P'")}{{ else }}${valueAs("Age of the last P-Chain block:", node.metric("pchain_block_age_seconds"), "humanizeDuration", ["node_id"])}{{ end }} The node is ${longNodeName}. A validator in this state loses uptime.`,
});

const flapping = alert({
  name: "AvaxNodeFlapping",
  tiers: {
    critical: { for: "10m", parameters: { changes: 6, window: "1h" } },
    warning: { for: "10m", parameters: { changes: 6, window: "1h" } },
  },
  keepFiringFor: "45m",
  sentence: "A node has become unreachable (warning: or unhealthy) and come back so often within the window.",
  expr: ({ changes, window }, severity) => {
    const states = severity === "critical" ? "unreachable" : (["unreachable", "unhealthy"] as const);
    const number = `max without (${podLabels}, state) (changes(${stateSeries(node, states)}[${window}]))`;
    return ofValidator(`${number} >= ${changes}`, severity);
  },
  summary: (severity) =>
    `Node ${nodeName} ${severity === "critical" ? "goes up and down" : "is down or unhealthy again and again"}, {{ $value }} changes in an hour: read its log`,
  description: `The node ${longNodeName} changed its state {{ $value }} times within an hour. It restarts, hangs, or fails its checks. Each outage costs a validator uptime.`,
});

const unhealthy = alert({
  name: "AvaxNodeHealthCheckFailing",
  tiers: {
    // checks that fail long before damage that cannot be undone
    critical: { for: "5m", parameters: { checks: "bls|database", window: "15m" } },
    // disk and upgrade have alerts of their own
    warning: { for: "5m", parameters: { ignored: "diskspace|futureupgrade", window: "30m" } },
  },
  keepFiringFor: "10m",
  sentence: "Critical: one of these checks fails throughout the window. Warning: a node is unhealthy by another check.",
  expr: ({ checks, ignored, window }, severity) => {
    const failing = (matcher: string) => `max_over_time(${health.nodeHealthCheck.name}{check${matcher}}[${window}])`;
    return severity === "critical"
      ? ofValidator(`max without (${podLabels}) (${failing(`=~"${checks}"`)}) == 0`, severity)
      : `${isIn(`by (${perNode})`, stateSeries(node, "unhealthy"), window)}
and on (network, node_id) ${failing(`!~"${ignored}"`)} == 0`;
  },
  summary: `Health check{{ with $labels.check }} {{ . }}{{ else }}${failingChecks}{{ end }} of ${nodeName} fails: call health.health`,
  description: `${nodeStates.unhealthy.fix} The node is ${longNodeName}.`,
});

const upgradeUnknown = alert({
  name: "AvaxNodeUpgradeUnknown",
  tiers: {
    critical: { for: "15m", parameters: { duration: "3d" } },
    warning: { for: "15m", parameters: { networks: thresholds.networks } },
  },
  keepFiringFor: "15m",
  sentence: "A node lacks an upgrade that the stake or another node knows. Critical: it activates soon.",
  expr: ({ duration, networks }, severity) =>
    severity === "critical"
      ? ofValidator(`max_over_time(${node.metric("upgrade_unknown_seconds").name}[10m]) < ${duration}`, severity)
      : `max_over_time(${health.nodeUpgradeUnknown.name}[10m]) == 1
or max without (upgrade) (last_over_time(${upgradeTime.name}{network=~"${networks}"}[5m]))
  < on (network) group_left () max by (network) (last_over_time(${upgradeTime.name}[5m]))`,
  summary: `Node ${nodeName} does not know the next network upgrade: install the new release`,
  description: `The node ${longNodeName} does not know an upgrade that most of the stake, or another monitored node of its network, knows. From its activation on, the node cannot follow the network, and a validator loses uptime.`,
});

const disk = alert({
  name: "AvaxNodeDiskLow",
  // AvalancheGo reports unhealthy below a share of 0.1, and stops below 0.03
  tiers: {
    critical: { for: "15m", parameters: { duration: "12h", below: 50e9, share: 0.05, window: "6h" } },
    warning: { for: "30m", parameters: { duration: "3d", below: 200e9, share: 0.1, window: "6h" } },
  },
  keepFiringFor: "30m",
  sentence: "The disk is full within the duration at the rate of the window, or less than this share of it is left.",
  expr: ({ duration, below, share, window }, severity) => {
    const available = health.nodeDiskAvailable.name;
    const isFilling = `last_over_time(${available}[5m]) < ${below} and predict_linear(${available}[${window}], ${duration}) <= 0`;
    const isLow = `max_over_time(${available}[10m]) and max_over_time(${health.nodeDiskAvailableRatio.name}[10m]) < ${share}`;
    return ofValidator(`((${isFilling})\nor (${isLow}))`, severity);
  },
  summary: `Disk of ${nodeName} has {{ $value | humanize1024 }}B left: enlarge or clean it`,
  description: `The disk of the database of ${longNodeName} has {{ $value | humanize1024 }}B left. It will soon be full at the rate of the last hours, or little of its size is left. AvalancheGo stops before that: below 3 % of free space, or below 512 MiB up to v1.14.0.`,
});

const peers = alert({
  name: "AvaxNodePeersLow",
  tiers: { warning: { for: "10m", parameters: { share: 0.5, lookback: "1d", window: "15m" } } },
  keepFiringFor: "10m",
  sentence: "Throughout the window a node has had less than this share of its median number of peers.",
  expr: ({ share, lookback, window }) =>
    `max_over_time(${health.nodePeers.name}[${window}]) < ${share} * quantile_over_time(0.5, ${health.nodePeers.name}[${lookback}])`,
  summary: `Node ${nodeName} has only {{ $value }} peers: check its network`,
  description: `The node ${longNodeName} has {{ $value }} peers, far fewer than its median. Other validators can soon count the node as offline.`,
});

const clock = alert({
  name: "AvaxNodeClockSkewed",
  // AvalancheGo refuses blocks from more than 10 seconds ahead (vms/proposervm/block.go, maxSkew)
  tiers: { warning: { for: "15m", parameters: { duration: "10s", window: "15m" } } },
  keepFiringFor: "15m",
  sentence: "By each exporter, the clock of the node is off by more than the duration for most of the window.",
  expr: ({ duration, window }) =>
    `min without (${podLabels}) (abs(quantile_over_time(0.5, ${node.metric("whole_clock_difference").name}[${window}]))) > ${duration}`,
  summary: `Clock of ${nodeName} is off by {{ $value | humanizeDuration }}: check its time synchronization`,
  description: `The clock of ${longNodeName} and that of its exporter differ by {{ $value | humanizeDuration }}. A validator whose clock is wrong proposes blocks that others refuse. If several nodes fire, check the clock of the exporter.`,
});

export const nodeAlerts: AlertGroup = {
  name: "avalanche-node",
  dashboard: toNode,
  alerts: [gone, unreachable, flapping, bootstrapping, outOfSync, unhealthy, upgradeUnknown, disk, peers, clock],
};

/** The share that is known of a monitored node. Of a watched validator it is known that it is most of the stake. */
const versionShare = "{{ if lt $value 1.0 }}{{ $value | humanizePercentage }}{{ else }}Most{{ end }}";
const versionOld = alert({
  name: "AvaxNodeVersionOld",
  tiers: { info: { for: "1d", parameters: { share: 0.5 } } },
  keepFiringFor: "1h",
  sentence:
    "More than this share of the connected stake runs a higher version than the node, or most than a validator.",
  expr: ({ share }) => `max without (${podLabels}) (last_over_time(${higherVersionStake.name}[30m])) > ${share}
or group by (network, node_id) (avg by (network, node_id) (
  last_over_time(${validatorPeerInfo.name}{outdated="true"}[30m]) or last_over_time(${validatorPeerInfo.name}{outdated="false"}[30m]) * 0
) > 0.5)
unless on (network, node_id) last_over_time(${higherVersionStake.name}[30m])`,
  summary: `${versionShare} of the stake runs a higher version than ${nodeName}`,
  description: `${versionShare} of the connected stake has run a higher version than ${nodeName} for a day. Read the notes of the release: some are mandatory from a date on.`,
});

/** Optional alerts about the nodes, for those who maintain them. */
export const nodes: AlertGroup = { name: "avalanche-node-maintenance", dashboard: toNode, alerts: [versionOld] };
