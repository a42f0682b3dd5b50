import type { Result } from "../api/contract.ts";
import { isBefore, versionIn } from "../api/version.ts";
import { shareOf, sumOfWeights } from "../facts/l1.ts";
import { weightedQuantile } from "../facts/quantile.ts";
import { requiredUptimes } from "../facts/upgrades.ts";
import * as m from "../metrics/peers.ts";
import { attempt } from "../rpc/errors.ts";
import { collector, type RunClient } from "./collector.ts";

const methods = ["info.peers", "platform.getValidatorsAt", "info.getNodeVersion"] as const;
type Node = RunClient<(typeof methods)[number]>;

const maxVersions = 4;

async function readStake({ call, id }: Node, connected: Promise<Result<"info.peers">>) {
  const weights = call("platform.getValidatorsAt", { height: "proposed" });
  const calls = [connected, weights, attempt(call("info.getNodeVersion", {}))] as const;
  const [{ peers }, { validators }, version] = await Promise.all(calls);
  const weightOf = new Map(Object.entries(validators).map(([nodeId, { weight }]) => [nodeId, weight]));
  const own = weightOf.get(id() ?? "");
  const total = [...weightOf.values()].reduce((sum, weight) => sum + weight, 0n);
  return {
    validators: peers.map((peer) => ({ ...peer, weight: weightOf.get(peer.nodeID) ?? 0n })),
    /** Stake of all other validators; undefined if the node is no validator. */
    others: own === undefined ? undefined : total - own,
    version,
  };
}

const stakeShares = [0.5, 0.33, 0.2];

type Observer = { readonly observedUptime: number; readonly weight: bigint };
/** Returns the uptime of the node as the validators with a stake observe it; undefined without other stake. A validator that has not
 *  reported an uptime since its connection has 0. */
function uptimeItem(observers: readonly Observer[], others: bigint) {
  if (others <= 0n) return undefined;
  const reports = observers.filter(({ observedUptime }) => observedUptime > 0);
  const share = (stake: bigint) => Number(stake) / Number(others);
  const values = reports.map(({ observedUptime: value, weight }) => ({ value, weight }));
  const refusing = (required: number) => reports.filter(({ observedUptime }) => observedUptime < required);
  return m.ownUptime.item({
    quantiles: new Map(stakeShares.map((stakeShare) => [stakeShare, weightedQuantile(values, stakeShare)])),
    unobservedRatio: share(others - sumOfWeights(reports)),
    insufficient: new Map(requiredUptimes.map((required) => [required, share(sumOfWeights(refusing(required)))])),
  });
}

type Versioned = { readonly version: string; readonly weight: bigint };
/** Returns the share (0 to 1) of the stake whose version is higher than the node's own; undefined without any stake. */
export function higherVersionShare(validators: readonly Versioned[], own: string): number | undefined {
  const ownVersion = versionIn(own);
  if (ownVersion === undefined) return undefined;
  const higher = validators.filter(({ version }) => isBefore(ownVersion, versionIn(version) ?? ownVersion));
  return shareOf(sumOfWeights(higher), sumOfWeights(validators));
}

type Amount = readonly [label: string, amount: bigint];
const other = "other";

/** Returns the sums of the amounts by label: the largest ones above 0 in descending order, at most `maxVersions`, and the
 *  sum of the remaining ones as "other". The network chooses the labels, so that their number must be limited. */
function largestSums(amounts: readonly Amount[]): readonly (readonly [string, bigint])[] {
  const sums = new Map<string, bigint>();
  for (const [label, amount] of amounts) sums.set(label, (sums.get(label) ?? 0n) + amount);
  const named = [...sums].filter(([label, sum]) => label !== other && sum > 0n);
  const ranked = named.toSorted(([a, left], [b, right]) => (left === right ? (a < b ? -1 : 1) : left > right ? -1 : 1));
  const rest = ranked.slice(maxVersions).reduce((sum, [, more]) => sum + more, sums.get(other) ?? 0n);
  return rest > 0n ? [...ranked.slice(0, maxVersions), [other, rest]] : ranked;
}

export const peers = collector({
  name: "peers",
  summary:
    "Peers and connected stake by version; uptime of the node as the stake observes it; last contact and benched chains of watched validators.",
  interval: "10m",
  timeout: "25s",
  reads: methods,
  metrics: [m.peerCounts, m.peerStake, m.ownUptime, m.validatorPeer].flatMap(({ metrics }) => metrics),
  select: ({ watch }) => ({ watched: watch.node_ids }),
  read(node) {
    const peers = node.call("info.peers", {});
    return { peers, stake: readStake(node, peers) };
  },
  map: {
    *peers({ peers }, { selected: { watched } }) {
      const versions = peers.map(({ version }): Amount => [version, 1n]);
      yield m.peerCounts.item({ byVersion: largestSums(versions) });
      for (const { id: node_id, alias, subnet_ids } of watched) {
        const peer = peers.find(({ nodeID }) => nodeID === node_id);
        if (!peer) continue;
        const { lastReceived, benched } = peer;
        const observed = { node_id, alias, lastReceived, benched: benched.length };
        yield* subnet_ids.map((subnet_id) => m.validatorPeer.item({ subnet_id, ...observed }));
      }
    },
    *stake({ validators, others, version: { value: own, error } }) {
      const byVersion = validators.map(({ version, weight }): Amount => [version, weight]);
      yield m.peerStake.item({
        byVersion: largestSums(byVersion),
        higherVersionRatio: own && higherVersionShare(validators, own.version),
      });
      if (!own) yield { error };
      const uptime = others === undefined ? undefined : uptimeItem(validators, others);
      if (uptime) yield uptime;
    },
  },
});
