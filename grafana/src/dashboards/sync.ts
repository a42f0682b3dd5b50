import { nodeBootstrapped, nodeUpgradeUnknown } from "../../../src/metrics/node.ts";
import { timeSpan } from "../amounts.ts";
import { thresholds } from "../thresholds.ts";
import { chainRow, resourceRow } from "./chain-panels.ts";
import type { Spec } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { nodeStatus } from "./headlines.ts";
import { indexRow, pChainRow, timeLevels } from "./height-panels.ts";
import { nameRow } from "./name-panels.ts";
import { nativeRow } from "./native-panels.ts";
import { blocksBehind, chainTimeAge } from "./node-state.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { stat } from "./panels.ts";
import { peerRow } from "./peer-panels.ts";
import { aggregate, overall, select } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { yesNoStates } from "./state-codes.ts";

export const sync: Spec = {
  name: "sync",
  title: "Sync",
  description:
    "Sync status of the nodes: chains compared with the clock and with other nodes, container index, health checks.",
  rows: [
    {
      title: "Status",
      panels: [
        nodeStatus([6, 5]),
        stat([5, 5], {
          title: "Maximum blocks behind",
          description: `Blocks by which the lowest node is behind the highest node of its network. A few are normal for seconds; if it is more than ${thresholds.blocksBehind} for minutes, check that node. Needs two nodes of a network.`,
          unit: "locale",
          none: "No network reported",
          levels: thresholdSteps("good", [thresholds.blocksBehind, "bad"]),
          queries: [{ expr: overall("max", blocksBehind()) }],
        }),
        stat([5, 5], {
          title: "Oldest P-Chain time",
          description: `Age of the P-Chain's time on the node where it is oldest. On mainnet and Fuji a block is accepted every few seconds. Above ${timeSpan(thresholds.chainTimeWarning)}: if other nodes are newer, check this node.`,
          unit: "s",
          none: "No node responds",
          decimals: 0,
          levels: timeLevels,
          queries: [{ expr: overall("max", chainTimeAge()) }],
        }),
        stat([5, 5], {
          title: "Chains not bootstrapped",
          description:
            "Number of chains that have not bootstrapped, over all nodes. Until the P-Chain has bootstrapped, most metrics of that node are absent. On a node with partial sync, X and C never bootstrap.",
          unit: "none",
          none: "Info API disabled",
          levels: thresholdSteps("good", [1, "warning"]),
          queries: [{ expr: overall("sum", `1 - ${select(nodeBootstrapped)}`) }],
        }),
        ...freshness("p-height|x-height|index|node|health"),
      ],
    },
    {
      title: "Nodes",
      panels: [
        shared.nodeTable(
          [24, 5],
          {
            node_id: { title: "NodeID", width: 360 },
            network: { title: "Network", width: 90 },
            version: { title: "Version", width: 145 },
          },
          [
            {
              title: "Bootstrapping",
              expr: aggregate("sum", nodeBootstrapped, [], `1 - ${select(nodeBootstrapped)}`),
              unit: "suffix: chains",
              levels: thresholdSteps("good", [1, "warning"]),
              width: 110,
            },
            {
              title: "Knows upgrades",
              expr: `1 - ${select(nodeUpgradeUnknown)}`,
              unit: "none",
              mappings: valueMappings(yesNoStates("YES", "NO", "warning")),
              width: 120,
            },
          ],
        ),
      ],
    },
    chainRow,
    pChainRow,
    indexRow,
    resourceRow,
    peerRow,
    nativeRow,
    nameRow,
  ],
};
