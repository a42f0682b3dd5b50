/** History of the overview. Each series has its network. */
import { nodeHealthCheck } from "../../../src/metrics/node.ts";
import { height } from "../../../src/metrics/pchain.ts";
import { percent, quorumNote } from "../amounts.ts";
import { connectedShare, gasPriceNow, validatorFeePriceNow } from "../formulas.ts";
import { thresholds } from "../thresholds.ts";
import type { Row } from "./dashboard.ts";
import { l1Names, lowestActiveShare } from "./l1-state.ts";
import { perNetwork, withNetwork } from "./networks.ts";
import { thresholdSteps } from "./palette.ts";
import { graph, stat } from "./panels.ts";
import { primary, select, slope } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { lineName, perValidator, shareLines } from "./validator-panels.ts";
import { budgetLeft, type OfValidator } from "./validator-state.ts";

export const historyRow = (validators: OfValidator): Row => ({
  title: "History",
  isCollapsed: true,
  panels: [
    graph([8, 7], {
      title: "Offline budget left",
      description: `Share of each validator's offline budget that is left, the ten lowest. Dashed lines: the alerts at ${percent(thresholds.budgetWarning)} and ${percent(thresholds.budgetCritical)}. A falling line means that the validator is offline now; below 0 the reward is lost.`,
      unit: "percentunit",
      none: "No validator watched",
      decimals: 0,
      max: 1,
      ...shareLines,
      queries: [{ expr: `bottomk(10, ${perValidator(budgetLeft(validators), validators)} < Inf)`, legend: lineName }],
    }),
    graph([8, 7], {
      title: "Active weight",
      description: `Active share of each L1's weight, the ten lowest. Dashed lines: ${percent(thresholds.activeWeightCritical)} and ${percent(thresholds.activeWeightWarning)}. A step down means that a balance has run out. ${quorumNote}`,
      unit: "percentunit",
      none: "No L1 tracked",
      min: 0,
      max: 1,
      steps: true,
      lines: true,
      levels: shared.shareLevels,
      queries: [
        {
          expr: `bottomk(10, ${l1Names()} * on (subnet_id) group_left () ${lowestActiveShare()})`,
          legend: lineName,
        },
      ],
    }),
    graph([8, 7], {
      title: "P-Chain blocks per minute",
      description:
        "Rate at which each node accepts blocks. Nodes of the same network should overlap. A single node at 0 has stalled; if all of a network are at 0, the network has stalled.",
      unit: "short",
      none: "No node responds",
      min: 0,
      queries: [{ expr: `clamp_min(60 * ${withNetwork(slope(height))}, 0)`, legend: `${shared.target} ({{network}})` }],
    }),
    stat([6, 4], {
      title: "P-Chain gas price",
      description:
        "Current price per unit of P-Chain gas, extrapolated from the state of the last block. The minimum is 1 nAVAX. If it is high, postpone transactions that are not urgent.",
      unit: "suffix: nAVAX",
      none: "Not reported",
      decimals: 0,
      queries: [{ expr: perNetwork("max", `1e9 * ${gasPriceNow(select)}`), legend: "{{network}}" }],
    }),
    stat([6, 4], {
      title: "L1 validator fee, 30 days",
      description:
        "Fee of an active L1 validator for 30 days at the current rate. The minimum on mainnet is 1.33 AVAX. If it rises, balances run out sooner: see the dashboard L1s.",
      unit: "suffix: AVAX",
      none: "Not reported",
      decimals: 2,
      queries: [{ expr: perNetwork("max", `30 * 86400 * ${validatorFeePriceNow(select)}`), legend: "{{network}}" }],
    }),
    stat([6, 4], {
      title: "Connected stake",
      description: `Share of the primary network's weight that the monitored nodes are connected to, for the node of each network with the lowest share. Below ${percent(thresholds.connectedWeightWarning)}: check the node's network. Below ${percent(thresholds.connectedWeightCritical)} the node reports unhealthy.`,
      unit: "percentunit",
      none: "Not reported",
      decimals: 1,
      levels: thresholdSteps(
        "bad",
        [thresholds.connectedWeightCritical, "warning"],
        [thresholds.connectedWeightWarning, "good"],
      ),
      queries: [{ expr: perNetwork("min", connectedShare(select, { subnet_id: primary })), legend: "{{network}}" }],
    }),
    stat([6, 4], {
      title: "Failing health checks",
      description:
        "Number of failing health checks of all nodes of each network. See the dashboard Sync for their names, and the node's log for the reasons.",
      unit: "none",
      none: "Not reported",
      levels: thresholdSteps("good", [1, "bad"]),
      queries: [{ expr: perNetwork("sum", `1 - ${select(nodeHealthCheck)}`), legend: "{{network}}" }],
    }),
  ],
});
