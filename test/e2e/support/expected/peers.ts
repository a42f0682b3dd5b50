/** Upgrades of the network, and the peers of the node. Few of each: what the exporter combines or leaves out is not there. */
import { primaryNetwork } from "../../../../src/node-api/ids.ts";
import type { Asked } from "../avalanche-node.ts";
import { avax, onP, type Sample, sample, seconds, sum } from "./sample.ts";

const years = 365 * 86_400;

/** The last two that have a date. */
export async function upgrades(node: Asked): Promise<Sample[]> {
  const answer = await node.ask("/ext/info", "info.upgrades");
  return Object.entries<string>(answer)
    .filter(([name]) => name.endsWith("Time"))
    .map(([name, time]): [string, number] => [name.slice(0, -"Time".length), seconds(time)])
    .filter(([, time]) => time < Date.now() / 1000 + 1_000 * years)
    .sort(([, left], [, right]) => left - right)
    .slice(-2)
    .map(([upgrade, time]) => sample("avax_upgrade_timestamp_seconds", time, { upgrade }));
}

type Peer = {
  readonly nodeID: string;
  readonly version: string;
  readonly lastReceived: string;
  readonly observedUptime: string | number;
  readonly benched: readonly string[] | null;
  readonly trackedSubnets: readonly string[];
};
type Watched = { readonly id: string; readonly subnetId?: string; readonly alias?: string };

export async function peers(node: Asked, watched: readonly Watched[]): Promise<Sample[]> {
  const { peers } = await node.ask("/ext/info", "info.peers");
  const all: Peer[] = peers ?? [];
  const { nodeID } = await node.ask("/ext/info", "info.getNodeID");
  const weights = await onP(node, "platform.getValidatorsAt", { height: "proposed" });
  const stakeOf = (of: readonly Peer[]) => sum(of.map(({ nodeID }) => BigInt(weights[nodeID]?.weight ?? 0)));
  const byVersion = Object.entries(Object.groupBy(all, ({ version }) => version));
  return [
    ...byVersion.map(([version, of = []]) => sample("avax_peers", of.length, { version })),
    ...byVersion.flatMap(([version, of = []]) =>
      stakeOf(of) > 0n ? [sample("avax_peers_stake_avax", avax(stakeOf(of)), { version })] : [],
    ),
    ...higherVersion(all, (await node.ask("/ext/info", "info.getNodeVersion")).version, stakeOf),
    ...observed(nodeID, all, weights),
    ...watched.flatMap((one) => all.filter(({ nodeID }) => nodeID === one.id).flatMap((peer) => contact(one, peer))),
  ];
}

type Shown = Readonly<Record<"subnet_id" | "node_id" | "alias", string>> & { readonly isWatched: boolean };
/** Versions and tracked subnets of validators that the node is connected to, and its own if it validates. */
export async function validatorNodes(node: Asked, shown: readonly Shown[]): Promise<Sample[]> {
  const { peers } = await node.ask("/ext/info", "info.peers");
  const weights = await onP(node, "platform.getValidatorsAt", { height: "proposed" });
  const all: Peer[] = peers ?? [];
  const stakeOf = (of: readonly Peer[]) => Number(sum(of.map(({ nodeID }) => BigInt(weights[nodeID]?.weight ?? 0))));
  const samplesOf = ({ isWatched: _, ...labels }: Shown, version: string, outdated: string, tracks: boolean) => [
    sample("avax_validator_peer_info", 1, { ...labels, version, outdated }),
    ...(labels.subnet_id === primaryNetwork ? [] : [sample("avax_validator_tracks_subnet", tracks, labels)]),
  ];
  const { nodeID: self } = await node.ask("/ext/info", "info.getNodeID");
  const { version: own } = await node.ask("/ext/info", "info.getNodeVersion");
  const samples = shown.map(async (one): Promise<Sample[]> => {
    const { subnet_id, node_id, isWatched } = one;
    if (node_id === self) {
      const { validators } = await onP(node, "platform.getCurrentValidators", { subnetID: subnet_id, nodeIDs: [self] });
      return isWatched && validators.length > 0 ? samplesOf(one, own, "", await runs(node, subnet_id)) : [];
    }
    const peer = all.find(({ nodeID }) => nodeID === node_id);
    if (!peer) return [];
    const higher = all.filter(({ version }) => version.localeCompare(peer.version, "en", { numeric: true }) > 0);
    const outdated = isWatched && stakeOf(all) > 0 ? String(2 * stakeOf(higher) > stakeOf(all)) : "";
    return samplesOf(one, peer.version, outdated, peer.trackedSubnets.includes(subnet_id));
  });
  return (await Promise.all(samples)).flat();
}

/** Whether the node runs a chain of a subnet: its health check has the name of the chain. */
async function runs(node: Asked, subnetID: string): Promise<boolean> {
  if (subnetID === primaryNetwork) return true;
  const { blockchainIDs } = await onP(node, "platform.validates", { subnetID });
  const { checks } = await node.ask("/ext/health", "health.health");
  return blockchainIDs.some((id: string) => id in checks);
}

/** The share of the weight of an L1 on nodes that do not run it, of those that the node knows: its peers and itself. */
export async function notTracking(
  node: Asked,
  { id: subnet_id, alias = "" }: { readonly id: string; readonly alias?: string },
) {
  const subnet = await onP(node, "platform.getSubnet", { subnetID: subnet_id });
  if (subnet.conversionID === primaryNetwork) return [];
  const { nodeID: self } = await node.ask("/ext/info", "info.getNodeID");
  const { peers } = await node.ask("/ext/info", "info.peers");
  const tracks = new Map<string, boolean>([
    ...(peers ?? []).map((peer: Peer) => [peer.nodeID, peer.trackedSubnets.includes(subnet_id)] as const),
    [self, await runs(node, subnet_id)],
  ]);
  const entries: readonly { readonly nodeID: string; readonly weight: string }[] = (
    await onP(node, "platform.getCurrentValidators", { subnetID: subnet_id })
  ).validators;
  const known = entries.filter(({ nodeID }) => tracks.has(nodeID));
  const weight = (of: typeof entries) => Number(sum(of.map(({ weight }) => BigInt(weight))));
  if (known.length === 0 || weight(entries) === 0) return [];
  const share = weight(known.filter(({ nodeID }) => !tracks.get(nodeID))) / weight(entries);
  return [sample("avax_l1_weight_not_tracking_ratio", share, { subnet_id, alias })];
}

/** Compares the versions as text with numbers. */
function higherVersion(all: readonly Peer[], own: string, stakeOf: (of: readonly Peer[]) => bigint): Sample[] {
  const higher = all.filter(({ version }) => version.localeCompare(own, "en", { numeric: true }) > 0);
  const total = Number(stakeOf(all));
  return total > 0 ? [sample("avax_peers_higher_version_stake_ratio", Number(stakeOf(higher)) / total, {})] : [];
}

/** Expands each report to its stake in AVAX, and takes the one at the share of the list. */
function observed(
  self: string,
  all: readonly Peer[],
  weights: Readonly<Record<string, { readonly weight: string } | undefined>>,
): Sample[] {
  const stakeOf = (id: string) => Number(weights[id]?.weight ?? 0);
  const others = Object.keys(weights).filter((id) => id !== self);
  const total = others.reduce((sum, id) => sum + stakeOf(id), 0);
  if (!(self in weights) || total === 0) return [];
  const reports = all
    .map(({ nodeID, observedUptime }) => ({ uptime: Number(observedUptime) / 100, stake: stakeOf(nodeID) }))
    .filter(({ uptime, stake }) => uptime > 0 && stake > 0);
  const stakeBelow = (limit: number) =>
    reports.filter(({ uptime }) => uptime < limit).reduce((sum, { stake }) => sum + stake, 0);
  const known = stakeBelow(Number.POSITIVE_INFINITY);
  const reporting = new Set(all.filter(({ observedUptime }) => Number(observedUptime) > 0).map(({ nodeID }) => nodeID));
  const silent = others.filter((id) => !reporting.has(id)).reduce((sum, id) => sum + stakeOf(id), 0);
  const quantile = (share: number) =>
    Math.min(...reports.map(({ uptime }) => uptime).filter((one) => stakeBelow(one + 1e-9) >= share * known));
  return [
    ...(known > 0 ? [0.5, 0.33, 0.2] : []).map((share) =>
      sample("avax_node_observed_uptime_ratio", quantile(share), { stake_share: String(share) }),
    ),
    sample("avax_node_unobserved_stake_ratio", silent / total),
    ...[0.8, 0.9].map((required) =>
      sample("avax_node_insufficient_uptime_stake_ratio", stakeBelow(required) / total, { required: String(required) }),
    ),
  ];
}

function contact({ id: node_id, subnetId: subnet_id = primaryNetwork, alias = "" }: Watched, peer: Peer): Sample[] {
  const labels = { subnet_id, node_id, alias };
  return [
    sample("avax_validator_last_contact_timestamp_seconds", seconds(peer.lastReceived), labels),
    sample("avax_validator_benched_chains", peer.benched?.length ?? 0, labels),
  ];
}
