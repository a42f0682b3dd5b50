/** Alerts about the monitored nodes: whether they run, and whether the network rewards them. */
import { nodeReachable } from "../../../src/metrics/exporter.ts";
import { nodeBootstrapped, nodeHealthCheck, nodeRewardingStake } from "../../../src/metrics/node.ts";
import { toTarget, toValidator } from "../links.ts";
import { matches, notMatches } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { block, inNetwork, longNodeName, nodeName, ofNode, select, short, target } from "./expressions.ts";
import { budgetLeft, nodeEnd, nodeOfTarget, nodeSeen, nodeValidated } from "./recording.ts";
import { type AlertGroup, alert } from "./rule.ts";

const perNode = "node_id, network";
/** Restricts an expression to nodes that validated within a day, as far as is known. */
const ofValidator = (expr: string) => `${expr}\nand on (${perNode})\n${select(nodeValidated)} > 0`;

const isGone = `${select(nodeSeen)}\nunless on (${perNode})\n${select(nodeOfTarget)}`;
/** Nodes whose staking period has ended, or was about to end when they were last seen. */
const hasEnded = `(${select(nodeEnd)} <= time() or ${select(nodeEnd)} <= ${select(nodeSeen)} + ${thresholds.endCritical})`;
const gone = alert({
  name: "AvaxNodeGone",
  tiers: {
    critical: { for: "15m", parameters: {} },
    warning: { for: "15m", parameters: {} },
  },
  keepFiringFor: "15m",
  // others are soon forgotten: their IDs can be as short-lived as their Pods
  expr: (_, severity) =>
    severity === "critical"
      ? `${ofValidator(block(isGone))}\nunless on (${perNode})\n${hasEnded}`
      : `${block(isGone)} > time() - 6 * 3600`,
  summary: `Node {{ ${short("node_id")} }}${inNetwork} is gone`,
  description:
    "No exporter monitors the node {{ $labels.node_id }} any more. It was last seen at {{ $value | humanizeTimestamp }}. Its target was removed, or the node was started with other staking keys.",
  dashboard: { file: "overview", variables: { network: "network" } },
});

const unreachable = alert({
  name: "AvaxNodeUnreachable",
  tiers: { critical: { for: "10m", parameters: {} } },
  keepFiringFor: "5m",
  expr: () => ofNode(`${select(nodeReachable)} == 0`),
  summary: `Node ${nodeName} is unreachable`,
  description: `The exporter at {{ $labels.instance }} gets no HTTP response from its node, ${longNodeName}. A validator that is down loses its reward, and all metrics of the node are dropped.`,
  dashboard: toTarget("overview"),
});

const flapping = alert({
  name: "AvaxNodeFlapping",
  tiers: {
    critical: {
      for: "10m",
      parameters: { changes: thresholds.flappingChanges, below: thresholds.flappingReachable },
    },
  },
  keepFiringFor: "30m",
  expr: ({ changes, below }) =>
    ofNode(`changes(${select(nodeReachable)}[1h]) >= ${changes}
and
avg_over_time(${select(nodeReachable)}[1h]) < ${below}`),
  summary: `Node ${nodeName} goes up and down: {{ $value }} changes in an hour`,
  description: `The node ${longNodeName} became reachable or unreachable {{ $value }} times within an hour. It crashes and restarts, or hangs. Each restart costs a validator uptime.`,
  dashboard: toTarget("overview"),
});

const isBootstrapping = `max by (${target}) (max_over_time(${select(nodeBootstrapped, { chain: "P" })}[15m])) == 0`;
const bootstrapping = alert({
  name: "AvaxNodeBootstrapping",
  tiers: { critical: { for: "45m", parameters: {} }, warning: { for: "2h", parameters: {} } },
  keepFiringFor: "15m",
  expr: (_, severity) =>
    severity === "critical" ? ofValidator(block(ofNode(isBootstrapping))) : ofNode(isBootstrapping),
  summary: `Node ${nodeName} is still bootstrapping the P-Chain`,
  description: `The node ${longNodeName} responds, but has been bootstrapping its P-Chain for about an hour or longer. It cannot validate until it has finished.`,
  dashboard: toTarget("sync"),
});

/** Health checks of AvalancheGo that are not chains. */
const general = "network|router|database|diskspace|bls|futureupgrade|validation";
/** Checks that fail long before damage that cannot be undone. */
const urgent = "diskspace|bls|futureupgrade";
const failingChecks = (checks: string) => `${select(nodeHealthCheck, { check: matches(checks) })} == 0`;
/** All failing chains of a node as one check, unless the node bootstraps. */
const failingChains = `label_replace(
  max by (${target}) (${select(nodeHealthCheck, { check: notMatches(general) })} == 0),
  "check", "chains", "", ""
)
unless on (${target})
${select(nodeBootstrapped, { chain: "P" })} == 0`;
const unhealthy = alert({
  name: "AvaxNodeHealthCheckFailing",
  tiers: {
    critical: { for: "15m", parameters: {} },
    warning: { for: "30m", parameters: {} },
  },
  keepFiringFor: "15m",
  expr: (_, severity) => {
    const failing = severity === "critical" ? failingChecks(urgent) : `${failingChecks(general)}\nor\n${failingChains}`;
    return ofNode(`max by (${target}, check) (\n${failing.replace(/^/gm, "  ")}\n)`);
  },
  summary: `Health check {{ $labels.check }} of ${nodeName} fails`,
  description: `The node's own health check {{ $labels.check }} fails on ${longNodeName}. The method health.health returns the reason.`,
  dashboard: toTarget("sync"),
});

const rewarding = alert({
  name: "AvaxNodeRewardingStakeLow",
  tiers: {
    critical: { for: "30m", parameters: { below: thresholds.rewardingStakeCritical } },
    warning: { for: "30m", parameters: { below: thresholds.rewardingStakeWarning } },
  },
  keepFiringFor: "15m",
  // early in a period a short outage lowers the uptime of all observers, but costs little of the budget
  expr: ({ below }) =>
    `${ofNode(`${select(nodeRewardingStake)} < ${below}`)}
unless on (${perNode})
${select(budgetLeft)} >= ${thresholds.budgetWarning}`,
  summary: `{{ $value | humanizePercentage }} of the stake would reward ${nodeName}`,
  description: `Validators with {{ $value | humanizePercentage }} of the stake have observed a sufficient uptime of ${longNodeName}. Without a majority it receives no reward at the end of its period.`,
  dashboard: toValidator,
});

export const nodeAlerts: AlertGroup = {
  name: "avalanche-node",
  alerts: [gone, unreachable, flapping, bootstrapping, unhealthy, rewarding],
};
