/** Peers of the node. The queried node is not one of its own peers. */
import { from, fromAll } from "../api/source.ts";
import { kindOf } from "../exposition/metric.ts";

/** Sums by label value, the largest first. */
type Sums<T> = readonly (readonly [label: string, sum: T])[];
export const peerCounts = kindOf<{ readonly byVersion: Sums<bigint> }>().ofNode();
export const peersByVersion = peerCounts.gauges("avax_peers", "version", {
  help: "Number of peers that the node is connected to, by version. The versions with the fewest peers are combined as other.",
  from: from("info.peers", "version"),
  of: ({ byVersion }) => byVersion,
});

const weight = from("platform.getValidatorsAt", "weight");
/** Stake of the validators among the peers, in nAVAX. */
type PeerStake = {
  readonly byVersion: Sums<bigint>;
  readonly byUpgrade: Sums<bigint>;
  /** Share of the stake with a higher version than the node; undefined if it is unknown. */
  readonly higherVersionRatio: number | undefined;
};
export const peerStake = kindOf<PeerStake>().ofNode();
export const peersStake = peerStake.avaxOfEach("avax_peers_stake_avax", "version", {
  help: "Stake in AVAX, including delegations, of the validators that the node is connected to, by version, without the node's own stake. The versions with the smallest stake are combined as other.",
  from: fromAll(from("info.peers", "version"), weight),
  of: ({ byVersion }) => byVersion,
});
export const peersUpgradeStake = peerStake.avaxOfEach("avax_peers_upgrade_stake_avax", "upgrade_time", {
  help: "Stake in AVAX, including delegations, of the validators that the node is connected to, by the activation time of the newest upgrade that they know, without the node's own stake. none if they announce none. AvalancheGo 1.14.1 and later report it.",
  from: fromAll(from("info.peers", "upgradeTime"), weight),
  of: ({ byUpgrade }) => byUpgrade,
});
export const higherVersionStake = peerStake.gauge("avax_peers_higher_version_stake_ratio", {
  help: "Share (0 to 1) of the stake of the validators that the node is connected to whose version is higher than that of the node.",
  from: fromAll(from("info.peers", "version"), from("info.getNodeVersion", "version"), weight),
  of: ({ higherVersionRatio }) => higherVersionRatio,
});

/** The uptime of the node as the stake of the other validators observes it. Shares from 0 to 1. */
type ObservedUptime = {
  /** Uptime by share of the stake. */
  readonly quantiles: ReadonlyMap<number, number | undefined>;
  readonly unobservedRatio: number;
  /** Share of the stake that would refuse the reward, by required uptime. */
  readonly insufficient: ReadonlyMap<number, number>;
};
export const ownUptime = kindOf<ObservedUptime>().ofNode();
const fromUptime = fromAll(from("info.peers", "observedUptime"), weight);
const byText = <T>(values: ReadonlyMap<number, T>) => [...values].map(([key, value]) => [String(key), value] as const);
export const observedUptime = ownUptime.gauges("avax_node_observed_uptime_ratio", "stake_share", {
  help: "Uptime of the node (0 to 1) that this share of the stake observes or less, of the connected validators that have reported one. Whole percents, rounded down. Only for a validator.",
  from: fromUptime,
  of: ({ quantiles }) => byText(quantiles),
});
export const unobservedStake = ownUptime.gauge("avax_node_unobserved_stake_ratio", {
  help: "Share (0 to 1) of the stake of all other validators that has not reported an uptime of the node: no connection, or no report since the connection. Only for a validator.",
  from: fromUptime,
  of: ({ unobservedRatio }) => unobservedRatio,
});
export const insufficientStake = ownUptime.gauges("avax_node_insufficient_uptime_stake_ratio", "required", {
  help: "Share (0 to 1) of the stake of all other validators that has reported an uptime of the node below the required one, and would refuse the reward. Only for a validator.",
  from: fromUptime,
  of: ({ insufficient }) => byText(insufficient),
});

/** A watched validator among the peers. */
type ValidatorPeer = {
  readonly subnet_id: string;
  readonly node_id: string;
  readonly alias: string;
  readonly version: string;
  readonly lastReceived: Date;
  /** Number of chains. */
  readonly benched: number;
};
export const validatorPeer = kindOf<ValidatorPeer>().with("subnet_id", "node_id", "alias");
export const validatorPeerInfo = validatorPeer.info("avax_validator_peer_info", {
  help: "Information about a watched validator that the node is connected to; always 1.",
  from: from("info.peers", "version"),
  labels: ["version"],
});
export const validatorLastContact = validatorPeer.timestamp("avax_validator_last_contact_timestamp_seconds", {
  help: "Time of the last message from a watched validator that the node is connected to, in Unix seconds.",
  from: from("info.peers", "lastReceived"),
  of: ({ lastReceived }) => lastReceived,
});
export const validatorBenchedChains = validatorPeer.gauge("avax_validator_benched_chains", {
  help: "Number of chains on which the node has benched a watched validator that it is connected to, because its queries failed.",
  from: from("info.peers", "benched"),
  of: ({ benched }) => benched,
});
