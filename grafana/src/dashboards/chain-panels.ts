/** Panels about the chains that nodes run, their peers and their disk. */
import * as chains from "../../../src/metrics/chains.ts";
import { nodeDiskAvailable, nodeDiskAvailableRatio, nodePeers } from "../../../src/metrics/node.ts";
import { percent } from "../amounts.ts";
import { thresholds } from "../thresholds.ts";
import { thresholdSteps } from "./palette.ts";
import { graph } from "./panels.ts";
import { select, slope } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { table } from "./table.ts";

const chainLegend = `{{chain}} ${shared.target}`;
export const chainRow = {
  title: "Chains that the nodes run",
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
  ],
};
