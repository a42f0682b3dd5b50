import type { Result } from "../contract/contract.ts";
import { noDateYet } from "../contract/info.ts";
import * as m from "../metrics/peers.ts";
import { sample } from "../prometheus/sample.ts";
import { collector, type RunClient } from "./collector.ts";
import { largestSums, sumBy } from "./shared/sums.ts";

const methods = ["info.peers", "platform.getValidatorsAt"] as const;
type Node = RunClient<(typeof methods)[number]>;
type Peers = ReadonlyMap<string, Result<"info.peers">["peers"][number]>;
type Weights = ReadonlyMap<string, bigint>;

const maxVersions = 4;
const maxUpgradeTimes = 3;
/** Weights change slowly, so that most runs use those of an earlier one. */
const runsPerWeights = 6;
type State = { weights: Weights | undefined; runs: number };

const readPeers = async ({ call }: Node): Promise<Peers> =>
  new Map((await call("info.peers", {})).peers.map((peer) => [peer.nodeID, peer]));

async function readWeights({ call }: Node, state: State): Promise<Weights> {
  if (state.weights !== undefined && ++state.runs < runsPerWeights) return state.weights;
  const { validators } = await call("platform.getValidatorsAt", { height: "proposed" });
  state.weights = new Map(Object.entries(validators).map(([nodeId, { weight }]) => [nodeId, weight]));
  state.runs = 0;
  return state.weights;
}

async function readStake(peers: Promise<Peers>, weights: Promise<Weights>) {
  const [connected, weightOf] = await Promise.all([peers, weights]);
  return [...connected.values()].map((peer) => ({ ...peer, weight: weightOf.get(peer.nodeID) ?? 0n }));
}

/** Returns the time as a label; undefined if the node does not report it. */
function labelOf(upgradeTime: bigint | undefined): string | undefined {
  if (upgradeTime === undefined) return undefined;
  const milliseconds = 1000 * Number(upgradeTime);
  if (milliseconds === 0 || milliseconds >= noDateYet.getTime()) return "none";
  return new Date(milliseconds).toISOString().replace(".000Z", "Z");
}

export const peers = collector({
  name: "peers",
  summary:
    "Peers and connected stake by version and announced upgrade; version, last contact and benched chains of watched validators.",
  interval: "5m",
  timeout: "25s",
  reads: methods,
  metrics: [
    m.peersByVersion,
    m.peersStake,
    m.peersUpgradeStake,
    m.validatorPeerInfo,
    m.validatorLastContact,
    m.validatorBenchedChains,
  ],
  inputs: ({ watch }) => ({ watched: watch.node_ids }),
  state: (): State => ({ weights: undefined, runs: 0 }),
  read(node, _inputs, state) {
    const peers = readPeers(node);
    return { peers, stake: readStake(peers, readWeights(node, state)) };
  },
  map: {
    *peers(peers, { inputs: { watched } }) {
      const counts = sumBy(peers.values(), ({ version }) => [version, 1n]);
      for (const [version, count] of largestSums(counts, maxVersions))
        yield sample(m.peersByVersion, count, { version });
      for (const { id: node_id, subnet_ids } of watched) {
        const peer = peers.get(node_id);
        if (!peer) continue;
        for (const subnet_id of subnet_ids) {
          const labels = { subnet_id, node_id };
          yield sample(m.validatorPeerInfo, true, { ...labels, version: peer.version });
          yield sample(m.validatorLastContact, peer.lastReceived, labels);
          yield sample(m.validatorBenchedChains, peer.benched.length, labels);
        }
      }
    },
    *stake(validators) {
      const byVersion = sumBy(validators, ({ version, weight }) => [version, weight]);
      for (const [version, stake] of largestSums(byVersion, maxVersions))
        yield sample(m.peersStake, stake, { version });
      const byUpgrade = sumBy(validators, ({ upgradeTime, weight }) => [labelOf(upgradeTime), weight]);
      for (const [upgrade_time, stake] of largestSums(byUpgrade, maxUpgradeTimes))
        yield sample(m.peersUpgradeStake, stake, { upgrade_time });
    },
  },
});
