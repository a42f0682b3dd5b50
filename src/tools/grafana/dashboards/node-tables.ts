/** Tables of the monitored nodes and of their chains, which two dashboards have. */
import { badAbove, badBelow, steps } from "./palette.ts";
import { count, duration, share, table } from "./panels.ts";
import { down, keys, names, ownStateRows, per, unknownNodes } from "./queries.ts";
import * as shared from "./shared.ts";
import { thresholds } from "./thresholds.ts";

type Size = Parameters<typeof table>[0];
type Table = Parameters<typeof table>[1];
/** Blocks by which a node is behind the highest node of its network. */
export const blocksBehind = (matchers: string) =>
  `max by (network) (avax_pchain_height) - on (network) group_right () ${per(keys.node, matchers)("avax_pchain_height")}`;
export const connectedLevels = badBelow(thresholds.connectedWeightCritical, thresholds.connectedWeightWarning);

/** Returns the table; `more` are the rows, labels and columns that only one of the dashboards has. */
export function nodeTable(
  size: Size,
  matchers: string,
  more: Pick<Table, "rows" | "labels" | "columns"> = { rows: [], labels: {}, columns: {} },
) {
  const perNode = per(keys.node, matchers);
  const [problem, ok] = ownStateRows(keys.node, "avax_node_state", matchers);
  return table(size, {
    title: "Nodes",
    description:
      "All nodes that the exporters monitor, those with a problem first. Failing: number of its chains that are not ok. Behind: P-Chain blocks behind the highest node of the same network. Connected: share of the stake. If a node is unreachable or behind, check its log, disk and connections.",
    none: "No exporter found",
    rows: [
      problem ?? "",
      `label_replace(max by (instance, node) (${down}), "state", "exporter_down", "", "")`,
      unknownNodes,
      ok ?? "",
      ...more.rows,
    ],
    labels: {
      ...shared.stateColumn("node", 110),
      node: { title: "Node", width: 85, links: [shared.toNode] },
      instance: { title: "Exporter", links: [shared.toNode] },
      ...shared.networkColumn,
      ...shared.nodeIdHidden,
      ...more.labels,
    },
    columns: {
      ...shared.lastOkColumn(keys.node, "avax_node_state", matchers, "and on (instance, node) up"),
      Failing: {
        expr: `sum by (${keys.node}) (avax_chain_state{${matchers},state!="ok"})`,
        ...count,
        levels: steps("good", [1, "bad"]),
        width: 60,
      },
      Behind: {
        expr: blocksBehind(matchers),
        ...count,
        levels: steps("good", [1, "neutral"], [thresholds.blocksBehind, "bad"]),
        width: 60,
      },
      Connected: {
        expr: perNode("avax_chain_connected_weight_ratio", "max", 'chain="P",'),
        ...share,
        levels: connectedLevels,
        width: 85,
      },
      ...more.columns,
    },
  });
}

/** Returns the table of chains. The name of a chain is its alias, or the label `chain`. */
export function chainTable(size: Size, matchers: string, about: Pick<Table, "title" | "description" | "none">) {
  const perChain = per(keys.chain, matchers);
  return table(size, {
    ...about,
    rows: [
      ...ownStateRows(keys.chain, "avax_chain_state", matchers),
      ...names(keys.chain, "chain", shared.chainOrHeight, matchers),
    ],
    labels: {
      ...shared.stateColumn("chain"),
      alias: { title: "Chain" },
      node: { title: "Node", width: 110, links: [shared.toNode] },
      instance: { title: "Exporter", links: [shared.toNode] },
      ...shared.networkColumn,
      ...shared.nodeIdHidden,
    },
    columns: {
      ...shared.lastOkColumn(keys.chain, "avax_chain_state", matchers),
      Height: { expr: perChain("avax_chain_last_accepted_height"), ...count, width: 105 },
      Behind: {
        expr: `max by (network, chain) (avax_chain_last_accepted_height) - on (network, chain) group_right () ${perChain("avax_chain_last_accepted_height")}`,
        ...count,
        levels: steps("good", [1, "neutral"], [thresholds.blocksBehind, "bad"]),
        width: 75,
      },
      "Unchanged for": { expr: perChain("avax_chain_height_age_seconds"), ...duration, width: 115 },
      Undecided: { expr: perChain("avax_chain_processing_blocks"), ...count, width: 90 },
      "Oldest undecided": {
        expr: perChain("avax_chain_longest_processing_block_seconds"),
        ...duration,
        levels: badAbove(thresholds.processingBlock, thresholds.undecidedBlock),
        width: 130,
      },
      Connected: {
        expr: perChain("avax_chain_connected_weight_ratio"),
        ...share,
        levels: connectedLevels,
        width: 90,
      },
      Disconnected: { expr: perChain("avax_chain_disconnected_validators"), ...count, width: 110 },
    },
  });
}
