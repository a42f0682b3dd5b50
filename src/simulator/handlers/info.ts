/** Handlers of the info API. */
import { chainNames } from "../chain-names.ts";
import { percentage, rfc3339 } from "../formats.ts";
import { builtInNames, chainIdsOf, vmIds } from "../networks.ts";
import { RpcError } from "../rpc.ts";
import { l1HeightAt, ownL1 } from "./chain-health.ts";
import { averageUptime, numberOf, peersOf, unscheduled } from "./peers.ts";
import type { Context, Handlers } from "./types.ts";

/** Upgrade times of mainnet, used for all simulated networks. */
const upgradeTimes = {
  apricotPhase1Time: "2021-03-31T14:00:00Z",
  apricotPhase2Time: "2021-05-10T11:00:00Z",
  apricotPhase3Time: "2021-08-24T14:00:00Z",
  apricotPhase4Time: "2021-09-22T21:00:00Z",
  apricotPhase4MinPChainHeight: 793_005,
  apricotPhase5Time: "2021-12-02T18:00:00Z",
  apricotPhasePre6Time: "2022-09-05T01:30:00Z",
  apricotPhase6Time: "2022-09-06T20:00:00Z",
  apricotPhasePost6Time: "2022-09-07T03:00:00Z",
  banffTime: "2022-10-18T16:00:00Z",
  cortinaTime: "2023-04-25T15:00:00Z",
  cortinaXChainStopVertexID: "jrGWDh5Po9FMj54depyunNixpia5PN4aAYxfmNzU8n752Rjga",
  durangoTime: "2024-03-06T16:00:00Z",
  etnaTime: "2024-12-16T17:00:00Z",
  fortunaTime: "2025-04-08T15:00:00Z",
  graniteTime: "2025-11-19T16:00:00Z",
};
const upgradeTime = (seconds: number) => (Number.isFinite(seconds) ? rfc3339(1000 * seconds) : unscheduled);

/** Returns the chains of the primary network with all their names; the ID only once the chain is created. */
export const chainsOf = ({ chain: { network }, node, now }: Context) =>
  chainNames.map((name) => {
    const id = chainIdsOf(network)[name];
    const own = node.status(name, now) === "absent" ? [] : [id];
    return { name, id, names: [name, builtInNames[name], ...own, ...node.adminState.aliasesOf(name)] };
  });
export const chainNamed = (context: Context, text: string) =>
  chainsOf(context).find(({ names }) => names.includes(text));

export function isValidator(context: Context): boolean {
  const own = numberOf(context);
  return context.chain.primary.validators.some(({ node }) => node === own);
}

export const info = {
  "info.getNodeVersion": ({ node: { version } }) => ({
    version: `avalanchego/${version}`,
    databaseVersion: "v1.4.5",
    rpcProtocolVersion: "45",
    gitCommit: "",
    vmVersions: { avm: `v${version}`, evm: `v${version}`, platform: `v${version}` },
  }),
  "info.getNodeID": (context) => ({
    nodeID: context.node.nodeId,
    nodePOP: context.chain.names.signer(numberOf(context)),
  }),
  "info.getNodeIP": () => ({ ip: "127.0.0.1:9651" }),
  "info.getNetworkID": ({ chain }) => ({ networkID: String(chain.network.id) }),
  "info.getNetworkName": ({ chain }) => ({ networkName: chain.networkName }),
  "info.getBlockchainID": (context, { alias }) => {
    if (alias === ownL1(context)?.chain) return { blockchainID: alias };
    const found = chainNamed(context, alias);
    if (!found) throw new RpcError(`there is no ID with alias: ${alias}`);
    return { blockchainID: found.id };
  },
  "info.isBootstrapped": (context, { chain }) => {
    if (chain === ownL1(context)?.chain) return { isBootstrapped: true };
    const found = chainNamed(context, chain);
    if (!found) throw new RpcError(`there is no chain with alias/ID '${chain}'`);
    return { isBootstrapped: context.node.status(found.name, context.now) === "ready" };
  },
  "info.uptime": (context) => {
    if (!isValidator(context)) throw new RpcError("couldn't get node uptime: node is not a validator");
    const { average, rewarding } = averageUptime(context);
    return { rewardingStakePercentage: percentage(rewarding), weightedAveragePercentage: percentage(average) };
  },
  "info.peers": (context, { nodeIDs }) => {
    const peers = peersOf(context);
    const wanted = nodeIDs && nodeIDs.length > 0 ? peers.filter(({ nodeID }) => nodeIDs.includes(nodeID)) : peers;
    return { numPeers: String(wanted.length), peers: wanted };
  },
  "info.upgrades": ({ chain }) => ({
    ...upgradeTimes,
    graniteEpochDuration: 1e9 * chain.network.epochSeconds,
    heliconTime: upgradeTime(chain.helicon),
  }),
  "info.getVMs": () => ({
    vms: Object.fromEntries(chainNames.map((chain) => [vmIds[chain], [builtInNames[chain]]])),
    fxs: {
      spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ: "secp256k1fx",
      qd2U4HDWUvMrVUeTcCHp6xH3Qpnn1XbU5MDdnBoiifFqvgXwT: "nftfx",
      rXJsCSEYXg2TehWxCEEGj6JU2PWKTkd6cBdNLjoe2SpsKD9cy: "propertyfx",
    },
  }),
} satisfies Partial<Handlers>;

/** Returns the epoch of a chain's next block. Only a block can end an epoch; one of the L1 knows the P-Chain of the second before it. */
function epochOf(context: Context, chain: string) {
  const at = chain === ownL1(context)?.chain ? l1HeightAt(context, context.now).at - 1000 : context.now;
  return context.chain.blocks.epochAt(Math.floor(at / 1000));
}

export const proposervm = {
  // never below the height in the last block
  "proposervm.getProposedHeight": (context, _params, chain) => ({
    height: String(Math.max(context.chain.blocks.proposedHeight(context.now), epochOf(context, chain).height)),
  }),
  "proposervm.getCurrentEpoch": (context, _params, chain) => {
    const { number, start, height } = epochOf(context, chain);
    return { number: String(number), startTime: String(start), pChainHeight: String(height) };
  },
} satisfies Partial<Handlers>;
