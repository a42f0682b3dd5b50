import { blockchainInfo, blockchainStatus } from "../../../src/metrics/blockchains.ts";
import * as index from "../../../src/metrics/container-index.ts";
import { available } from "../../../src/metrics/exporter.ts";
import { chainAlias, nodeBootstrapped, nodeHealthCheck, nodeLogger } from "../../../src/metrics/node.ts";
import { height, proposedHeight } from "../../../src/metrics/pchain.ts";
import { xHeight } from "../../../src/metrics/xchain.ts";
import { timeSpan } from "../amounts.ts";
import { age, on } from "../formulas.ts";
import { thresholds } from "../thresholds.ts";
import type { Spec } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { levels, words } from "./palette.ts";
import { graph, stat, table } from "./panels.ts";
import * as parts from "./parts.ts";
import { aggregate, overall, select, slope } from "./queries.ts";
import { blocksBehind, chainTimeAge } from "./states.ts";
import { yes } from "./verdicts.ts";

const indexKeys = [...parts.targetKeys, "chain", "container"];
const indexLegend = `{{chain}} {{container}} ${parts.target}`;
const timeLevels = levels("good", [thresholds.chainTimeWarning, "warning"], [thresholds.chainTimeCritical, "bad"]);

/** Blocks of a minute ago that an index lacks, since it is read less often than the height. The first, genesis, is in none. */
const missing = (chain: "P" | "X", chainHeight: typeof height | typeof xHeight) =>
  `clamp_min(${select(chainHeight)} offset 1m - 1 - ${on()} ${select(index.indexLastAccepted, { chain, container: "block" })}, 0)`;

export const sync: Spec = {
  name: "sync",
  title: "Sync",
  description: "Do the nodes follow their chains: against the clock, against each other, and in their container index.",
  rows: [
    {
      title: "Verdict",
      panels: [
        parts.nodeVerdict([6, 5]),
        stat([4, 5], {
          title: "Furthest behind",
          description: `Blocks by which the last of the nodes is behind the highest one of its network. Some are normal for seconds; more than ${thresholds.blocksBehind} for minutes: look at that node. It takes two nodes of a network.`,
          unit: "locale",
          none: "No node tells its network",
          levels: levels("good", [thresholds.blocksBehind, "bad"]),
          queries: [{ expr: overall("max", blocksBehind()) }],
        }),
        stat([4, 5], {
          title: "Oldest P-Chain time",
          description: `How old the P-Chain's time is on the node where it is oldest. On mainnet and Fuji a block comes every few seconds: after ${timeSpan(thresholds.chainTimeWarning)} something is wrong, with the node if others are younger.`,
          unit: "s",
          none: "No node answers",
          decimals: 0,
          levels: timeLevels,
          queries: [{ expr: overall("max", chainTimeAge()) }],
        }),
        stat([4, 5], {
          title: "Chains not bootstrapped",
          description:
            "How many chains of all nodes have not bootstrapped. While P has not, most metrics of that node are absent. X and C stay so for good on a node with partial sync.",
          unit: "none",
          none: "Info API off",
          levels: levels("good", [1, "warning"]),
          queries: [{ expr: overall("sum", `1 - ${select(nodeBootstrapped)}`) }],
        }),
        ...freshness("p-height|x-height|index|node|health"),
      ],
    },
    {
      title: "Nodes",
      panels: [
        parts.nodeTable(
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
              levels: levels("good", [1, "warning"]),
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
            "Blocks by which each node is behind the highest one of its network. Spikes of a few blocks come from reading at different moments. A line that rises is a node that does not keep up: look at its disk and CPU.",
          unit: "locale",
          none: "No node tells its network",
          min: 0,
          softMax: thresholds.blocksBehind,
          lines: true,
          levels: levels("good", [thresholds.blocksBehind, "bad"]),
          queries: [{ expr: blocksBehind(), legend: parts.target }],
        }),
        graph([8, 7], {
          title: "Age of the P-Chain's time",
          description: `Seconds since the last accepted block's time. A saw with low teeth is health. A straight rise is a chain that stands still: on all nodes it is the network, on one it is the node. The dashed lines are at ${timeSpan(thresholds.chainTimeWarning)} and ${timeSpan(thresholds.chainTimeCritical)}.`,
          unit: "s",
          none: "No node answers",
          decimals: 0,
          min: 0,
          lines: true,
          levels: timeLevels,
          queries: [{ expr: chainTimeAge(), legend: parts.target }],
        }),
        graph([8, 7], {
          title: "Blocks per minute",
          description:
            "How many P-Chain blocks each node accepts. Far above the others: it catches up. At 0 while others move: it stands still, restart it if it does not recover.",
          unit: "short",
          none: "No node answers",
          min: 0,
          queries: [{ expr: `clamp_min(60 * ${slope(height)}, 0)`, legend: parts.target }],
        }),
        graph([12, 7], {
          title: "Height",
          description:
            "Height of the last accepted P-Chain block. A fall means that a node was replaced or synced anew. Lines of one network lie on each other.",
          unit: "locale",
          none: "No node answers",
          queries: [{ expr: select(height), legend: parts.target }],
        }),
        graph([12, 7], {
          title: "Proposed height behind the height",
          description: `Blocks by which the height that new blocks refer to lags: those of the last 30 seconds, ${thresholds.proposedHeightLag} at most. More than ${thresholds.proposedHeightLag} for minutes is a fault of the node: report it.`,
          unit: "locale",
          none: "No node answers",
          min: 0,
          softMax: thresholds.proposedHeightLag,
          lines: true,
          levels: levels("good", [thresholds.proposedHeightLag + 1, "bad"]),
          queries: [{ expr: `clamp_min(${select(height)} - ${select(proposedHeight)}, 0)`, legend: parts.target }],
        }),
      ],
    },
    {
      title: "X-Chain and container index",
      panels: [
        graph([8, 7], {
          title: "X-Chain height",
          description:
            "Height of the last accepted X-Chain block. The X-Chain is quiet: flat for minutes is normal. Flat on one node alone while others rise is not.",
          unit: "locale",
          none: "X-Chain not served",
          queries: [{ expr: select(xHeight), legend: parts.target }],
        }),
        graph([8, 7], {
          title: "Containers per minute",
          description:
            "How many containers each index takes in. It follows the blocks of its chain. At 0 while the chain's height moves: the index is stuck, restart the node.",
          unit: "short",
          none: "Index off",
          min: 0,
          queries: [{ expr: `clamp_min(60 * ${slope(index.indexLastAccepted)}, 0)`, legend: indexLegend }],
        }),
        graph([8, 7], {
          title: "Blocks that the index lacks",
          description:
            "Blocks of a minute ago that the index does not have yet. 0 is complete. A constant number: the index was off when these came. A growing one: it does not keep up.",
          unit: "locale",
          none: "Index off",
          min: 0,
          softMax: 5,
          queries: [
            { expr: missing("P", height), legend: `P ${parts.target}` },
            { expr: missing("X", xHeight), legend: `X ${parts.target}` },
          ],
        }),
        table([24, 6], {
          title: "Container indices",
          description:
            "Each followed index. OFF: the node runs without it (--index-enabled). Last: how long ago it took in its last container; on the X-Chain an hour is no alarm.",
          none: "No index followed, or all chains bootstrap",
          keys: indexKeys,
          facts: {
            chain: { title: "Chain", width: 90 },
            container: { title: "Container", width: 110 },
            ...parts.seenBy,
          },
          rows: select(index.indexAvailable),
          columns: [
            {
              title: "Index",
              expr: select(index.indexAvailable),
              unit: "none",
              mappings: words(yes("ON", "OFF", "unknown")),
            },
            { title: "Last index", expr: select(index.indexLastAccepted), unit: "locale" },
            { title: "Last", expr: age(select(index.indexLastAcceptedTime)), unit: "s", decimals: 0 },
          ],
        }),
      ],
    },
    {
      title: "Bootstrap and health",
      panels: [
        graph([12, 7], {
          title: "Bootstrapped chains",
          description:
            "Which chains each node has bootstrapped. After a restart P, X and C come one after the other. A P-Chain that has not come for hours: look at the node's log and peers.",
          unit: "none",
          none: "Info API off",
          min: 0,
          max: 1,
          decimals: 0,
          steps: true,
          mappings: words(yes("YES", "NO", "warning")),
          queries: [{ expr: select(nodeBootstrapped), legend: `{{chain}} ${parts.target}` }],
        }),
        graph([12, 7], {
          title: "Health checks that fail",
          description:
            "The nodes' own health checks, by name: a line appears only while one fails. Nothing here is good. The node's log and health.health say why.",
          unit: "none",
          none: "No check fails",
          min: 0,
          max: 1,
          decimals: 0,
          steps: true,
          mappings: words({ failing: { code: 1, word: "FAILING", level: "bad" } }),
          queries: [{ expr: `1 - (${select(nodeHealthCheck)} == 0)`, legend: `{{check}} ${parts.target}` }],
        }),
        graph([12, 7], {
          title: "Collectors that have nothing to read",
          description:
            "How many collectors find that the node offers nothing of what they read: an API is off, a chain bootstraps, a version lacks a method. Not a fault; a step up without a change of yours is.",
          unit: "none",
          none: "No exporter found",
          decimals: 0,
          min: 0,
          softMax: 4,
          steps: true,
          queries: [{ expr: aggregate("sum", available, [], `1 - ${select(available)}`), legend: parts.target }],
        }),
        table([12, 7], {
          title: "Health checks",
          description:
            "Each health check of each node, as of now. Sort by state. What each means is in AvalancheGo's documentation of the health API.",
          none: "Health API off",
          keys: [...parts.targetKeys, "check"],
          facts: { check: { title: "Check" }, ...parts.seenBy },
          rows: select(nodeHealthCheck),
          columns: [
            {
              title: "State",
              expr: select(nodeHealthCheck),
              unit: "none",
              mappings: words(yes("PASSES", "FAILS")),
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
            "What each node has to do with each watched chain: Validating, Syncing, Created (it does not run it), Preferred, Unknown. A chain that you validate must say Validating. The collector blockchains is off by default.",
          none: "Collector blockchains off, or none watched",
          keys: [...parts.targetKeys, "blockchain_id"],
          facts: {
            blockchain_id: { title: "Blockchain ID" },
            status: { title: "Status", width: 110 },
            ...parts.seenBy,
          },
          rows: `${select(blockchainStatus)} == 1`,
          columns: [
            {
              title: "Chains in all",
              expr: `0 * ${aggregate("max", blockchainStatus, ["blockchain_id"], select(blockchainStatus))} + ${on()} group_left () ${aggregate("count", blockchainInfo, [], select(blockchainInfo))}`,
              unit: "locale",
              width: 110,
            },
          ],
        }),
        table([8, 7], {
          title: "Names of chains",
          description:
            "Aliases that chains have on each node. One that is missing is a configuration that the node has not read. The collector admin is off by default.",
          none: "Admin API or collector admin off",
          keys: [...parts.targetKeys, "blockchain_id", "alias"],
          facts: { alias: { title: "Name" }, blockchain_id: { title: "Blockchain ID" }, ...parts.seenBy },
          rows: select(chainAlias),
          columns: [],
        }),
        table([7, 7], {
          title: "Loggers",
          description:
            "Levels of each node's loggers. debug and trace fill disks: set them back when you have seen what you wanted. The collector admin is off by default.",
          none: "Admin API or collector admin off",
          keys: [...parts.targetKeys, "logger"],
          facts: {
            logger: { title: "Logger" },
            log_level: { title: "To file", width: 75 },
            display_level: { title: "Shown", width: 75 },
            ...parts.seenBy,
          },
          rows: select(nodeLogger),
          columns: [],
        }),
      ],
    },
  ],
};
