/** Panels about peers and network upgrades. */
import * as peers from "../../../src/metrics/peers.ts";
import { nodeUpgradeUnknown, upgradeTime } from "../../../src/metrics/upgrades.ts";
import { age } from "../formulas.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { graph } from "./panels.ts";
import { select } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { yesNoStates } from "./state-codes.ts";
import { table } from "./table.ts";

export const peerRow = {
  title: "Peers and network upgrades",
  panels: [
    table([12, 6], {
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
    table([12, 6], {
      title: "Unknown upgrade announced",
      description:
        "Whether the majority of the stake announces an upgrade that the node does not know. If so, update AvalancheGo before the upgrade, or the node cannot follow the network. AvalancheGo 1.15 and later report it.",
      none: "No node reports it",
      keys: [...shared.targetKeys],
      facts: { target: { title: "Node" } },
      rows: select(nodeUpgradeUnknown),
      columns: [
        {
          title: "Knows the upgrade",
          expr: `1 - ${select(nodeUpgradeUnknown)}`,
          unit: "none",
          mappings: valueMappings(yesNoStates("YES", "NO", "warning")),
          width: 160,
        },
      ],
      sort: { by: "Knows the upgrade" },
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
    graph([8, 7], {
      title: "Stake of connected validators by version",
      description:
        "Stake that each node is connected to, by the version of the validators. During an upgrade, the stake moves to the new version.",
      unit: "suffix: AVAX",
      none: "Info API disabled, or no validator connected",
      min: 0,
      legend: "table",
      queries: [{ expr: select(peers.peersStake), legend: `{{version}} ${shared.target}` }],
    }),
    graph([8, 7], {
      title: "Stake of connected validators by announced upgrade",
      description:
        "Stake that each node is connected to, by the activation time of the newest upgrade that the validators know. If the later time gains stake, check that your nodes know it. AvalancheGo 1.15 and later report it.",
      unit: "suffix: AVAX",
      none: "No node reports it",
      min: 0,
      legend: "table",
      queries: [{ expr: select(peers.peersUpgradeStake), legend: `{{upgrade_time}} ${shared.target}` }],
    }),
    table([24, 6], {
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
    }),
  ],
};
