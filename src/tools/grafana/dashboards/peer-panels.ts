/** Panels about peers and network upgrades. */
import { upgradeTime } from "../../../collectors/node.ts";
import * as peers from "../../../collectors/peers.ts";
import type { Row } from "./dashboard.ts";
import { graph } from "./panels.ts";
import { perItem, queryPerTarget, select, targetKeys, withTarget } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { table } from "./table.ts";

/** Returns the share of the stake of all connected validators, of the node that is connected to most. */
const shareOf = (each: string) => `${each} / on (network) group_left () sum by (network) (${each})`;

export const peerRow: Row = {
  title: "Peers and network upgrades",
  isCollapsed: true,
  panels: [
    graph([12, 7], {
      title: "Stake of connected validators by version",
      description:
        "Share of the connected stake by the version of the validators, and the share with a higher version than each node. During an upgrade the stake moves to the new version: update your nodes before most of it has.",
      unit: "percentunit",
      none: "Info API disabled, or no validator connected",
      min: 0,
      max: 1,
      legend: "table",
      queries: [
        { expr: shareOf(perItem("max", peers.peersStake, ["version"])), legend: "{{version}} ({{network}})" },
        queryPerTarget(select(peers.higherVersionStake), "above"),
      ],
    }),
    graph([12, 7], {
      title: "Peers by version",
      description:
        "Number of peers of each node, by version. The versions with the fewest peers are combined as other.",
      unit: "locale",
      none: "Info API disabled",
      decimals: 0,
      min: 0,
      legend: "table",
      queries: [queryPerTarget(select(peers.peersByVersion), "{{version}}")],
    }),
    table([24, 7], {
      title: "Upgrades",
      description:
        "The last two network upgrades with a date that each node knows. A time in the future is that of a scheduled upgrade: update the node before it.",
      none: "Info API disabled",
      keys: [...targetKeys, "upgrade"],
      facts: { upgrade: { title: "Upgrade" }, ...shared.nodeFact, ...shared.networkFact },
      rows: [withTarget(select(upgradeTime))],
      columns: [{ title: "Active from", expr: `1000 * ${select(upgradeTime)}`, unit: "dateTimeAsIso", width: 200 }],
      sort: { by: "Active from", desc: true },
    }),
  ],
};
