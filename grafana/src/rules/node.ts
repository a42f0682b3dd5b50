/** Alerts for the monitored node: reachability, health, chains, and its uptime as observed by the network. */
import { containerIndex } from "../../../src/collectors/container-index.ts";
import { health } from "../../../src/collectors/health.ts";
import { node } from "../../../src/collectors/node.ts";
import { pHeight } from "../../../src/collectors/p-height.ts";
import { xHeight } from "../../../src/collectors/x-height.ts";
import { indexAvailable, indexLastAccepted } from "../../../src/metrics/container-index.ts";
import { identityChanges, nodeReachable, unavailable, up } from "../../../src/metrics/exporter.ts";
import { nodeHealthCheck, nodeInfo, nodeRewardingStake, nodeUptime } from "../../../src/metrics/node.ts";
import { chainTime, height } from "../../../src/metrics/pchain.ts";
import { xHeight as xChainHeight } from "../../../src/metrics/xchain.ts";
import { percent } from "../amounts.ts";
import { thresholds } from "../thresholds.ts";
import { nodeName, select, target, unlessIdle, whileFresh, whileFreshOrReachable, withLabel } from "./expressions.ts";
import { networkHeight, sharedNetwork } from "./recording.ts";
import { type AlertGroup, alert } from "./rule.ts";

const unreachable = alert({
  name: "AvaxNodeUnreachable",
  collectors: [],
  tiers: { critical: { for: "3m", parameters: {} } },
  keepFiringFor: "5m",
  expr: () => `${select(nodeReachable)} == 0`,
  summary: `Node ${nodeName} is unreachable`,
  description: `The exporter at {{ $labels.instance }} gets no HTTP response from its node{{ with $labels.node }} {{ . }}{{ end }}. All metrics of the node are dropped, and alerts based on them cannot fire.`,
  dashboard: "overview",
});

const failing = alert({
  name: "AvaxNodeFailing",
  collectors: [],
  tiers: { critical: { for: "10m", parameters: {} } },
  keepFiringFor: "5m",
  // a node with one hanging chain responds intermittently
  expr: () => `${select(up)} == 0\nand\nmax_over_time(${select(nodeReachable)}[5m]) == 1`,
  summary: `Node ${nodeName} responds, but required collectors fail`,
  description: `The address of the node ${nodeName} responds, but required collectors fail. Possible causes: a proxy whose node is down, a host name that is not allowed, wrong credentials, or a failing node.`,
  dashboard: "exporter",
});

const bootstrapping = alert({
  name: "AvaxNodeBootstrapping",
  collectors: [],
  tiers: { warning: { for: "6h", parameters: {} } },
  expr: () => `${select(unavailable, { collector: pHeight.name })} == 1`,
  summary: `Node ${nodeName} has been bootstrapping the P-Chain for hours`,
  description: `The node ${nodeName} has not served its P-Chain for hours. The exporter has no P-Chain data from it, and it cannot validate.`,
  dashboard: "sync",
});

const unhealthy = alert({
  name: "AvaxNodeHealthCheckFailing",
  collectors: [health],
  tiers: { warning: { for: "10m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => whileFresh(`${select(nodeHealthCheck)} == 0`, health),
  summary: `Health check {{ $labels.check }} of ${nodeName} fails`,
  description: `The node's own health check {{ $labels.check }} fails on ${nodeName}. The method health.health returns the reason.`,
  dashboard: "overview",
});

const identityChanged = alert({
  name: "AvaxNodeIdentityChanged",
  collectors: [],
  tiers: { warning: { for: "1m", parameters: {} } },
  expr: () => `increase(${select(identityChanges)}[1h]) > 0`,
  summary: `Node ID behind ${nodeName} has changed`,
  description: `The node ID at the address of ${nodeName} changed {{ $value | printf "%.0f" }} times within an hour. The node was started with different staking keys, or node.url is a load balancer.`,
  dashboard: "overview",
});

const nodeLabel = "{{ or $labels.node_id $labels.node $labels.instance }}";
const withNodeId = (expr: string, or: string) =>
  withLabel(expr, { info: select(nodeInfo), label: "node_id", on: target, or });

const uptime = alert({
  name: "AvaxNodeUptimeLow",
  collectors: [node],
  tiers: {
    warning: { for: "30m", parameters: { below: thresholds.nodeUptimeWarning } },
    critical: { for: "30m", parameters: { below: thresholds.nodeUptimeCritical } },
  },
  keepFiringFor: "15m",
  expr: ({ below }) => whileFresh(withNodeId(`${select(nodeUptime)} < ${below}`, select(nodeUptime)), node),
  summary: `Uptime of ${nodeLabel} as observed by the network is only {{ $value | humanizePercentage }}`,
  description: `Weighted by the stake of its observers, the validator ${nodeLabel} has been online for {{ $value | humanizePercentage }} of its staking period. Below the required ${percent(thresholds.uptimeRequired)} (${percent(thresholds.uptimeRequiredSinceHelicon)} for periods since Helicon) it receives no reward.`,
  dashboard: "validators",
});

const rewarding = alert({
  name: "AvaxNodeRewardingStakeLow",
  collectors: [node],
  tiers: {
    warning: { for: "30m", parameters: { below: thresholds.rewardingStakeWarning } },
    critical: { for: "30m", parameters: { below: thresholds.rewardingStakeCritical } },
  },
  keepFiringFor: "15m",
  expr: ({ below }) =>
    whileFresh(withNodeId(`${select(nodeRewardingStake)} < ${below}`, select(nodeRewardingStake)), node),
  summary: `Only {{ $value | humanizePercentage }} of the stake would vote to reward ${nodeLabel}`,
  description: `Validators with {{ $value | humanizePercentage }} of the stake have observed a sufficient uptime of ${nodeLabel}. Without a majority it receives no reward at the end of its period.`,
  dashboard: "validators",
});

const stalled = alert({
  name: "AvaxPChainStalled",
  collectors: [pHeight],
  tiers: {
    critical: {
      for: "10m",
      parameters: { window: thresholds.pChainStall, idleNetworks: thresholds.idleNetworks },
    },
  },
  keepFiringFor: "5m",
  expr: ({ window, idleNetworks }) =>
    unlessIdle(whileFresh(`${select(height)}\nand\nchanges(${select(height)}[${window}]) == 0`, pHeight), idleNetworks),
  summary: `P-Chain has stalled on ${nodeName}`,
  description: `The node ${nodeName} responds, but has accepted no P-Chain block since height {{ $value | printf "%.0f" }}. A validator that does not follow the P-Chain is soon seen as offline.`,
  dashboard: "sync",
});

const lagTier = (limit: number) =>
  ({ for: "5m", parameters: { seconds: limit, idleNetworks: thresholds.idleNetworks } }) as const;
const timeLag = alert({
  name: "AvaxPChainTimeLag",
  collectors: [pHeight],
  tiers: { warning: lagTier(thresholds.chainTimeWarning), critical: lagTier(thresholds.chainTimeCritical) },
  keepFiringFor: "5m",
  expr: ({ seconds, idleNetworks }) =>
    unlessIdle(whileFresh(`time() - ${select(chainTime)} > ${seconds}`, pHeight), idleNetworks),
  summary: `P-Chain of ${nodeName} is {{ $value | humanizeDuration }} behind the wall clock`,
  description: `The last P-Chain block on ${nodeName} is {{ $value | humanizeDuration }} old. The node has stalled or is far behind, or the clock of the node or of Prometheus is wrong.`,
  dashboard: "sync",
});

const behind = alert({
  name: "AvaxNodeBehindPeers",
  collectors: [pHeight],
  tiers: { warning: { for: "10m", parameters: { blocks: thresholds.blocksBehind } } },
  keepFiringFor: "15m",
  expr: ({ blocks }) =>
    whileFresh(
      `${select(networkHeight)}
- on (network) group_right ()
(${select(height)} * on (${target}) group_left (network) ${select(nodeInfo, sharedNetwork)})
> ${blocks}`,
      pHeight,
    ),
  summary: `${nodeName} is {{ $value | printf "%.0f" }} P-Chain blocks behind the highest known node`,
  description: `The node ${nodeName} is {{ $value | printf "%.0f" }} P-Chain blocks behind the highest node of {{ $labels.network }} that this Prometheus monitors.`,
  dashboard: "sync",
});

const xStalled = alert({
  name: "AvaxXChainStalled",
  collectors: [xHeight],
  tiers: {
    info: { for: "30m", parameters: { window: thresholds.xChainStall, idleNetworks: thresholds.idleNetworks } },
  },
  expr: ({ window, idleNetworks }) =>
    unlessIdle(
      whileFresh(
        `${select(xChainHeight)}
and
changes(${select(xChainHeight)}[${window}]) == 0
and
${select(xChainHeight)} offset ${window}`,
        xHeight,
      ),
      idleNetworks,
    ),
  summary: `X-Chain has stalled on ${nodeName}`,
  description: `The node ${nodeName} has accepted no X-Chain block since height {{ $value | printf "%.0f" }} for hours. The X-Chain is quiet at times: compare with another node.`,
  dashboard: "sync",
});

/** Matches an index that does not advance although its chain does. */
const stalledIndex = (chain: "P" | "X", heights: string, window: string) => {
  const index = select(indexLastAccepted, { chain, container: "block" });
  return `${index}
and
changes(${index}[${window}]) == 0
and on (${target})
changes(${heights}[${window}]) > 0`;
};
const indexStalled = alert({
  name: "AvaxIndexStalled",
  collectors: [containerIndex],
  tiers: { warning: { for: "10m", parameters: { window: thresholds.indexStall } } },
  keepFiringFor: "15m",
  expr: ({ window }) =>
    whileFreshOrReachable(
      `${stalledIndex("P", select(height), window)}\nor\n${stalledIndex("X", select(xChainHeight), window)}`,
      containerIndex,
    ),
  summary: `Block index of the {{ $labels.chain }}-Chain has stalled on ${nodeName}`,
  description: `The {{ $labels.chain }}-Chain of ${nodeName} advances, but its container index is stuck at {{ $value | printf "%.0f" }}. Clients of the index do not see newer containers.`,
  dashboard: "sync",
});

const indexOff = alert({
  name: "AvaxIndexDisabledUnexpectedly",
  collectors: [containerIndex],
  tiers: { warning: { for: "10m", parameters: { window: thresholds.indexLookback } } },
  expr: ({ window }) =>
    whileFreshOrReachable(
      `${select(indexAvailable)} == 0\nand\nmax_over_time(${select(indexAvailable)}[${window}]) == 1`,
      containerIndex,
    ),
  summary: `Index {{ $labels.chain }}/{{ $labels.container }} of ${nodeName} has been disabled`,
  description: `The node ${nodeName} no longer serves its index {{ $labels.chain }}/{{ $labels.container }}. Everything accepted in the meantime is permanently missing from it.`,
  dashboard: "sync",
});

export const nodeAlerts: AlertGroup = {
  name: "avalanche-node",
  alerts: [
    unreachable,
    failing,
    bootstrapping,
    unhealthy,
    identityChanged,
    uptime,
    rewarding,
    stalled,
    timeLag,
    behind,
    xStalled,
    indexStalled,
    indexOff,
  ],
};
