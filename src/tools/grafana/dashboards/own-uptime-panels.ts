/** Panels about the uptime of the monitored nodes, as the stake of the other validators observes it. */
import { insufficientStake, observedUptime, unobservedStake } from "../../../collectors/peers.ts";
import { percent } from "../../../lib/text.ts";
import { graph } from "./panels.ts";
import { queryPerTarget, select } from "./queries.ts";
import { thresholds } from "./thresholds.ts";

const none = "No monitored node is a validator";

export const ownUptime = [
  graph([12, 8], {
    title: "Uptime of the monitored nodes by stake",
    description:
      "Uptime of each monitored validator that this share of the reporting stake observes, or less. The stake decides about the reward: keep the median above the required uptime. If only the lowest line is low, some validators lack a connection.",
    unit: "percentunit",
    none,
    decimals: 0,
    max: 1,
    legend: "table",
    queries: [queryPerTarget(select(observedUptime), "{{stake_share}}")],
  }),
  graph([12, 8], {
    title: "Stake against the reward",
    description: `Share of the stake that has reported an uptime below the required one and would refuse the reward of a period with this requirement, and share that has reported none. More than ${percent(1 - thresholds.rewardingStakeCritical)} together puts the reward at risk: stay online, and check port 9651.`,
    unit: "percentunit",
    none,
    decimals: 1,
    min: 0,
    legend: "table",
    queries: [
      queryPerTarget(select(insufficientStake), "refuses {{required}}"),
      queryPerTarget(select(unobservedStake), "no report"),
    ],
  }),
];
