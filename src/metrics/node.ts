import type { Result } from "../api/contract.ts";
import { from } from "../api/source.ts";
import { kindOf } from "../exposition/metric.ts";
import type { UpgradeTimes } from "../facts/upgrades.ts";

/** The identity of the node. */
export type NodeIdentity = { readonly node_id: string; readonly version: string; readonly network_id: string };
export const nodeIdentity = kindOf<NodeIdentity>().with();

type Bootstrapped = { readonly chain: string; readonly isBootstrapped: boolean };
export const chainBootstrapped = kindOf<Bootstrapped>().ofNode("chain");
export const nodeBootstrapped = chainBootstrapped.gauge("avax_node_bootstrapped", {
  help: "1 if the node has bootstrapped the chain, otherwise 0. X and C stay 0 with partial sync. chain is that of avax_chain_info for the chains of subnets and L1s.",
  from: from("info.isBootstrapped", "isBootstrapped"),
  of: ({ isBootstrapped }) => isBootstrapped,
});

export const reportedUptime = kindOf<Result<"info.uptime">>().ofNode();
export const nodeRewardingStake = reportedUptime.gauge("avax_node_rewarding_stake_ratio", {
  help: "Share (0 to 1) of stake that considers the node's uptime enough for a reward. The stake is that of the network; validators without a connection to the node do not count. Before AvalancheGo 1.15.0, 0.8 is enough also where 0.9 is required.",
  from: from("info.uptime", "rewardingStakePercentage"),
  of: ({ rewardingStakePercentage }) => rewardingStakePercentage,
});

type HealthCheck = {
  readonly check: string;
  readonly passes: boolean;
  /** Of a check that fails. */
  readonly error: string | undefined;
};
export const healthCheck = kindOf<HealthCheck>().ofNode("check");
export const nodeHealthCheck = healthCheck.gauge("avax_node_health_check_passing", {
  help: "1 if the health check of the node passes, otherwise 0.",
  from: from("health.health", "checks"),
  of: ({ passes }) => passes,
});

type Network = { readonly peers: bigint | undefined; readonly ingressConnections: bigint | undefined };
export const nodeNetwork = kindOf<Network>().ofNode();
export const nodePeers = nodeNetwork.gauge("avax_node_peers", {
  help: "Number of peers that the node is connected to.",
  from: from("health.health", "connectedPeers"),
  of: ({ peers }) => peers,
});
export const nodeIngressConnections = nodeNetwork.gauge("avax_node_ingress_connections", {
  help: "Number of connections that other nodes have opened to the node. A validator without any cannot be reached from outside. Absent for the first ten minutes after a start of the node.",
  from: from("health.health", "ingressConnectionCount"),
  of: ({ ingressConnections }) => ingressConnections,
});

type Disk = { readonly availableBytes: bigint; readonly availableRatio: number | undefined };
export const nodeDisk = kindOf<Disk>().ofNode();
export const nodeDiskAvailable = nodeDisk.gauge("avax_node_disk_available_bytes", {
  help: "Space available to the node on the disk of its database, in bytes.",
  from: from("health.health", "availableDiskBytes"),
  of: ({ availableBytes }) => availableBytes,
});
export const nodeDiskAvailableRatio = nodeDisk.gauge("avax_node_disk_available_ratio", {
  help: "Available share (0 to 1) of the disk of the node's database, in whole percents. AvalancheGo 1.14.1 and later report it, and stop below 0.03 by default.",
  from: from("health.health", "availableDiskPercentage"),
  of: ({ availableRatio }) => availableRatio,
});

/** Activation times of all upgrades that have a date. */
export const reportedUpgrades = kindOf<{ readonly times: UpgradeTimes }>().ofNode();
export const upgrade = kindOf<{ readonly upgrade: string; readonly time: Date }>().ofNode("upgrade");
export const upgradeTime = upgrade.timestamp("avax_upgrade_timestamp_seconds", {
  help: "Activation time of the last two upgrades that the node knows, in Unix seconds. Upgrades without a date do not count.",
  from: from("info.upgrades"),
  of: ({ time }) => time,
});

/** The upgrade that the majority of the stake announces and the node does not know; undefined if there is none. */
export const announcedUpgrade = kindOf<{ readonly unknownTime: Date | undefined }>().ofNode();
export const nodeUpgradeUnknown = announcedUpgrade.gauge("avax_node_upgrade_unknown", {
  help: "1 if the stake's majority announces an upgrade unknown to the node, otherwise 0. AvalancheGo 1.14.1 and later report it.",
  from: from("health.health", "futureupgrade"),
  of: ({ unknownTime }) => unknownTime !== undefined,
});
