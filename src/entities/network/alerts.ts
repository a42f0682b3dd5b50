/** Alert about the network: whether it accepts blocks. */
import { alert, toNetwork } from "../../alerting/alert.ts";
import { allSee, valueAs } from "../../alerting/expressions.ts";
import { chainConnectedWeight } from "../../collectors/chains.ts";
import { network, networkStates } from "./network.ts";

export const networkUnhealthy = alert({
  name: "AvaxNetworkUnhealthy",
  tiers: {
    critical: { for: "2m", parameters: { window: "5m" } },
    warning: { for: "10m", parameters: { window: "10m" } },
  },
  // longer than those of the alerts that it inhibits
  keepFiringFor: "35m",
  // several nodes have to see it: one alone has a problem of its own
  expr: ({ window }, severity) => {
    const state = network.metric("state").name;
    return `${allSee(network, "network", severity === "critical" ? "halted" : ["halted", "slow"], window)}
and on (network) count by (network) (group by (network, node_id) (last_over_time(${state}[5m]))) >= 2`;
  },
  summary: (severity) =>
    `The network {{ with $labels.network }}{{ . }} {{ end }}${severity === "critical" ? "accepts no blocks" : "is slow"}: do not restart nodes`,
  description: (severity) => {
    const { fix, meaning } = networkStates[severity === "critical" ? "halted" : "slow"];
    return `${fix} All monitored nodes agree: it is the network, and no node of its own.${valueAs("Connected:", chainConnectedWeight, "humanizePercentage", [], ",chain='P'")} ${meaning}`;
  },
  dashboard: toNetwork("sync"),
});
