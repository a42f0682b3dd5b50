/** Panels about the chains that nodes run, their health checks, peers and disk. */
import * as chains from "../../../src/metrics/chains.ts";
import {
  nodeBootstrapped,
  nodeDiskAvailable,
  nodeDiskAvailableRatio,
  nodeHealthCheck,
  nodePeers,
} from "../../../src/metrics/node.ts";
import { percent } from "../amounts.ts";
import { thresholds } from "../thresholds.ts";
import type { Row } from "./dashboard.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { graph, timeline } from "./panels.ts";
import { select, slope } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { yesNoStates } from "./state-codes.ts";
import { table } from "./table.ts";

const chainLegend = `{{chain}} ${shared.target}`;

export const chainRow: Row = {
  title: "Chains",
  panels: [
    table([24, 7], {
      title: "Chains",
      description: `Every chain that each node runs, L1s included. UNDECIDED: blocks that consensus has not decided. If the oldest one is older than ${thresholds.processingBlock} seconds, the chain does not decide on blocks. If less than ${percent(thresholds.connectedWeightCritical)} of the weight is connected, restart the validators that are offline.`,
      none: "Health API disabled",
      keys: [...shared.targetKeys, "chain"],
      facts: { chain: { title: "Chain" }, ...shared.seenBy },
      rows: select(chains.chainConnectedWeight),
      columns: [
        { title: "Height", expr: select(chains.chainHeight), unit: "locale" },
        { title: "Undecided", expr: select(chains.chainProcessingBlocks), unit: "locale" },
        {
          title: "Oldest undecided",
          expr: select(chains.chainLongestProcessingBlock),
          unit: "s",
          levels: thresholdSteps("good", [thresholds.processingBlock, "bad"]),
        },
        {
          title: "Weight connected",
          expr: select(chains.chainConnectedWeight),
          unit: "percentunit",
          decimals: 1,
          levels: thresholdSteps(
            "bad",
            [thresholds.connectedWeightCritical, "warning"],
            [thresholds.connectedWeightWarning, "good"],
          ),
        },
        { title: "Disconnected", expr: select(chains.chainDisconnectedValidators), unit: "suffix: validators" },
      ],
      sort: { by: "Weight connected" },
    }),
    timeline([12, 6], {
      title: "Bootstrapped chains",
      description:
        "Chains that each node has bootstrapped. After a restart P, X and C bootstrap one after the other. If the P-Chain takes hours, check the node's log and peers.",
      none: "Info API disabled",
      states: yesNoStates("YES", "NO", "warning"),
      queries: [{ expr: select(nodeBootstrapped), legend: `{{chain}} ${shared.target}` }],
    }),
    timeline([12, 6], {
      title: "Failing health checks",
      description:
        "The nodes' own health checks, by name: a check appears only while it fails. The node's log and health.health show the reason.",
      none: "No check fails",
      states: { failing: { code: 0, word: "FAILS", level: "bad" } },
      queries: [{ expr: `${select(nodeHealthCheck)} == 0`, legend: `{{check}} ${shared.target}` }],
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
        "Accepted blocks per minute, from the last accepted height. The C-Chain accepts a block every few seconds. An L1 without transactions can accept none: compare with undecided blocks.",
      unit: "none",
      none: "Health API disabled",
      min: 0,
      queries: [{ expr: `60 * ${slope(chains.chainHeight, {}, "5m")}`, legend: chainLegend }],
    }),
    graph([8, 7], {
      title: "Peers",
      description:
        "Number of peers of each node. A steep fall means that the node has lost its network connection. Check its port 9651.",
      unit: "none",
      none: "Health API disabled",
      decimals: 0,
      min: 0,
      queries: [{ expr: select(nodePeers), legend: shared.target }],
    }),
    graph([4, 7], {
      title: "Free disk space",
      description:
        "Space that is available to each node on the disk of its database. Free space before it runs out: the node stops then.",
      unit: "bytes",
      none: "No node reports it",
      min: 0,
      queries: [{ expr: select(nodeDiskAvailable), legend: shared.target }],
    }),
    graph([4, 7], {
      title: "Free share of the disk",
      description:
        "Available space as share of the size of the disk. A node stops below 3 % by default. AvalancheGo 1.14.1 and later report it.",
      unit: "percentunit",
      none: "No node reports it",
      min: 0,
      max: 1,
      queries: [{ expr: select(nodeDiskAvailableRatio), legend: shared.target }],
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
};
