import { gauge, info } from "../prometheus/metric.ts";

export const nodeInfo = info(
  "avax_node_info",
  {
    help: "Facts about the node: always 1.",
    from: "info.getNodeID nodeID, info.getNodeVersion version, info.getNetworkID networkID, info.getNetworkName networkName",
  },
  ["node_id", "version", "network_id", "network"],
);
export const nodeBootstrapped = gauge(
  "avax_node_bootstrapped",
  {
    help: "1 once the node has bootstrapped the chain; X and C stay 0 where only the P-Chain is synced.",
    from: "info.isBootstrapped isBootstrapped",
  },
  ["chain"],
);
export const nodeRewardingStake = gauge("avax_node_rewarding_stake_ratio", {
  help: "Share of the stake, 0 to 1, whose validators have seen this node online for long enough that it is rewarded.",
  from: "info.uptime rewardingStakePercentage",
});
export const nodeUptime = gauge("avax_node_uptime_weighted_average_ratio", {
  help: "This node's uptime, 0 to 1, as the validators have seen it, by their stake.",
  from: "info.uptime weightedAveragePercentage",
});
export const nodeHealthCheck = gauge(
  "avax_node_health_check_passing",
  { help: "1 while the node's own check passes, 0 while not.", from: "health.health checks" },
  ["check"],
);
export const nodeLogger = info(
  "avax_node_logger_info",
  { help: "Levels of a logger of the node: always 1.", from: "admin.getLoggerLevel loggerLevels" },
  ["logger", "log_level", "display_level"],
);
export const chainAlias = info(
  "avax_chain_alias_info",
  { help: "A name of a chain on this node: always 1.", from: "admin.getChainAliases aliases" },
  ["blockchain_id", "alias"],
);
