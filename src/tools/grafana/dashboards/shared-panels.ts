/** Panels and columns shared by several dashboards. */
import { toTarget } from "../../../alerting/alert.ts";
import { chainConnectedWeight, chainHeight } from "../../../collectors/chains.ts";
import * as node from "../../../collectors/health.ts";
import { height } from "../../../collectors/heights.ts";
import { observedUptime } from "../../../collectors/peers.ts";
import { entities } from "../../../entities/all.ts";
import { notEqual } from "../promql.ts";
import type { Variable } from "./dashboard.ts";
import { dataLink } from "./data-links.ts";
import { badAbove, badBelow, thresholdSteps } from "./palette.ts";
import type { Size, Sized } from "./panels.ts";
import { share } from "./panels.ts";
import { perItem, select, selectShared, targetKeys } from "./queries.ts";
import { failingChainCount, nodeRows, nodeStateFact } from "./state-panels.ts";
import { type Column, type TableOptions, table } from "./table.ts";
import { thresholds } from "./thresholds.ts";

export const nodeFact = { target: { title: "Node", width: 130 } };
export const networkFact = { network: { title: "Network", width: 75 } };
const idAndAlias = '/node_id="(?<value>[^"]+)|alias="(?<text>[^"]+)/g';

export const nodeId: Variable = {
  name: "node_id",
  label: "validator",
  description:
    "Watched validators by alias, or the 20 largest exported ones if none is watched. Any NodeID can be entered.",
  query:
    'query_result(max by (node_id, alias) (avax_validator_present{network=~"$network",cluster=~"$cluster"}) or topk(20, max by (node_id, alias) (avax_validator_stake_avax{network=~"$network",cluster=~"$cluster"} unless on () avax_validator_present{network=~"$network",cluster=~"$cluster"})))',
  regex: idAndAlias,
  allValue: ".+",
};

export const runwayLevels = badBelow(thresholds.exhaustionCritical, thresholds.exhaustionWarning);
export const shareLevels = badBelow(thresholds.activeWeightCritical, thresholds.activeWeightWarning);
export const connectedLevels = badBelow(thresholds.connectedWeightCritical, thresholds.connectedWeightWarning);
export const endLevels = thresholdSteps("warning", [thresholds.endWarning, "neutral"], [thresholds.endInfo, "good"]);
export const timeLevels = badAbove(thresholds.chainTimeWarning, thresholds.chainTimeCritical);
export const behindLevels = thresholdSteps("good", [1, "neutral"], [thresholds.blocksBehind, "bad"]);

/** Returns the blocks by which a node is behind the highest node of its network. */
export const blocksBehind = `${perItem("max", height)} - on (network) group_right () ${select(height)}`;
/** The same for each chain that the nodes run. */
export const chainBehind = `${perItem("max", chainHeight, ["chain"])} - on (network, chain) group_right () ${select(chainHeight)}`;

/** Uptime of the monitored nodes: the middle of the whole percents that the median of the stake reports, as on the status page. */
export const ownUptime = (selected: string) => `clamp_max(${selected} + 0.005, 1)`;
const connectedStake = select(chainConnectedWeight, { chain: "P" });
/** Aliases of the monitored nodes that are watched validators. */
const ownAlias = `${select(entities.node.metric("state"))} * on (network, node_id) group_left (alias) topk by (network, node_id) (1, group by (network, node_id, alias) (${selectShared(entities.validator.metric("present"), { alias: notEqual("") })}))`;
type NodeHeights = { readonly heights?: readonly Column[] };
/** Heights of the chains of a node, and the age of its last P-Chain block. */
export const nodeHeights: readonly Column[] = [
  { title: "Block age", expr: select(entities.node.metric("pchain_block_age_seconds")), unit: "s", decimals: 0 },
  { title: "P-Chain", expr: select(height), unit: "locale", width: 90 },
  { title: "C-Chain", expr: select(chainHeight, { chain: "C" }), unit: "locale", width: 90 },
];
/** Table of the nodes: how far they are, their connections and their disk. */
export const nodeTable = (
  size: Size,
  { more = [], heights = [], columns = [] }: Pick<Partial<TableOptions>, "more" | "columns"> & NodeHeights = {},
): Sized =>
  table(size, {
    title: "Nodes",
    description:
      "All nodes that the exporters monitor, those with a problem first, and then those with a failing chain. Validator: alias of the validator that the node is. Behind: P-Chain blocks behind the highest node of the same network. Own uptime: median of the stake that observes it. Failing: number of its chains that are not ok. If a node is unreachable or behind, check its log, disk and connections.",
    none: "No exporter found",
    keys: targetKeys,
    facts: { ...nodeStateFact, target: { title: "Node" }, ...networkFact },
    rows: nodeRows,
    more: [{ expr: ownAlias, facts: { alias: { title: "Validator", width: 110 } } }, ...more],
    columns: [
      {
        title: "Failing",
        expr: failingChainCount,
        unit: "locale",
        levels: thresholdSteps("good", [1, "bad"]),
        width: 70,
      },
      ...heights,
      { title: "Behind", expr: blocksBehind, unit: "locale", levels: behindLevels, width: 65 },
      { title: "Connected", expr: connectedStake, ...share, levels: connectedLevels, width: 90 },
      {
        title: "Own uptime",
        expr: ownUptime(select(observedUptime, { stake_share: "0.5" })),
        ...share,
        width: 95,
      },
      { title: "Peers", expr: select(node.nodePeers), unit: "locale", width: 60 },
      { title: "Free disk", expr: select(node.nodeDiskAvailable), unit: "bytes", decimals: 0, width: 75 },
      ...columns,
    ],
    links: { Node: [dataLink(toTarget("sync"), targetKeys)] },
  });
