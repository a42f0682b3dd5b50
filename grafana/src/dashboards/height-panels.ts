/** Panels about the heights of the P-Chain and the X-Chain, and the container index. */
import * as index from "../../../src/metrics/container-index.ts";
import { height, proposedHeight } from "../../../src/metrics/pchain.ts";
import { xHeight } from "../../../src/metrics/xchain.ts";
import { timeSpan } from "../amounts.ts";
import { age, on } from "../formulas.ts";
import { thresholds } from "../thresholds.ts";
import type { Row } from "./dashboard.ts";
import { blocksBehind, chainTimeAge } from "./node-state.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { graph } from "./panels.ts";
import { select, slope } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { yesNoStates } from "./state-codes.ts";
import { table } from "./table.ts";

const indexKeys = [...shared.targetKeys, "chain", "container"];
const indexLegend = `{{chain}} {{container}} ${shared.target}`;
export const timeLevels = thresholdSteps(
  "good",
  [thresholds.chainTimeWarning, "warning"],
  [thresholds.chainTimeCritical, "bad"],
);

/** Blocks older than a minute that are missing from an index: it is polled less often than the height. No index has genesis. */
const missing = (chain: "P" | "X", chainHeight: typeof height | typeof xHeight) =>
  `clamp_min(${select(chainHeight)} offset 1m - 1 - ${on()} ${select(index.indexLastAccepted, { chain, container: "block" })}, 0)`;

export const pChainRow: Row = {
  title: "P-Chain",
  isCollapsed: true,
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
};

export const indexRow: Row = {
  title: "X-Chain and container index",
  isCollapsed: true,
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
          width: 90,
        },
        { title: "Last index", expr: select(index.indexLastAccepted), unit: "locale" },
        { title: "Last", expr: age(select(index.indexLastAcceptedTime)), unit: "s", decimals: 0 },
      ],
    }),
  ],
};
