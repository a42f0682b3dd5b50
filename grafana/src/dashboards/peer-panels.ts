/** Panels about peers and network upgrades. */
import { upgradeTime } from "../../../src/metrics/node.ts";
import * as peers from "../../../src/metrics/peers.ts";
import { age, on } from "../formulas.ts";
import { dataLink, toValidator } from "../links.ts";
import type { Row } from "./dashboard.ts";
import { thresholdSteps } from "./palette.ts";
import { graph } from "./panels.ts";
import { aggregate, select } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { table } from "./table.ts";

/** Returns the share of the stake of all connected validators. */
const shareOf = (stake: typeof peers.peersStake | typeof peers.peersUpgradeStake) =>
  `${select(stake)} / ${on()} group_left () ${aggregate("sum", stake, [], select(stake))}`;

export const peerRow: Row = {
  title: "Peers and network upgrades",
  isCollapsed: true,
  panels: [
    graph([8, 7], {
      title: "Stake of connected validators by version",
      description:
        "Share of the connected stake by the version of the validators. During an upgrade the stake moves to the new version: update your nodes before most of it has.",
      unit: "percentunit",
      none: "Info API disabled, or no validator connected",
      min: 0,
      max: 1,
      legend: "table",
      queries: [{ expr: shareOf(peers.peersStake), legend: `{{version}} ${shared.target}` }],
    }),
    graph([8, 7], {
      title: "Stake of connected validators by announced upgrade",
      description:
        "Share of the connected stake, by the activation time of the newest upgrade that the validators know. If the later time gains stake, check that your nodes know it. AvalancheGo 1.15 and later report it.",
      unit: "percentunit",
      none: "No node reports it",
      min: 0,
      max: 1,
      legend: "table",
      queries: [{ expr: shareOf(peers.peersUpgradeStake), legend: `{{upgrade_time}} ${shared.target}` }],
    }),
    graph([8, 7], {
      title: "Peers by version",
      description:
        "Number of peers of each node, by version. The versions with the fewest peers are combined as other.",
      unit: "none",
      none: "Info API disabled",
      decimals: 0,
      min: 0,
      legend: "table",
      queries: [{ expr: select(peers.peersByVersion), legend: `{{version}} ${shared.target}` }],
    }),
    table([8, 6], {
      title: "Upgrades",
      description:
        "The last two network upgrades with a date that each node knows. A time in the future is that of a scheduled upgrade: update the node before it.",
      none: "Info API disabled",
      keys: [...shared.targetKeys, "upgrade"],
      facts: { upgrade: { title: "Upgrade" }, ...shared.seenBy },
      rows: select(upgradeTime),
      columns: [{ title: "Active from", expr: `1000 * ${select(upgradeTime)}`, unit: "dateTimeAsIso", width: 200 }],
      sort: { by: "Active from", desc: true },
    }),
    table([16, 6], {
      title: "Connections to watched validators",
      description:
        "Watched validators that each node is connected to: version, time since the last message, and number of chains on which the node has benched them because their queries failed. Check validators that are benched: they respond too late.",
      none: "No watched validator is connected",
      keys: [...shared.targetKeys, "subnet_id", "node_id"],
      facts: { node_id: { title: "NodeID" }, version: { title: "Version", width: 180 }, ...shared.seenBy },
      rows: select(peers.validatorPeerInfo),
      columns: [
        { title: "Last message", expr: age(select(peers.validatorLastContact)), unit: "s", decimals: 0, width: 120 },
        {
          title: "Benched",
          expr: select(peers.validatorBenchedChains),
          unit: "suffix: chains",
          levels: thresholdSteps("good", [1, "warning"]),
          width: 120,
        },
      ],
      sort: { by: "Benched", desc: true },
      links: { NodeID: [dataLink(toValidator, ["node_id"])] },
    }),
  ],
};
