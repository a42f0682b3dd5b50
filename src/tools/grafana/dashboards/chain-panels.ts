/** Panels about the chains that nodes run, their health checks, peers and disk. */
import * as chains from "../../../collectors/chains.ts";
import * as node from "../../../collectors/health.ts";
import { percent } from "../../../lib/text.ts";
import type { Row } from "./dashboard.ts";
import { thresholdSteps } from "./palette.ts";
import { duration, graph, share, timeline } from "./panels.ts";
import { perMinute, queryPerTarget, select, targetKeys, targetLine, withTarget } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { allStates, chainProblems, chainRows, kinds, nodeProblems, stateFact } from "./state-panels.ts";
import { table } from "./table.ts";
import { thresholds } from "./thresholds.ts";

export const chainRow: Row = {
  title: "Chains",
  panels: [
    table([24, 7], {
      title: "Chains",
      description: `Every chain that each node runs, those with a problem first. Behind: blocks behind the highest node. Unchanged for: time since a health check has seen the height increase. Undecided: blocks that consensus has not decided; if the oldest one is older than ${thresholds.processingBlock} seconds, the chain does not decide on blocks. If less than ${percent(thresholds.connectedWeightCritical)} of the weight is connected, restart the validators that are offline.`,
      none: "Health API disabled",
      keys: [...targetKeys, "chain"],
      facts: {
        ...stateFact(kinds.chains.states),
        alias: { title: "Alias", width: 110 },
        chain: { title: "Chain" },
        target: { title: "Node", width: 170 },
        ...shared.networkFact,
      },
      rows: chainRows(),
      columns: [
        { title: "Height", expr: select(chains.chainHeight), unit: "locale", width: 100 },
        { title: "Behind", expr: shared.chainBehind, unit: "locale", levels: shared.behindLevels, width: 75 },
        { title: "Unchanged for", expr: select(chains.chainHeightAge), ...duration },
        { title: "Undecided", expr: select(chains.chainProcessingBlocks), unit: "locale", width: 95 },
        {
          title: "Oldest undecided",
          expr: select(chains.chainLongestProcessingBlock),
          unit: "s",
          levels: thresholdSteps("good", [thresholds.processingBlock, "bad"]),
          width: 135,
        },
        {
          title: "Weight connected",
          expr: select(chains.chainConnectedWeight),
          ...share,
          levels: shared.connectedLevels,
          width: 140,
        },
        { title: "Disconnected", expr: select(chains.chainDisconnectedValidators), unit: "locale", width: 110 },
      ],
    }),
    timeline([12, 5], {
      title: "States of the last day",
      description:
        "Problems of nodes and chains: a line for each, in the color of its state, while it lasts. A chain has a line if it has a problem on any node. After a restart P, X and C bootstrap one after the other.",
      none: "No data",
      states: allStates,
      queries: [...nodeProblems, ...chainProblems],
    }),
    timeline([12, 5], {
      title: "Failing health checks",
      description:
        "The nodes' own health checks, by name: a check appears only while it fails. The node's log and health.health show the reason.",
      none: "No check fails",
      states: { failing: { text: "failing", tone: "bad" } },
      queries: [
        { expr: withTarget(`${select(node.nodeHealthCheck)} == 0`), legend: `{{check}} ${targetLine} failing` },
      ],
    }),
  ],
};

export const resourceRow: Row = {
  title: "Blocks, peers and disk",
  isCollapsed: true,
  panels: [
    graph([8, 7], {
      title: "Blocks per minute of each chain",
      description:
        "Accepted blocks per minute, from the last accepted height. Far above other nodes: it is catching up. The C-Chain accepts a block every few seconds. An L1 without transactions can accept none: compare with undecided blocks.",
      unit: "short",
      none: "Health API disabled",
      min: 0,
      queries: [queryPerTarget(perMinute(chains.chainHeight, {}, "5m"), "{{chain}}")],
    }),
    graph([8, 7], {
      title: "Peers",
      description:
        "Number of peers of each node, and of connections that other nodes have opened to it. A steep fall means that the node has lost its network connection. Without inbound connections it cannot be reached. Check its port 9651.",
      unit: "locale",
      none: "Health API disabled",
      decimals: 0,
      min: 0,
      queries: [queryPerTarget(select(node.nodePeers)), queryPerTarget(select(node.nodeIngressConnections), "inbound")],
    }),
    graph([8, 7], {
      title: "Free disk space",
      description:
        "Free share of the disk of each node's database. Free space before it runs out: the node stops then.",
      unit: "percentunit",
      none: "No node reports it",
      min: 0,
      queries: [queryPerTarget(select(node.nodeDiskAvailableRatio))],
    }),
  ],
};
