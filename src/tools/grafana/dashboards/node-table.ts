/** Table of the monitored nodes, which two dashboards have. */
import { badBelow, steps } from "./palette.ts";
import { count, share, table } from "./panels.ts";
import { down, keys, ownStateRows, per, unknownNodes } from "./queries.ts";
import * as shared from "./shared.ts";
import { thresholds } from "./thresholds.ts";

type Table = Parameters<typeof table>[1];
/** Blocks by which a node is behind the highest node of its network. */
export const blocksBehind = (matchers: string) =>
  `max by (network) (avax_pchain_height) - on (network) group_right () ${per(keys.node, matchers)("avax_pchain_height")}`;
export const connectedLevels = badBelow(thresholds.connectedWeightCritical, thresholds.connectedWeightWarning);

/** Returns the table; `more` are the rows, labels and columns that only one of the dashboards has. */
export function nodeTable(
  size: Parameters<typeof table>[0],
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
