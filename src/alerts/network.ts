/** Alert about the network: whether it accepts blocks. */
import { chainConnectedWeight } from "../collectors/kinds/chains.ts";
import { network, networkStates } from "../entities/network/network.ts";
import { node } from "../entities/node/fields.ts";
import { alert } from "./alert.ts";
import { allSee, valueAs } from "./expressions.ts";

export const networkUnhealthy = alert({
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
