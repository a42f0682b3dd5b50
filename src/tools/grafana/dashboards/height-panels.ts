/** Panels about the height of the P-Chain, and the container index. */
import * as index from "../../../collectors/container-index.ts";
import { height, proposedHeight } from "../../../collectors/heights.ts";
import { entities } from "../../../entities/all.ts";
import { timeSpan } from "../../../lib/duration.ts";
import type { Row } from "./dashboard.ts";
import { inWords, thresholdSteps } from "./palette.ts";
import { graph } from "./panels.ts";
import { age, perMinute, queryPerTarget, select, targetKeys, withTarget } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { table } from "./table.ts";
import { thresholds } from "./thresholds.ts";

const indexKeys = [...targetKeys, "chain", "index"];

export const pChainRow: Row = {
  title: "P-Chain",
  isCollapsed: true,
  panels: [
    graph([8, 7], {
      title: "Blocks behind the highest node",
      description:
        "Blocks by which each node is behind the highest node of its network. Spikes of a few blocks are normal, because nodes are polled at different times. A rising line means that the node does not keep up: check its disk and CPU.",
      unit: "locale",
      none: "No node responds",
      min: 0,
      softMax: thresholds.blocksBehind,
      lines: true,
      levels: thresholdSteps("good", [thresholds.blocksBehind, "bad"]),
      queries: [queryPerTarget(shared.blocksBehind)],
    }),
    graph([8, 7], {
      title: "Age of the last P-Chain block",
      description: `Time since the timestamp of the last accepted block. A low sawtooth is normal on mainnet. A steady increase means that no blocks are accepted: a network problem if all nodes show it, a node problem if only one does. On Fuji and on private networks the P-Chain can be idle. Dashed lines: ${timeSpan(thresholds.chainTimeWarning)} and ${timeSpan(thresholds.chainTimeCritical)}.`,
      unit: "s",
      none: "No node responds",
      decimals: 0,
      min: 0,
      lines: true,
      levels: shared.timeLevels,
      queries: [queryPerTarget(select(entities.node.metric("pchain_block_age_seconds")))],
    }),
    graph([8, 7], {
      title: "Proposed height lag",
      description: `Blocks by which the height that new blocks refer to lags behind the accepted height. Normal: blocks of the last 30 seconds, and of the time since it was read, at most ${thresholds.proposedHeightLag}. More than ${thresholds.proposedHeightLag} for minutes is a fault of the node: report it.`,
      unit: "locale",
      none: "No node responds",
      min: 0,
      softMax: thresholds.proposedHeightLag,
      lines: true,
      levels: thresholdSteps("good", [thresholds.proposedHeightLag + 1, "bad"]),
      queries: [queryPerTarget(`clamp_min(${select(height)} - ${select(proposedHeight)}, 0)`)],
    }),
  ],
};

export const indexRow: Row = {
  title: "Container index",
  isCollapsed: true,
  panels: [
    table([24, 7], {
      title: "Container indices",
      description:
        "Each monitored index. Off: disabled on the node. Per minute: follows the blocks of its chain; at 0 while its height advances, restart the node. Last: time since its last container was added; on the X-Chain an hour is normal.",
      none: "No index monitored, or all chains are bootstrapping",
      keys: indexKeys,
      facts: {
        chain: { title: "Chain", width: 70 },
        index: { title: "Index", width: 110 },
        target: { title: "Node" },
        ...shared.networkFact,
      },
      rows: [withTarget(select(index.indexAvailable))],
      columns: [
        {
          title: "Served",
          expr: select(index.indexAvailable),
          ...inWords(["off", "unknown"], ["on", "good"]),
          width: 70,
        },
        { title: "Last index", expr: select(index.indexLastAccepted), unit: "locale", width: 130 },
        {
          title: "Per minute",
          expr: perMinute(index.indexLastAccepted),
          unit: "short",
          decimals: 1,
          width: 95,
        },
        { title: "Last", expr: age(select(index.indexLastAcceptedTime)), unit: "s", decimals: 0 },
      ],
    }),
  ],
};
