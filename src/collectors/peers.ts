/** Peers of the node. The queried node is not one of its own peers. */
import { type Item, kindOf } from "../engine/metric.ts";
import { isBefore, versionIn } from "../lib/text.ts";
import { from, fromAll, type Result } from "../node-api/contract.ts";
import { attempt } from "../node-api/errors.ts";
import { primaryNetwork } from "../node-api/ids.ts";
import { shareOf, sumOfWeights } from "../protocol/l1.ts";
import { requiredUptimes } from "../protocol/networks.ts";
import { weightedQuantile } from "../protocol/staking.ts";
import { collector, type RunClient, type ShownValidator, type WatchedNode } from "./collector.ts";
import type { ValidatorLabels } from "./kinds/validators.ts";

const maxVersions = 4;
type Amount = readonly [label: string, amount: bigint];
const peerCounts = kindOf<{ readonly byVersion: readonly Amount[] }>().ofNode();
export const peersByVersion = peerCounts.gauges("avax_peers", "version", {
  help: "Number of peers that the node is connected to, by version.",
  from: from("info.peers", "version"),
  of: ({ byVersion }) => byVersion,
});

const weight = from("platform.getValidatorsAt", "weight");
/** Stake of the validators among the peers, in nAVAX. */
type PeerStake = {
  readonly byVersion: readonly Amount[];
  /** Share of the stake with a higher version than the node; undefined if it is unknown. */
  readonly higherVersionRatio: number | undefined;
};
const peerStake = kindOf<PeerStake>().ofNode();
export const peersStake = peerStake.avaxOfEach("avax_peers_stake_avax", "version", {
  help: "Stake in AVAX of connected validators by version, without the node's own stake.",
  from: fromAll(from("info.peers", "version"), weight),
  of: ({ byVersion }) => byVersion,
});
export const higherVersionStake = peerStake.gauge("avax_peers_higher_version_stake_ratio", {
  help: "Share (0 to 1) of the connected stake whose version is higher than the node's.",
  from: fromAll(from("info.peers", "version"), from("info.getNodeVersion", "version"), weight),
  of: ({ higherVersionRatio }) => higherVersionRatio,
});

/** The uptime of the node as the stake of the other validators observes it. Shares from 0 to 1. */
export const ownUptime = kindOf<ReturnType<typeof uptimeAsSeenBy>>().ofNode();
const fromUptime = fromAll(from("info.peers", "observedUptime"), weight);
const byText = <T>(values: ReadonlyMap<number, T>) => [...values].map(([key, value]) => [String(key), value] as const);
ownUptime.gauges("avax_node_observed_uptime_ratio", "stake_share", {
  help: "Uptime of the node (0 to 1) that this share of the reporting stake sees or less. Only for a validator.",
  from: fromUptime,
  of: ({ quantiles }) => byText(quantiles),
});
ownUptime.gauge("avax_node_unobserved_stake_ratio", {
  help: "Share (0 to 1) of the other stake that has not reported an uptime of the node.",
  from: fromUptime,
  of: ({ unobservedRatio }) => unobservedRatio,
});
ownUptime.gauges("avax_node_insufficient_uptime_stake_ratio", "required", {
  help: "Share (0 to 1) of the other stake that reports an uptime below the required one.",
  from: fromUptime,
  of: ({ insufficient }) => byText(insufficient),
});

/** The nodes that the node is connected to, by their IDs. */
export const connectedNodes = kindOf<{ readonly byId: ReadonlyMap<string, ConnectedNode> }>().ofNode();
type Peer = Result<"info.peers">["peers"][number];
type ConnectedNode = Pick<Peer, "version" | "trackedSubnets">;

/** A validator that is connected, or that is the queried node. */
type ValidatorNode = ValidatorLabels & {
  /** Undefined on the primary network. */
  readonly tracks: boolean | undefined;
  /** Undefined for a validator that is not watched, and for the queried node. */
  readonly peer?: Peer | undefined;
};
export const validatorNode = kindOf<ValidatorNode>().with("subnet_id", "node_id", "alias");
validatorNode.timestamp("avax_validator_last_contact_timestamp_seconds", {
  help: "Time of the last message from a connected watched validator, in Unix seconds.",
  from: from("info.peers", "lastReceived"),
  of: ({ peer }) => peer?.lastReceived,
});
validatorNode.gauge("avax_validator_benched_chains", {
  help: "Number of chains on which the node has benched a connected watched validator.",
  from: from("info.peers", "benched"),
  of: ({ peer }) => peer?.benched.length,
});
validatorNode.gauge("avax_validator_tracks_subnet", {
  help: "1 if the node of a connected validator tracks its subnet or L1, otherwise 0. Read every ten minutes. It may track a chain that it does not run. Also of the queried node itself, if it validates.",
  from: from("info.peers", "trackedSubnets"),
  of: ({ tracks }) => tracks,
});
/** `outdated`: "true" or "false"; empty if that is unknown, or for a validator that is not watched. */
type ValidatorVersion = ValidatorLabels & { readonly version: string; readonly outdated: string };
export const validatorVersion = kindOf<ValidatorVersion>().with("subnet_id", "node_id", "alias");
export const validatorPeerInfo = validatorVersion.info("avax_validator_peer_info", {
  help: `Version of a connected validator; always 1. outdated is true for a watched one if most of the connected stake runs a higher version. Of others, versions beyond the ${maxVersions} most frequent ones are "other". Also of the queried node itself, if it validates.`,
  from: fromAll(from("info.peers", "version"), weight),
  labels: ["version", "outdated"],
});

type Node = RunClient<"platform.getValidatorsAt" | "info.getNodeVersion">;

const readPeers = async ({ members }: Node, connected: Promise<Result<"info.peers">>) => ({
  ...(await connected),
  members,
});

async function readStake({ call, id, members }: Node, connected: Promise<Result<"info.peers">>) {
  const weights = call("platform.getValidatorsAt", { height: "proposed" });
  const calls = [connected, weights, attempt(call("info.getNodeVersion", {}))] as const;
  const [{ peers }, { validators }, version] = await Promise.all(calls);
  const own = validators[id() ?? ""]?.weight;
  return {
    validators: peers.map((peer) => ({ ...peer, weight: validators[peer.nodeID]?.weight ?? 0n })),
    /** Stake of all other validators; undefined if the node is no validator. */
    others: own === undefined ? undefined : sumOfWeights(Object.values(validators)) - own,
    version,
    members,
  };
}

const stakeShares = [0.5, 0.33, 0.2];

type Reporter = { readonly observedUptime: number; readonly weight: bigint };
const itself: Reporter = { observedUptime: 1, weight: 1n };
/** Returns the uptime of the node as the validators with a stake observe it. A validator that has not reported an uptime since its
 *  connection has 0. */
function uptimeAsSeenBy(observers: readonly Reporter[], others: bigint) {
  const reports = observers.filter(({ observedUptime }) => observedUptime > 0);
  const share = (stake: bigint) => Number(stake) / Number(others);
  const values = reports.map(({ observedUptime: value, weight }) => ({ value, weight }));
  const refusing = (required: number) => reports.filter(({ observedUptime }) => observedUptime < required);
  return {
    /** Uptime by share of the stake. */
    quantiles: new Map(stakeShares.map((stakeShare) => [stakeShare, weightedQuantile(values, stakeShare)])),
    unobservedRatio: share(others - sumOfWeights(reports)),
    /** Share of the stake that would refuse the reward, by required uptime. */
    insufficient: new Map(requiredUptimes.map((required) => [required, share(sumOfWeights(refusing(required)))])),
  };
}

type Versioned = { readonly version: string; readonly weight: bigint };
/** Returns the share (0 to 1) of the stake whose version is higher than the node's own; undefined without any stake. */
export function higherVersionShare(validators: readonly Versioned[], own: string): number | undefined {
  const ownVersion = versionIn(own);
  if (ownVersion === undefined) return undefined;
  const higher = validators.filter(({ version }) => isBefore(ownVersion, versionIn(version) ?? ownVersion));
  return shareOf(sumOfWeights(higher), sumOfWeights(validators));
}

const other = "other";

/** Returns the sums of the amounts by label: the largest ones above 0 in descending order, at most `maxVersions`, and the
 *  sum of the remaining ones as "other". The network chooses the labels, so that their number must be limited. */
function largestSums(amounts: readonly Amount[]): readonly Amount[] {
  const sums = new Map<string, bigint>();
  for (const [label, amount] of amounts) sums.set(label, (sums.get(label) ?? 0n) + amount);
  const named = [...sums].filter(([label, sum]) => label !== other && sum > 0n);
  const ranked = named.toSorted(([a, left], [b, right]) => (left === right ? (a < b ? -1 : 1) : left > right ? -1 : 1));
  const rest = ranked.slice(maxVersions).reduce((sum, [, more]) => sum + more, sums.get(other) ?? 0n);
  return rest > 0n ? [...ranked.slice(0, maxVersions), [other, rest]] : ranked;
}

/** Returns the watched validators and L1 validators among the peers. `output`: an observation of one, which the series limit keeps if it is
 *  watched. */
function validatorsAmong(peers: readonly Peer[], watched: readonly WatchedNode[], members: readonly ShownValidator[]) {
  const ofNodes = watched.flatMap(({ id: node_id, alias, subnet_ids }) =>
    subnet_ids.map((subnet_id) => ({ subnet_id, node_id, alias, isWatched: true })),
  );
  const byId = new Map(peers.map((one) => [one.nodeID, one]));
  const all = new Map([...members, ...ofNodes].map((one) => [`${one.subnet_id} ${one.node_id}`, one]));
  return [...all].flatMap(([id, { subnet_id, node_id, alias, isWatched }]) => {
    const peer = byId.get(node_id);
    const output = (one: Item) => (isWatched ? one : { priority: 0, id, observations: [one] });
    return peer ? { labels: { subnet_id, node_id, alias }, isWatched, peer, output } : [];
  });
}

const versionsOf = (peers: readonly Peer[]) => largestSums(peers.map(({ version }) => [version, 1n]));

export const peers = collector({
  name: "peers",
  summary:
    "Peers and connected stake by version; uptime of the node as the stake observes it; version, tracked subnets, last contact and benched chains of validators.",
  interval: "10m",
  timeout: "25s",
  hasVaryingSeries: true,
  reads: ["info.peers", "platform.getValidatorsAt", "info.getNodeVersion"],
  needs: ["members"],
  metrics: [peerCounts, peerStake, ownUptime, validatorNode, validatorVersion],
  select: ({ watch }) => watch.node_ids,
  state: () => ({ isUnreported: false }),
  isIncomplete: ({ isUnreported }) => isUnreported,
  read(node) {
    const peers = node.call("info.peers", {});
    return { peers: readPeers(node, peers), stake: readStake(node, peers) };
  },
  map: {
    *peers({ peers, members }, { selected }) {
      yield peerCounts.item({ byVersion: versionsOf(peers) });
      yield connectedNodes.item({ byId: new Map(peers.map((one) => [one.nodeID, one])) });
      for (const { labels, isWatched, peer, output } of validatorsAmong(peers, selected, members)) {
        const { subnet_id } = labels;
        const tracks = subnet_id === primaryNetwork ? undefined : peer.trackedSubnets.includes(subnet_id);
        yield output(validatorNode.item({ ...labels, tracks, peer: isWatched ? peer : undefined }));
      }
    },
    *stake({ validators, others, members, version: { value: own, error } }, { state, selected }) {
      yield peerStake.item({
        byVersion: largestSums(validators.map(({ version, weight }) => [version, weight])),
        higherVersionRatio: own && higherVersionShare(validators, own.version),
      });
      if (!own) yield { error };
      const frequent = new Set(versionsOf(validators).map(([version]) => version));
      const byVersion = Map.groupBy(validators, ({ version }) => version);
      const stake = [...byVersion].map(([version, all]) => ({ version, weight: sumOfWeights(all) }));
      // the network chooses the versions of validators that are not watched
      for (const { labels, isWatched, peer, output } of validatorsAmong(validators, selected, members)) {
        const share = isWatched ? higherVersionShare(stake, peer.version) : undefined;
        const version = isWatched || frequent.has(peer.version) ? peer.version : other;
        const outdated = share === undefined ? "" : String(share > 0.5);
        yield output(validatorVersion.item({ ...labels, version, outdated }));
      }
      state.isUnreported = false;
      if (others === undefined) return;
      // a validator with all of the stake decides on its own reward, and sees itself all the time
      const uptime = others > 0n ? uptimeAsSeenBy(validators, others) : uptimeAsSeenBy([itself], itself.weight);
      state.isUnreported = uptime.unobservedRatio === 1;
      yield ownUptime.item(uptime);
    },
  },
});
