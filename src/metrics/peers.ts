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
  /** Share of the stake with a higher version than the node; undefined if it is unknown. */
  readonly higherVersionRatio: number | undefined;
};
export const peerStake = kindOf<PeerStake>().ofNode();
export const peersStake = peerStake.avaxOfEach("avax_peers_stake_avax", "version", {
  help: "Stake in AVAX of connected validators by version, without the node's own stake. Includes delegations. The versions with the smallest stake are combined as other.",
  from: fromAll(from("info.peers", "version"), weight),
  of: ({ byVersion }) => byVersion,
});
export const higherVersionStake = peerStake.gauge("avax_peers_higher_version_stake_ratio", {
  help: "Share (0 to 1) of the connected stake whose version is higher than the node's.",
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
  help: "Uptime of the node (0 to 1) that this share of the reporting stake sees or less. Whole percents, rounded down. Only for a validator.",
  from: fromUptime,
  of: ({ quantiles }) => byText(quantiles),
});
export const unobservedStake = ownUptime.gauge("avax_node_unobserved_stake_ratio", {
  help: "Share (0 to 1) of the other stake that has not reported an uptime of the node. It has no connection, or has not reported since the connection. Only for a validator.",
  from: fromUptime,
  of: ({ unobservedRatio }) => unobservedRatio,
});
export const insufficientStake = ownUptime.gauges("avax_node_insufficient_uptime_stake_ratio", "required", {
  help: "Share (0 to 1) of the other stake that reports an uptime below the required one. It would refuse the reward. Only for a validator.",
  from: fromUptime,
  of: ({ insufficient }) => byText(insufficient),
});

/** A watched validator among the peers. */
type ValidatorPeer = {
  readonly subnet_id: string;
  readonly node_id: string;
  readonly alias: string;
  readonly lastReceived: Date;
  /** Number of chains. */
  readonly benched: number;
};
export const validatorPeer = kindOf<ValidatorPeer>().with("subnet_id", "node_id", "alias");
export const validatorLastContact = validatorPeer.timestamp("avax_validator_last_contact_timestamp_seconds", {
  help: "Time of the last message from a connected watched validator, in Unix seconds.",
  from: from("info.peers", "lastReceived"),
  of: ({ lastReceived }) => lastReceived,
});
export const validatorBenchedChains = validatorPeer.gauge("avax_validator_benched_chains", {
  help: "Number of chains on which the node has benched a connected watched validator. It benches a validator after failed queries.",
  from: from("info.peers", "benched"),
  of: ({ benched }) => benched,
});
