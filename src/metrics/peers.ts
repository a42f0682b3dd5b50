/** Peers of the node. The queried node is not one of its own peers. */
import { gauge, withLabels, withNodeAnd } from "../exposition/metric.ts";

export const peersByVersion = withLabels("version").gauge("avax_peers", {
  help: "Number of peers that the node is connected to, by version. The versions with the fewest peers are combined as other.",
  from: "info.peers version",
});
export const peersStake = withLabels("version").avax("avax_peers_stake_avax", {
  help: "Stake in AVAX, including delegations, of the validators that the node is connected to, by version, without the node's own stake. The versions with the smallest stake are combined as other.",
  from: "info.peers version, platform.getValidatorsAt weight",
});
export const peersUpgradeStake = withLabels("upgrade_time").avax("avax_peers_upgrade_stake_avax", {
  help: "Stake in AVAX, including delegations, of the validators that the node is connected to, by the activation time of the newest upgrade that they know, without the node's own stake. none if they announce none. AvalancheGo 1.14.1 and later report it.",
  from: "info.peers upgradeTime, platform.getValidatorsAt weight",
});
export const higherVersionStake = gauge("avax_peers_higher_version_stake_ratio", {
  help: "Share (0 to 1) of the stake of the validators that the node is connected to whose version is higher than that of the node.",
  from: "info.peers version, info.getNodeVersion version, platform.getValidatorsAt weight",
});

const fromUptime = "info.peers observedUptime, platform.getValidatorsAt weight";
export const observedUptime = withNodeAnd("stake_share").gauge("avax_node_observed_uptime_ratio", {
  help: "Uptime of the node (0 to 1) that this share of the stake observes or less, of the connected validators that have reported one. Whole percents, rounded down. Only for a validator.",
  from: fromUptime,
});
export const unobservedStake = withNodeAnd<never>().gauge("avax_node_unobserved_stake_ratio", {
  help: "Share (0 to 1) of the stake of all other validators that has not reported an uptime of the node: no connection, or no report since the connection. Only for a validator.",
  from: fromUptime,
});
export const insufficientStake = withNodeAnd("required").gauge("avax_node_insufficient_uptime_stake_ratio", {
  help: "Share (0 to 1) of the stake of all other validators that has reported an uptime of the node below the required one, and would refuse the reward. Only for a validator.",
  from: fromUptime,
});

const validator = withLabels("subnet_id", "node_id", "alias");

export const validatorPeerInfo = withLabels("subnet_id", "node_id", "alias", "version").info(
  "avax_validator_peer_info",
  {
    help: "Information about a watched validator that the node is connected to; always 1.",
    from: "info.peers version",
  },
);
export const validatorLastContact = validator.timestamp("avax_validator_last_contact_timestamp_seconds", {
  help: "Time of the last message from a watched validator that the node is connected to, in Unix seconds.",
  from: "info.peers lastReceived",
});
export const validatorBenchedChains = validator.gauge("avax_validator_benched_chains", {
  help: "Number of chains on which the node has benched a watched validator that it is connected to, because its queries failed.",
  from: "info.peers benched",
});
