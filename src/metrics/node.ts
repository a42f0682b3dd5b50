import { withLabels, withNodeAnd } from "../exposition/metric.ts";

const ofNode = withNodeAnd<never>();

export const nodeInfo = withLabels("node_id", "version", "network_id").info("avax_node_info", {
  help: "Information about the node; always 1. The last known one while the node does not respond.",
  from: "info.getNodeID nodeID, info.getNodeVersion version, info.getNetworkID networkID",
});
export const nodeBootstrapped = withNodeAnd("chain").gauge("avax_node_bootstrapped", {
  help: "1 if the node has bootstrapped the chain, otherwise 0. X and C stay 0 with partial sync. chain is that of avax_chain_info for the chains of subnets and L1s.",
  from: "info.isBootstrapped isBootstrapped",
});
export const nodeRewardingStake = ofNode.gauge("avax_node_rewarding_stake_ratio", {
  help: "Share of the network's stake (0 to 1) held by validators that consider the node's uptime sufficient for a reward. Validators without a connection to the node do not count. Before AvalancheGo 1.15.0, sufficient means 0.8 also where 0.9 is required.",
  from: "info.uptime rewardingStakePercentage",
});
export const nodeUptime = ofNode.gauge("avax_node_uptime_weighted_average_ratio", {
  help: "Uptime of the node as observed by the other validators (0 to 1), divided by the stake of the whole network: validators without a connection count as 0, the node itself as 1. Falls after a restart until all peers have reported again.",
  from: "info.uptime weightedAveragePercentage",
});
export const nodeHealthCheck = withNodeAnd("check").gauge("avax_node_health_check_passing", {
  help: "1 if the health check of the node passes, otherwise 0.",
  from: "health.health checks",
});
export const nodePeers = ofNode.gauge("avax_node_peers", {
  help: "Number of peers that the node is connected to.",
  from: "health.health connectedPeers",
});
export const nodeIngressConnections = ofNode.gauge("avax_node_ingress_connections", {
  help: "Number of connections that other nodes have opened to the node. A validator without any cannot be reached from outside. AvalancheGo 1.13.0 and later report it.",
  from: "health.health ingressConnectionCount",
});
export const nodeDiskAvailable = ofNode.gauge("avax_node_disk_available_bytes", {
  help: "Space available to the node on the disk of its database, in bytes.",
  from: "health.health availableDiskBytes",
});
export const nodeDiskAvailableRatio = ofNode.gauge("avax_node_disk_available_ratio", {
  help: "Available space as share (0 to 1) of the size of the disk of the node's database, in whole percents. AvalancheGo 1.14.1 and later report it, and stop below 0.03 by default.",
  from: "health.health availableDiskPercentage",
});
export const upgradeTime = withNodeAnd("upgrade").timestamp("avax_upgrade_timestamp_seconds", {
  help: "Activation time of the last two network upgrades that the node knows and that have a date, in Unix seconds. In the future if the upgrade is scheduled.",
  from: "info.upgrades",
});
export const nodeUpgradeUnknown = ofNode.gauge("avax_node_upgrade_unknown", {
  help: "1 if the majority of the stake announces an upgrade that the node does not know, otherwise 0. AvalancheGo 1.14.1 and later report it.",
  from: "health.health futureupgrade",
});
export const nodeUpgradeUnknownIn = ofNode.gauge("avax_node_upgrade_unknown_seconds", {
  help: "Time until the activation of an upgrade that the majority of the stake announces and the node does not know, in seconds. Absent without such an upgrade. AvalancheGo 1.14.1 and later report it.",
  from: "health.health futureupgrade, timestamp",
});
export const nodeLogger = withNodeAnd("logger", "log_level", "display_level").info("avax_node_logger_info", {
  help: "Log levels of a logger of the node; always 1.",
  from: "admin.getLoggerLevel loggerLevels",
});
export const chainAlias = withNodeAnd("blockchain_id", "alias").info("avax_chain_alias_info", {
  help: "Alias of a chain on the node; always 1.",
  from: "admin.getChainAliases aliases",
});
