import { blockchainInfo, blockchainStatus } from "../../../src/metrics/blockchains.ts";
import * as index from "../../../src/metrics/container-index.ts";
import { unavailable, up } from "../../../src/metrics/exporter.ts";
import { chainAlias, nodeBootstrapped, nodeHealthCheck, nodeLogger } from "../../../src/metrics/node.ts";
import { height, proposedHeight } from "../../../src/metrics/pchain.ts";
import { xHeight } from "../../../src/metrics/xchain.ts";
import { timeSpan } from "../amounts.ts";
import { age, on } from "../formulas.ts";
import { thresholds } from "../thresholds.ts";
import { chainRow } from "./chain-panels.ts";
import type { Spec } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { nodeStatus } from "./headlines.ts";
import { blocksBehind, chainTimeAge } from "./node-state.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { graph, stat, timeline } from "./panels.ts";
import { peerRow } from "./peer-panels.ts";
import { aggregate, overall, select, slope } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { yesNoStates } from "./state-codes.ts";
import { table } from "./table.ts";

const indexKeys = [...shared.targetKeys, "chain", "container"];
const indexLegend = `{{chain}} {{container}} ${shared.target}`;
const timeLevels = thresholdSteps(
  "good",
  [thresholds.chainTimeWarning, "warning"],
  [thresholds.chainTimeCritical, "bad"],
);

/** Blocks older than a minute that are missing from an index: it is polled less often than the height. No index has genesis. */
const missing = (chain: "P" | "X", chainHeight: typeof height | typeof xHeight) =>
  `clamp_min(${select(chainHeight)} offset 1m - 1 - ${on()} ${select(index.indexLastAccepted, { chain, container: "block" })}, 0)`;

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
        stat([4, 5], {
          title: "Maximum blocks behind",
          description: `Blocks by which the lowest node is behind the highest node of its network. A few are normal for seconds; if it is more than ${thresholds.blocksBehind} for minutes, check that node. Needs two nodes of a network.`,
          unit: "locale",
          none: "No network reported",
          levels: thresholdSteps("good", [thresholds.blocksBehind, "bad"]),
          queries: [{ expr: overall("max", blocksBehind()) }],
        }),
        stat([4, 5], {
          title: "Oldest P-Chain time",
          description: `Age of the P-Chain's time on the node where it is oldest. On mainnet and Fuji a block is accepted every few seconds. Above ${timeSpan(thresholds.chainTimeWarning)}: if other nodes are newer, check this node.`,
          unit: "s",
          none: "No node responds",
          decimals: 0,
          levels: timeLevels,
          queries: [{ expr: overall("max", chainTimeAge()) }],
        }),
        stat([4, 5], {
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
            version: { title: "Version", width: 150 },
          },
          [
            {
              title: "Bootstrapping",
              expr: aggregate("sum", nodeBootstrapped, [], `1 - ${select(nodeBootstrapped)}`),
              unit: "suffix: chains",
              levels: thresholdSteps("good", [1, "warning"]),
              width: 120,
            },
          ],
        ),
      ],
    },
    {
      title: "P-Chain",
      panels: [
        graph([8, 7], {
          title: "Blocks behind the highest node",
          description:
            "Blocks by which each node is behind the highest node of its network. Spikes of a few blocks are normal, because nodes are polled at different times. A rising line means that the node does not keep up: check its disk and CPU.",
          unit: "locale",
          none: "No network reported",
          min: 0,
          softMax: thresholds.blocksBehind,
          lines: true,
          levels: thresholdSteps("good", [thresholds.blocksBehind, "bad"]),
          queries: [{ expr: blocksBehind(), legend: shared.target }],
        }),
        graph([8, 7], {
          title: "Age of the P-Chain's time",
          description: `Time since the timestamp of the last accepted block. A low sawtooth is normal. A steady increase means that no blocks are accepted: a network problem if all nodes show it, a node problem if only one does. Dashed lines: ${timeSpan(thresholds.chainTimeWarning)} and ${timeSpan(thresholds.chainTimeCritical)}.`,
          unit: "s",
          none: "No node responds",
          decimals: 0,
          min: 0,
          lines: true,
          levels: timeLevels,
          queries: [{ expr: chainTimeAge(), legend: shared.target }],
        }),
        graph([8, 7], {
          title: "Blocks per minute",
          description:
            "Rate at which each node accepts P-Chain blocks. Far above the others: it is catching up. At 0 while others advance: it has stalled; restart it if it does not recover.",
          unit: "short",
          none: "No node responds",
          min: 0,
          queries: [{ expr: `clamp_min(60 * ${slope(height)}, 0)`, legend: shared.target }],
        }),
        graph([12, 7], {
          title: "Height",
          description:
            "Height of the last accepted P-Chain block. A decrease means that a node was replaced or resynced. Nodes of the same network should overlap.",
          unit: "locale",
          none: "No node responds",
          queries: [{ expr: select(height), legend: shared.target }],
        }),
        graph([12, 7], {
          title: "Proposed height lag",
          description: `Blocks by which the height that new blocks refer to lags behind the accepted height. Normal: blocks of the last 30 seconds, at most ${thresholds.proposedHeightLag}. More than ${thresholds.proposedHeightLag} for minutes is a fault of the node: report it.`,
          unit: "locale",
          none: "No node responds",
          min: 0,
          softMax: thresholds.proposedHeightLag,
          lines: true,
          levels: thresholdSteps("good", [thresholds.proposedHeightLag + 1, "bad"]),
          queries: [{ expr: `clamp_min(${select(height)} - ${select(proposedHeight)}, 0)`, legend: shared.target }],
        }),
      ],
    },
    {
      title: "X-Chain and container index",
      panels: [
        graph([8, 7], {
          title: "X-Chain height",
          description:
            "Height of the last accepted X-Chain block. The X-Chain is quiet: no change for minutes is normal. No change on one node while others advance is not.",
          unit: "locale",
          none: "X-Chain not served",
          queries: [{ expr: select(xHeight), legend: shared.target }],
        }),
        graph([8, 7], {
          title: "Containers per minute",
          description:
            "Rate at which containers are added to each index. It follows the blocks of its chain. At 0 while the chain's height advances: the index is stuck, restart the node.",
          unit: "short",
          none: "Index disabled",
          min: 0,
          queries: [{ expr: `clamp_min(60 * ${slope(index.indexLastAccepted)}, 0)`, legend: indexLegend }],
        }),
        graph([8, 7], {
          title: "Blocks missing from the index",
          description:
            "Blocks accepted more than a minute ago that are missing from the index. 0: complete. Constant: the index was disabled when they were accepted. Growing: the index does not keep up.",
          unit: "locale",
          none: "Index disabled",
          min: 0,
          softMax: 5,
          queries: [
            { expr: missing("P", height), legend: `P ${shared.target}` },
            { expr: missing("X", xHeight), legend: `X ${shared.target}` },
          ],
        }),
        table([24, 6], {
          title: "Container indices",
          description:
            "Each monitored index. OFF: disabled on the node (--index-enabled). Last: time since its last container was added; on the X-Chain an hour is normal.",
          none: "No index monitored, or all chains are bootstrapping",
          keys: indexKeys,
          facts: {
            chain: { title: "Chain", width: 90 },
            container: { title: "Container", width: 110 },
            ...shared.seenBy,
          },
          rows: select(index.indexAvailable),
          columns: [
            {
              title: "Index",
              expr: select(index.indexAvailable),
              unit: "none",
              mappings: valueMappings(yesNoStates("ON", "OFF", "unknown")),
            },
            { title: "Last index", expr: select(index.indexLastAccepted), unit: "locale" },
            { title: "Last", expr: age(select(index.indexLastAcceptedTime)), unit: "s", decimals: 0 },
          ],
        }),
      ],
    },
    chainRow,
    peerRow,
    {
      title: "Bootstrapping and health",
      panels: [
        timeline([12, 7], {
          title: "Bootstrapped chains",
          description:
            "Chains that each node has bootstrapped. After a restart P, X and C bootstrap one after the other. If the P-Chain takes hours, check the node's log and peers.",
          none: "Info API disabled",
          states: yesNoStates("YES", "NO", "warning"),
          queries: [{ expr: select(nodeBootstrapped), legend: `{{chain}} ${shared.target}` }],
        }),
        graph([12, 7], {
          title: "Failing health checks",
          description:
            "The nodes' own health checks, by name: a line appears only while a check fails. The node's log and health.health show the reason.",
          unit: "none",
          none: "No check fails",
          min: 0,
          max: 1,
          decimals: 0,
          steps: true,
          mappings: valueMappings({ failing: { code: 1, word: "FAILING", level: "bad" } }),
          queries: [{ expr: `1 - (${select(nodeHealthCheck)} == 0)`, legend: `{{check}} ${shared.target}` }],
        }),
        graph([12, 7], {
          title: "Unavailable collectors",
          description:
            "Number of collectors without data because an API is disabled, a chain is bootstrapping, or the node's version lacks a method. This is not a failure, but investigate an unexpected increase.",
          unit: "none",
          none: "No exporter found",
          decimals: 0,
          min: 0,
          softMax: 4,
          steps: true,
          queries: [
            {
              expr: aggregate("sum", unavailable, [], `${select(unavailable)} or 0 * ${select(up)}`),
              legend: shared.target,
            },
          ],
        }),
        table([12, 7], {
          title: "Health checks",
          description:
            "Current state of each health check of each node. AvalancheGo's documentation of the health API explains the checks.",
          none: "Health API disabled",
          keys: [...shared.targetKeys, "check"],
          facts: { check: { title: "Check" }, ...shared.seenBy },
          rows: select(nodeHealthCheck),
          columns: [
            {
              title: "State",
              expr: select(nodeHealthCheck),
              unit: "none",
              mappings: valueMappings(yesNoStates("PASSES", "FAILS")),
              width: 100,
            },
          ],
          sort: { by: "State" },
        }),
      ],
    },
    {
      title: "Chains and logs",
      panels: [
        table([9, 7], {
          title: "Watched blockchains",
          description:
            "Status of each watched chain per node: Validating, Syncing, Created (not running it), Preferred, Unknown. A chain that you validate must be Validating. The collector blockchains is disabled by default.",
          none: "Collector blockchains disabled, or no chain watched",
          keys: [...shared.targetKeys, "blockchain_id"],
          facts: {
            blockchain_id: { title: "Blockchain ID" },
            status: { title: "Status", width: 110 },
            ...shared.seenBy,
          },
          rows: `${select(blockchainStatus)} == 1`,
          columns: [
            {
              title: "Total chains",
              expr: `0 * ${aggregate("max", blockchainStatus, ["blockchain_id"], select(blockchainStatus))} + ${on()} group_left () ${aggregate("count", blockchainInfo, [], select(blockchainInfo))}`,
              unit: "locale",
              width: 110,
            },
          ],
        }),
        table([8, 7], {
          title: "Chain aliases",
          description:
            "Aliases of chains on each node. If one is missing, the node has not read its configuration. The collector admin is disabled by default.",
          none: "Admin API or collector admin disabled",
          keys: [...shared.targetKeys, "blockchain_id", "alias"],
          facts: { alias: { title: "Alias" }, blockchain_id: { title: "Blockchain ID" }, ...shared.seenBy },
          rows: select(chainAlias),
          columns: [],
        }),
        table([7, 7], {
          title: "Loggers",
          description:
            "Log levels of each node's loggers. debug and trace fill disks: reset them after use. The collector admin is disabled by default.",
          none: "Admin API or collector admin disabled",
          keys: [...shared.targetKeys, "logger"],
          facts: {
            logger: { title: "Logger" },
            log_level: { title: "File", width: 75 },
            display_level: { title: "Display", width: 75 },
            ...shared.seenBy,
          },
          rows: select(nodeLogger),
          columns: [],
        }),
      ],
    },
  ],
};
