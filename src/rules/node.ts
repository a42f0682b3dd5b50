/** Alerts about the monitored nodes. They are critical for nodes that validate. */
import { type NodeState, nodeStates } from "../facts/states.ts";
import { failingChecks, inNetwork, longNodeName, nodeName, podLabels, short, valueOfNode } from "./expressions.ts";
import { toNode } from "./links.ts";
import { type Alert, type AlertGroup, alert, type Severity } from "./rule.ts";
import { thresholds } from "./thresholds.ts";

/** Restricts the critical tier to nodes that validated when they were last seen. */
const ofValidator = (expr: string, severity: Severity) =>
  severity === "critical" ? `${expr}\nand on (network, node_id) last_over_time(avax_node_validates[1d]) == 1` : expr;

/** Returns an alert about a state in which a node is for most of a window. */
const inState = (
  name: string,
  states: readonly [NodeState, ...NodeState[]],
  tiers: Alert["tiers"],
  { summary, description }: Pick<Alert, "summary" | "description">,
): Alert => {
  // the label remains where it is needed to name the state
  const dropped = states.length > 1 ? podLabels : `${podLabels}, state`;
  const matcher = states.length > 1 ? `state=~"${states.join("|")}"` : `state="${states[0]}"`;
  return alert({
    name,
    tiers,
    keepFiringFor: "15m",
    expr: ({ window = "" }, severity) =>
      ofValidator(
        `avg without (${dropped}) (avg_over_time(avax_node_state{${matcher}}[${window}])) > ${thresholds.majorityOfWindow}`,
        severity,
      ),
    summary,
    description: `${description} A validator in this state loses uptime.`,
    dashboard: toNode,
  });
};

/** The alias of a node whose series have ended: as of a day. */
const goneName = `{{ with query (printf "group by (alias) (last_over_time(avax_validator_present{node_id=%q,alias!=''}[1d]))" $labels.node_id) }}{{ (first .).Labels.alias }}{{ else }}{{ ${short("node_id")} }}{{ end }}`;

const gone = alert({
  name: "AvaxNodeGone",
  tiers: {
    critical: { for: "5m", parameters: { window: "15m", lookback: "1d" } },
    warning: { for: "5m", parameters: { window: "15m", lookback: "6h" } },
  },
  keepFiringFor: "15m",
  // warning: others are soon forgotten, because their IDs can be as short-lived as their Pods. Without the info API a node has no network.
  expr: ({ window, lookback }, severity) =>
    `max without (${podLabels}) (last_over_time(avax_node_validates{node_id!=""}[${lookback}])) ${severity === "critical" ? "== 1" : ">= 0"}
unless on (node_id) last_over_time(avax_node_validates[${window}])`,
  summary: `Node ${goneName}${inNetwork} is gone`,
  description:
    "No exporter reports the node {{ $labels.node_id }} any more. Its exporter is down or was removed, or the node was started with other staking keys.",
  dashboard: { file: "overview", variables: { network: "network" } },
});

const isUnreachable = 'avax_node_state{state="unreachable"';
const unreachable = alert({
  name: "AvaxNodeUnreachable",
  tiers: {
    critical: { for: "5m", parameters: { window: "10m" } },
    warning: { for: "5m", parameters: { window: "10m" } },
  },
  keepFiringFor: "15m",
  // a node that has never responded has no ID: it is known by the address of its exporter
  expr: ({ window }, severity) => {
    const known = `avg without (${podLabels}, state) (avg_over_time(${isUnreachable},node_id!=""}[${window}])) > ${thresholds.majorityOfWindow}`;
    const unknown = `avg without (pod, state) (avg_over_time(${isUnreachable},node_id=""}[${window}])) > ${thresholds.majorityOfWindow}`;
    return severity === "critical" ? ofValidator(known, severity) : `${known}\nor ${unknown}`;
  },
  summary: `Node ${nodeName} is unreachable`,
  description: `The exporter gets no HTTP response from ${longNodeName}. All metrics of the node are dropped. A validator in this state loses uptime.`,
  dashboard: toNode,
});

const bootstrapping = inState(
  "AvaxNodeBootstrapping",
  ["bootstrapping"],
  { critical: { for: "2h", parameters: { window: "10m" } }, warning: { for: "1h", parameters: { window: "10m" } } },
  {
    summary: `Node ${nodeName} is still bootstrapping`,
    description: `The node ${longNodeName} responds, but has been bootstrapping its P-, X- or C-Chain for an hour or longer.`,
  },
);

const outOfSync = inState(
  "AvaxNodeOutOfSync",
  ["isolated", "behind"],
  { critical: { for: "5m", parameters: { window: "10m" } }, warning: { for: "5m", parameters: { window: "10m" } } },
  {
    summary: `Node ${nodeName} is {{ $labels.state }}`,
    description: `The node ${longNodeName} does not follow its network. {{ if eq $labels.state "isolated" }}${nodeStates.isolated.meaning}${valueOfNode("Connected:", "avax_chain_connected_weight_ratio", "humanizePercentage", ",chain='P'")}{{ else }}${nodeStates.behind.meaning}${valueOfNode("Age of the last P-Chain block:", "avax_pchain_block_age_seconds", "humanizeDuration")}{{ end }}`,
  },
);

const flapping = alert({
  name: "AvaxNodeFlapping",
  tiers: {
    critical: { for: "10m", parameters: { changes: thresholds.flappingChanges, window: "1h" } },
    warning: { for: "10m", parameters: { changes: thresholds.flappingChanges, window: "1h" } },
  },
  keepFiringFor: "30m",
  expr: ({ changes, window }, severity) =>
    ofValidator(
      `max without (${podLabels}, state) (changes(avax_node_state{state="unreachable"}[${window}])) >= ${changes}`,
      severity,
    ),
  summary: `Node ${nodeName} goes up and down: {{ $value }} changes in an hour`,
  description: `The node ${longNodeName} became reachable or unreachable {{ $value }} times within an hour. It crashes and restarts, or hangs. Each restart costs a validator uptime.`,
  dashboard: toNode,
});

const unhealthy = alert({
  name: "AvaxNodeHealthCheckFailing",
  tiers: {
    // checks that fail long before damage that cannot be undone
    critical: { for: "5m", parameters: { checks: "bls|database", window: "30m" } },
    // disk and upgrade have alerts of their own
    warning: { for: "5m", parameters: { ignored: "diskspace|futureupgrade", window: "1h" } },
  },
  keepFiringFor: "15m",
  expr: ({ checks, ignored, window }, severity) => {
    const passing = (matcher: string) => `avg_over_time(avax_node_health_check_passing{check${matcher}}[${window}])`;
    return severity === "critical"
      ? ofValidator(`avg without (${podLabels}) (${passing(`=~"${checks}"`)}) < 0.5`, severity)
      : `avg without (${podLabels}, state) (avg_over_time(avax_node_state{state="unhealthy"}[${window}])) > ${thresholds.majorityOfWindow}
and on (network, node_id) ${passing(`!~"${ignored}"`)} < 0.5`;
  },
  summary: `Health check{{ with $labels.check }} {{ . }}{{ end }} of ${nodeName} fails`,
  description: `A health check of the node ${longNodeName} fails:{{ with $labels.check }} {{ . }}{{ else }}${failingChecks}{{ end }}. The method health.health returns the reason.`,
  dashboard: toNode,
});

const upgradeUnknown = alert({
  name: "AvaxNodeUpgradeUnknown",
  tiers: {
    critical: { for: "15m", parameters: { seconds: thresholds.upgradeCritical } },
    warning: { for: "15m", parameters: { networks: thresholds.networks } },
  },
  keepFiringFor: "15m",
  // warning: also nodes that lack an upgrade of another monitored node, because older nodes do not report it
  expr: ({ seconds, networks }, severity) =>
    severity === "critical"
      ? ofValidator(`max_over_time(avax_node_upgrade_unknown_seconds[10m]) < ${seconds}`, severity)
      : `max_over_time(avax_node_upgrade_unknown[10m]) == 1
or max without (upgrade) (avax_upgrade_timestamp_seconds{network=~"${networks}"})
  < on (network) group_left () max by (network) (avax_upgrade_timestamp_seconds)`,
  summary: `Node ${nodeName} does not know the next network upgrade`,
  description: `The node ${longNodeName} does not know an upgrade that most of the stake, or another monitored node of its network, knows. From its activation on, the node cannot follow the network, and a validator loses uptime.`,
  dashboard: toNode,
});

const disk = alert({
  name: "AvaxNodeDiskLow",
  tiers: {
    critical: {
      for: "15m",
      parameters: {
        seconds: thresholds.diskCritical,
        below: thresholds.diskFloorCritical,
        share: thresholds.diskShareCritical,
        window: "6h",
      },
    },
    warning: {
      for: "30m",
      parameters: {
        seconds: thresholds.diskWarning,
        below: thresholds.diskFloorWarning,
        share: thresholds.diskShareWarning,
        window: "6h",
      },
    },
  },
  keepFiringFor: "30m",
  expr: ({ seconds, below, share, window }, severity) => {
    const available = "avax_node_disk_available_bytes";
    const isFilling = `${available} < ${below} and predict_linear(${available}[${window}], ${seconds}) < 0`;
    const isLow = `max_over_time(${available}[10m]) and max_over_time(avax_node_disk_available_ratio[10m]) < ${share}`;
    return ofValidator(`(${isFilling}\nor ${isLow})`, severity);
  },
  summary: `Disk of ${nodeName} has {{ $value | humanize1024 }}B left`,
  description: `The disk of the database of ${longNodeName} has {{ $value | humanize1024 }}B left. It will soon be full at the rate of the last hours, or little of its size is left. AvalancheGo stops before that: below 3 % of free space, or below 512 MiB up to v1.14.0.`,
  dashboard: toNode,
});

const peers = alert({
  name: "AvaxNodePeersLow",
  tiers: { warning: { for: "10m", parameters: { share: thresholds.peersShare, lookback: "1d", window: "15m" } } },
  keepFiringFor: "15m",
  expr: ({ share, lookback, window }) =>
    `max_over_time(avax_node_peers[${window}]) < ${share} * quantile_over_time(0.5, avax_node_peers[${lookback}])`,
  summary: `Node ${nodeName} has only {{ $value }} peers`,
  description: `The node ${longNodeName} has {{ $value }} peers, far fewer than its median. Other validators can soon count the node as offline.`,
  dashboard: toNode,
});

export const nodeAlerts: AlertGroup = {
  name: "avalanche-node",
  alerts: [gone, unreachable, flapping, bootstrapping, outOfSync, unhealthy, upgradeUnknown, disk, peers],
};
