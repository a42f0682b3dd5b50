import { gauge, withLabels } from "../prometheus/metric.ts";

export const upgradeTime = withLabels("upgrade").timestamp("avax_upgrade_timestamp_seconds", {
  help: "Activation time of the last two network upgrades that the node knows and that have a date, in Unix seconds. In the future if the upgrade is scheduled.",
  from: "info.upgrades",
});
export const nodeUpgradeUnknown = gauge("avax_node_upgrade_unknown", {
  help: "1 if the majority of the stake announces an upgrade that the node does not know, otherwise 0. AvalancheGo 1.15 and later report it.",
  from: "health.health futureupgrade",
});
