/** Optional alerts about network upgrades, for those who update nodes. */
import { nodeUpgradeUnknown, upgradeTime } from "../../../../src/metrics/node.ts";
import { toNetwork, toTarget } from "../../links.ts";
import { thresholds } from "../../thresholds.ts";
import { block, inNetwork, longNodeName, nodeName, ofBusyNode, ofNode, overObservers, select } from "../expressions.ts";
import { type AlertGroup, alert } from "../rule.ts";

const labels = "job, instance, node, node_id, network";
/** Nodes that lack an upgrade of another monitored node of their network, once it is closer than `seconds`. Networks with such a
 *  name, and nodes that report no network, are excluded: they can be unrelated. */
const lacks = (idleNetworks: string, seconds?: string) => {
  const known = ofBusyNode(select(upgradeTime), `|${idleNetworks}`);
  const near = seconds === undefined ? "" : ` < time() + ${seconds}`;
  return `max by (${labels}) ${block(known)}\n< on (network) group_left ()\n(max by (network) ${block(known)}${near})`;
};
const unknown = alert({
  name: "AvaxNodeUpgradeUnknown",
  tiers: {
    critical: {
      for: "30m",
      parameters: { seconds: thresholds.upgradeCritical, idleNetworks: thresholds.idleNetworks },
    },
    warning: { for: "1h", parameters: { idleNetworks: thresholds.idleNetworks } },
  },
  keepFiringFor: "15m",
  expr: ({ seconds, idleNetworks }, severity) =>
    severity === "critical"
      ? lacks(idleNetworks, seconds)
      : `max by (${labels}) ${block(ofNode(`${select(nodeUpgradeUnknown)} == 1`))}\nor\n${lacks(idleNetworks)}`,
  summary: `Node ${nodeName} does not know the next network upgrade`,
  description: `The node ${longNodeName} does not know an upgrade that most of the stake, or another monitored node of its network, knows. From its activation on, the node cannot follow the network, and a validator loses uptime.`,
  dashboard: toTarget("sync"),
});

const ahead = alert({
  name: "AvaxUpgradeAhead",
  tiers: { info: { for: "30m", parameters: { seconds: thresholds.upgradeInfo } } },
  keepFiringFor: "15m",
  expr: ({ seconds }) => `${overObservers("min", ["upgrade"], `(${select(upgradeTime)} - time() > 0)`)} < ${seconds}`,
  summary: `Upgrade {{ $labels.upgrade }}${inNetwork} activates in {{ $value | humanizeDuration }}`,
  description:
    "The network upgrade {{ $labels.upgrade }}{{ with $labels.network }} of {{ . }}{{ end }} activates in {{ $value | humanizeDuration }}. Nodes and virtual machines of L1s that are not updated stop following their chains then.",
  dashboard: toNetwork("sync"),
});

export const upgrades: AlertGroup = { name: "avalanche-upgrades", alerts: [unknown, ahead] };
