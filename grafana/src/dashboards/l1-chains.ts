/** Panels about the chains of L1s that the nodes run. */
import * as chains from "../../../src/metrics/chains.ts";
import { subnetInfo } from "../../../src/metrics/subnets.ts";
import { acceptanceQuorum, percent, timeSpan } from "../amounts.ts";
import { on } from "../formulas.ts";
import { dataLink, toTarget } from "../links.ts";
import { type Matchers, notEqual, notMatches, type Source } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { ofL1 } from "./l1-queries.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { graph, type Size, stat, timeline } from "./panels.ts";
import { aggregate, dedupeTargets, firstOf, named, select, shortened } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import type { State } from "./state-codes.ts";
import { table } from "./table.ts";

const chainStates = {
  deciding: { code: 0, word: "DECIDING", level: "good" },
  slow: { code: 1, word: "SLOW", level: "warning" },
  stalled: { code: 2, word: "STALLED", level: "bad" },
} as const satisfies Readonly<Record<string, State>>;

/** Chains by the L1 whose validator manager is on them: the chain of the L1, as a rule. */
const chainOfL1 = (which: Matchers<typeof subnetInfo>) =>
  `label_replace(${select(subnetInfo, { ...which, manager_chain_id: notEqual("") })}, "chain", "$1", "manager_chain_id", "(.+)")`;
/** Returns the values of the chains of the chosen L1s. Chains whose L1 is not known are always included. */
const ofChains = (metric: Source<(typeof chains.chainHeight)["labels"][number]>) =>
  `(${select(metric, { chain: notMatches("P|X|C") })} unless ${on("chain")} ${chainOfL1({ subnet_id: notMatches("$subnet_id") })})`;

const longest = ofChains(chains.chainLongestProcessingBlock);
const connected = ofChains(chains.chainConnectedWeight);
const chainState = firstOf(
  [chainStates.stalled, `${longest} > ${thresholds.undecidedBlock}`],
  [chainStates.stalled, `${connected} < ${thresholds.activeWeightCritical}`],
  [chainStates.slow, `${longest} > ${thresholds.processingBlock}`],
  [chainStates.deciding, ofChains(chains.chainHeight)],
);
const meaning = `STALLED: a block is undecided for more than ${timeSpan(thresholds.undecidedBlock)}, or less than ${percent(thresholds.activeWeightCritical)} of the weight is connected. SLOW: a block is undecided for more than ${timeSpan(thresholds.processingBlock)}.`;
const levels = thresholdSteps("bad", [thresholds.activeWeightCritical, "good"]);
const none = "No node runs a chain of an L1";

/** One node sees the state of a chain; the best view of all nodes counts. */
const bestState = dedupeTargets("min", chains.chainHeight, ["chain"], chainState);

export const chainStatus = (size: Size) =>
  stat(size, {
    title: "Chains of the L1s",
    description: `Worst state of the chains of L1s that the nodes run, each as the best of its nodes observes it. ${meaning} An L1 whose balances are fine can still stall: restart the validators that are offline.`,
    unit: "none",
    none: "None run here",
    isFilled: true,
    mappings: valueMappings(chainStates),
    levels: thresholdSteps("neutral"),
    queries: [{ expr: `max(${bestState})` }],
  });

const keys = [...shared.targetKeys, "chain"] as const;
const legend = `{{name}} ${shared.target}`;
const short = (expr: string) => shortened(expr, "chain", "name");
export const chainRow = {
  title: "Chains of the L1s",
  isCollapsed: true as const,
  panels: [
    table([24, 5], {
      title: "Chains of the L1s",
      description: `Chains of L1s that the nodes run, from the health checks of each node. Connected: share of the weight. Offline: validators. ${meaning} With less than ${percent(acceptanceQuorum)} connected, the chain accepts no blocks: restart the validators that are offline.`,
      none,
      keys,
      facts: { chain: { title: "Chain" }, l1: { title: "L1", width: 110 }, ...shared.seenBy },
      rows: `${ofChains(chains.chainHeight)} * ${on("chain")} group_left (l1) (topk by (job, instance, node, chain) (1, ${named(chainOfL1(ofL1), "subnet_id", "l1")})) or ${on("chain")} ${ofChains(chains.chainHeight)}`,
      columns: [
        { title: "State", expr: chainState, unit: "none", mappings: valueMappings(chainStates), width: 105 },
        { title: "Height", expr: ofChains(chains.chainHeight), unit: "locale", width: 90 },
        { title: "Undecided", expr: ofChains(chains.chainProcessingBlocks), unit: "locale", width: 95 },
        {
          title: "Oldest undecided",
          expr: longest,
          unit: "s",
          decimals: 0,
          levels: thresholdSteps("good", [thresholds.processingBlock, "warning"], [thresholds.undecidedBlock, "bad"]),
          width: 130,
        },
        { title: "Connected", expr: connected, unit: "percentunit", decimals: 1, levels, width: 95 },
        {
          title: "Offline",
          expr: ofChains(chains.chainDisconnectedValidators),
          unit: "locale",
          width: 75,
        },
      ],
      links: { "Seen by": [dataLink(toTarget("sync"), keys)] },
    }),
    timeline([24, 4], {
      title: "State of the chains",
      description: `State of each chain over time, as each node observes it. ${meaning} Compare with the times of restarts and upgrades.`,
      none,
      states: chainStates,
      queries: [{ expr: short(aggregate("max", chains.chainHeight, ["chain"], chainState)), legend }],
    }),
    graph([12, 7], {
      title: "Oldest undecided block",
      description: `Age of the oldest block on which consensus has not decided. Above ${timeSpan(thresholds.processingBlock)} the health check of the chain fails. If it rises with the time, the chain accepts nothing.`,
      unit: "s",
      none,
      min: 0,
      softMax: thresholds.processingBlock,
      queries: [{ expr: short(longest), legend }],
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
      queries: [{ expr: short(connected), legend }],
    }),
  ],
};
