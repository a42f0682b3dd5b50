/** The node that is asked: does it answer, does it follow its chains, what do others think of it. */
import { containerIndex } from "../../../src/collectors/container-index.ts";
import { health } from "../../../src/collectors/health.ts";
import { node } from "../../../src/collectors/node.ts";
import { pHeight } from "../../../src/collectors/p-height.ts";
import { xHeight } from "../../../src/collectors/x-height.ts";
import { indexAvailable, indexLastAccepted } from "../../../src/metrics/container-index.ts";
import { available, identityChanges, nodeReachable, up } from "../../../src/metrics/exporter.ts";
import { nodeHealthCheck, nodeInfo, nodeRewardingStake, nodeUptime } from "../../../src/metrics/node.ts";
import { chainTime, height } from "../../../src/metrics/pchain.ts";
import { xHeight as xChainHeight } from "../../../src/metrics/xchain.ts";
import { percent } from "../amounts.ts";
import { thresholds } from "../thresholds.ts";
import { nodeName, select, target, unlessIdle, whileFresh, whileFreshOrReachable, withLabel } from "./parts.ts";
import { networkHeight, sharedNetwork } from "./recording.ts";
import { type AlertGroup, alert } from "./rule.ts";

const unreachable = alert({
  name: "AvaxNodeUnreachable",
  collectors: [],
  tiers: { critical: { for: "3m", parameters: {} } },
  keepFiringFor: "5m",
  expr: () => `${select(nodeReachable)} == 0`,
  summary: `The node of ${nodeName} does not answer`,
  description: `The exporter at {{ $labels.instance }} gets no HTTP answer from its node{{ with $labels.node }} {{ . }}{{ end }}. All values of the node vanish, and alerts on them with them.`,
  dashboard: "overview",
});

const failing = alert({
  name: "AvaxNodeFailing",
  collectors: [],
  tiers: { critical: { for: "10m", parameters: {} } },
  keepFiringFor: "5m",
  // a node of which one chain hangs answers now and then
  expr: () => `${select(up)} == 0\nand\nmax_over_time(${select(nodeReachable)}[5m]) == 1`,
  summary: `The node of ${nodeName} answers, but not with what every node must tell`,
  description: `Something answers at the node's address of ${nodeName}, but required collectors fail: a proxy without its node, a host name that is not allowed, wrong credentials, or a node in trouble.`,
  dashboard: "exporter",
});

const bootstrapping = alert({
  name: "AvaxNodeBootstrapping",
  collectors: [],
  tiers: { warning: { for: "6h", parameters: {} } },
  expr: () => `${select(available, { collector: pHeight.name })} == 0`,
  summary: `The node of ${nodeName} is not done bootstrapping the P-Chain`,
  description: `The node of ${nodeName} has not served its P-Chain for hours. It tells nothing of the chain, and validates nothing.`,
  dashboard: "sync",
});

const unhealthy = alert({
  name: "AvaxNodeHealthCheckFailing",
  collectors: [health],
  tiers: { warning: { for: "10m", parameters: {} } },
  keepFiringFor: "15m",
  expr: () => whileFresh(`${select(nodeHealthCheck)} == 0`, health),
  summary: `Health check {{ $labels.check }} of ${nodeName} fails`,
  description: `The node's own health check {{ $labels.check }} fails on ${nodeName}. The node says why: health.health.`,
  dashboard: "overview",
});

const swapped = alert({
  name: "AvaxNodeIdentityChanged",
  collectors: [],
  tiers: { warning: { for: "1m", parameters: {} } },
  expr: () => `increase(${select(identityChanges)}[1h]) > 0`,
  summary: `Another node answers at the address of ${nodeName}`,
  description: `The NodeID at the address of ${nodeName} changed {{ $value | printf "%.0f" }} times within an hour: the node has new keys, or the exporter asks several nodes in turn.`,
  dashboard: "overview",
});

const who = "{{ or $labels.node_id $labels.node $labels.instance }}";
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
  summary: `The network has seen ${who} online for {{ $value | humanizePercentage }} only`,
  description: `By the stake of those who watch, the validator ${who} has been online for {{ $value | humanizePercentage }} of its period. Below the required share, ${percent(thresholds.uptimeRequired)} or since Helicon ${percent(thresholds.uptimeRequiredSinceHelicon)}, it earns nothing.`,
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
  summary: `Only {{ $value | humanizePercentage }} of the stake would reward ${who}`,
  description: `Validators with {{ $value | humanizePercentage }} of the stake have seen ${who} online for long enough. Without most of them it earns no reward at the end of its period.`,
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
  summary: `The P-Chain stands still on ${nodeName}`,
  description: `The node of ${nodeName} answers, but has accepted no P-Chain block after {{ $value | printf "%.0f" }}. A validator that does not follow the P-Chain is soon seen as offline.`,
  dashboard: "sync",
});

const late = (limit: number) =>
  ({ for: "5m", parameters: { seconds: limit, idleNetworks: thresholds.idleNetworks } }) as const;
const timeLag = alert({
  name: "AvaxPChainTimeLag",
  collectors: [pHeight],
  tiers: { warning: late(thresholds.chainTimeWarning), critical: late(thresholds.chainTimeCritical) },
  keepFiringFor: "5m",
  expr: ({ seconds, idleNetworks }) =>
    unlessIdle(whileFresh(`time() - ${select(chainTime)} > ${seconds}`, pHeight), idleNetworks),
  summary: `The P-Chain of ${nodeName} is {{ $value | humanizeDuration }} behind the clock`,
  description: `The last P-Chain block on ${nodeName} is {{ $value | humanizeDuration }} old. The node is stuck or far behind, or its clock or Prometheus's is wrong.`,
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
  summary: `${nodeName} is {{ $value | printf "%.0f" }} P-Chain blocks behind the best node`,
  description: `The node of ${nodeName} is {{ $value | printf "%.0f" }} P-Chain blocks behind the highest node of {{ $labels.network }} that this Prometheus knows.`,
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
  summary: `The X-Chain stands still on ${nodeName}`,
  description: `The node of ${nodeName} has accepted no X-Chain block after {{ $value | printf "%.0f" }} for hours. The X-Chain is quiet at times: compare with another node.`,
  dashboard: "sync",
});

/** The index stands while the chain itself moves. */
const standing = (chain: "P" | "X", heights: string, window: string) => {
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
      `${standing("P", select(height), window)}\nor\n${standing("X", select(xChainHeight), window)}`,
      containerIndex,
    ),
  summary: `The {{ $labels.chain }}-Chain's block index stands still on ${nodeName}`,
  description: `The {{ $labels.chain }}-Chain of ${nodeName} goes on, but its container index stays at {{ $value | printf "%.0f" }}: who reads it misses what was accepted since.`,
  dashboard: "sync",
});

const indexOff = alert({
  name: "AvaxIndexDisabledUnexpectedly",
  collectors: [containerIndex],
  tiers: { warning: { for: "10m", parameters: { window: thresholds.indexMemory } } },
  expr: ({ window }) =>
    whileFreshOrReachable(
      `${select(indexAvailable)} == 0\nand\nmax_over_time(${select(indexAvailable)}[${window}]) == 1`,
      containerIndex,
    ),
  summary: `The index {{ $labels.chain }}/{{ $labels.container }} of ${nodeName} is off, and was on`,
  description: `The node of ${nodeName} no longer serves its index {{ $labels.chain }}/{{ $labels.container }}. What is accepted meanwhile will be missing from it for good.`,
  dashboard: "sync",
});

export const nodeAlerts: AlertGroup = {
  name: "avalanche-node",
  alerts: [
    unreachable,
    failing,
    bootstrapping,
    unhealthy,
    swapped,
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
