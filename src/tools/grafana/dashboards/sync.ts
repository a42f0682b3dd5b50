/** The dashboard Sync: the monitored nodes and their chains. */
import * as node from "../../../collectors/health.ts";
import { entities } from "../../../entities/all.ts";
import { networksOf } from "../../../entities/protocol/networks.ts";
import { timeSpan } from "../../../lib/duration.ts";
import { matches } from "../promql.ts";
import { chainRow, resourceRow } from "./chain-panels.ts";
import type { Spec } from "./dashboard.ts";
import { evmTable, executedAge } from "./evm-panels.ts";
import { freshness } from "./freshness.ts";
import { indexRow, pChainRow } from "./height-panels.ts";
import { nativeRow } from "./native-panels.ts";
import { monitoredId, ofMonitored } from "./node-filter.ts";
import { inWords, thresholdSteps } from "./palette.ts";
import { duration, stat } from "./panels.ts";
import { peerRow } from "./peer-panels.ts";
import { perNetwork, queryPerNetwork, select } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { chainTile, nodeTile } from "./state-panels.ts";
import { thresholds } from "./thresholds.ts";

export const sync: Spec = {
  name: "sync",
  title: "Sync",
  description:
    "Nodes and their chains: compared with the clock and with other nodes, container index, health checks, peers.",
  variables: [monitoredId],
  rows: ofMonitored([
    {
      title: "States",
      panels: [
        nodeTile([5, 4]),
        chainTile([5, 4]),
        stat([4, 4], {
          title: "Maximum blocks behind",
          description: `Blocks by which the lowest node of each network is behind the highest one. A few are normal for seconds; if it is more than ${thresholds.blocksBehind} for minutes, check that node. Needs two nodes of a network.`,
          unit: "locale",
          none: "No node responds",
          levels: thresholdSteps("good", [thresholds.blocksBehind, "bad"]),
          queries: [queryPerNetwork(perNetwork("max", shared.blocksBehind))],
        }),
        stat([4, 4], {
          title: "Oldest P-Chain block",
          description: `Age of the last P-Chain block on the node of each network where it is oldest, on networks whose P-Chain accepts a block every few seconds. On Fuji it can be idle. Above ${timeSpan(thresholds.chainTimeWarning)}: if other nodes are newer, check this node.`,
          unit: "s",
          none: "No node of mainnet",
          decimals: 0,
          levels: shared.timeLevels,
          queries: [
            queryPerNetwork(
              perNetwork(
                "max",
                select(entities.node.metric("pchain_block_age_seconds"), {
                  network: matches(networksOf("P").join("|")),
                }),
              ),
            ),
          ],
        }),
        stat([4, 4], {
          title: "Oldest C-Chain block",
          description:
            "Time since the timestamp of the last block that the C-Chain has executed, on the node of each network where it is oldest. It includes the seconds since the exporter has read the block. The C-Chain makes a block every few seconds. If other nodes are newer, check the log of this node.",
          unit: "s",
          none: "C-Chain not served",
          decimals: 0,
          levels: shared.timeLevels,
          queries: [queryPerNetwork(perNetwork("max", executedAge))],
        }),
        freshness({ collectors: "p-height|x-height|index|node|health|evm" }),
      ],
    },
    {
      title: "Nodes",
      panels: [
        shared.nodeTable([24, 6], {
          heights: shared.nodeHeights,
          more: [
            {
              expr: select(entities.node.metric("info")),
              facts: { version: { title: "Version", width: 150 } },
            },
          ],
          columns: [
            {
              title: "Upgrades",
              expr: select(node.nodeUpgradeUnknown),
              ...inWords(["known", "good"], ["unknown", "bad"]),
              width: 85,
            },
            {
              title: "Upgrade in",
              expr: select(entities.node.metric("upgrade_unknown_seconds")),
              ...duration,
              levels: thresholdSteps("bad", [thresholds.upgradeInfo, "warning"]),
            },
          ],
        }),
      ],
    },
    chainRow,
    { title: "C-Chain and EVM chains", isCollapsed: true, panels: [evmTable] },
    pChainRow,
    indexRow,
    resourceRow,
    peerRow,
    nativeRow,
  ]),
};
