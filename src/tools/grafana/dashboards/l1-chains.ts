/** Panels about the chains of L1s that the nodes run. */
import { toTarget } from "../../../alerting/alert.ts";
import * as chains from "../../../collectors/chains.ts";
import { defaultQuorum } from "../../../entities/protocol/consensus.ts";
import { timeSpan } from "../../../lib/duration.ts";
import { percent } from "../../../lib/text.ts";
import { matches, notMatches, type Source } from "../promql.ts";
import type { Row } from "./dashboard.ts";
import { dataLink } from "./data-links.ts";
import { badAbove, thresholdSteps } from "./palette.ts";
import { duration, graph, type Size, share } from "./panels.ts";
import { named, queryPerTarget, select, targetKeys } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { chainRows, kinds, stateFact, stateTile } from "./state-panels.ts";
import { table } from "./table.ts";
import { thresholds } from "./thresholds.ts";

const ofL1s = { chain: notMatches("P|X|C") };
/** Chains whose subnet is not known are always included. */
const chosen = { ...ofL1s, subnet_id: matches("$subnet_id|") };
const ofChains = (metric: Source<(typeof chains.chainHeight)["labels"][number]>) => select(metric, chosen);
const levels = thresholdSteps("bad", [thresholds.activeWeightCritical, "good"]);
const none = "Not run here";

export const chainStatus = (size: Size) =>
  stateTile(
    size,
    kinds.chains,
    {
      title: "Chains",
      description:
        "States of the chains of L1s that the nodes run. An L1 whose balances are fine can still halt: restart the validators that are offline.",
      none,
    },
    ofL1s,
  );

const keys = [...targetKeys, "chain"] as const;
const lines = (metric: Source<(typeof chains.chainHeight)["labels"][number]>) => [
  queryPerTarget(named(ofChains(metric), "chain"), "{{name}}"),
];
export const chainRow: Row = {
  title: "Chains of the L1s",
  isCollapsed: true,
  panels: [
    table([24, 6], {
      title: "Chains of the L1s",
      description: `Chains of L1s that the nodes run, those with a problem first. Name and VM: as in the transaction that created the chain. Unchanged for: time since a health check has seen the height increase; a lower limit after a restart of the exporter. Connected: share of the weight. With less than ${percent(defaultQuorum.acceptance)} connected (by default), the chain accepts no blocks: restart the validators that are offline.`,
      none,
      keys,
      facts: {
        ...stateFact(kinds.chains.states),
        alias: { title: "L1", width: 110 },
        chain: { title: "Chain" },
        ...shared.nodeFact,
        ...shared.networkFact,
      },
      rows: chainRows(chosen),
      more: [
        {
          expr: select(chains.chainInfo, chosen),
          facts: { name: { title: "Name", width: 110 }, vm_id: { title: "VM", width: 110 } },
        },
      ],
      columns: [
        { title: "Height", expr: ofChains(chains.chainHeight), unit: "locale", width: 90 },
        { title: "Unchanged for", expr: ofChains(chains.chainHeightAge), ...duration },
        { title: "Undecided", expr: ofChains(chains.chainProcessingBlocks), unit: "locale", width: 95 },
        {
          title: "Oldest undecided",
          expr: ofChains(chains.chainLongestProcessingBlock),
          unit: "s",
          decimals: 0,
          levels: badAbove(thresholds.processingBlock, thresholds.undecidedBlock),
          width: 130,
        },
        { title: "Connected", expr: ofChains(chains.chainConnectedWeight), ...share, levels, width: 95 },
        { title: "Offline", expr: ofChains(chains.chainDisconnectedValidators), unit: "locale", width: 75 },
      ],
      links: { Node: [dataLink(toTarget("sync"), keys)] },
    }),
    graph([12, 7], {
      title: "Oldest undecided block",
      description: `Age of the oldest block on which consensus has not decided. Above ${timeSpan(thresholds.processingBlock)} the health check of the chain fails. If it rises with the time, the chain accepts nothing.`,
      unit: "s",
      none,
      min: 0,
      softMax: thresholds.processingBlock,
      queries: lines(chains.chainLongestProcessingBlock),
    }),
    graph([12, 7], {
      title: "Weight connected",
      description: `Share of the weight of each chain's validators that the node is connected to. Dashed line: ${percent(thresholds.activeWeightCritical)}. Inactive validators are not connected: top them up, and restart those that are offline.`,
      unit: "percentunit",
      none,
      min: 0,
      max: 1,
      lines: true,
      levels,
      queries: lines(chains.chainConnectedWeight),
    }),
  ],
};
