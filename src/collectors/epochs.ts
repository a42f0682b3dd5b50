/** P-Chain heights that chains use (proposervm). The label `chain` is that of `avax_chain_*`. */
import { kindOf } from "../engine/metric.ts";
import { from, type Result } from "../node-api/contract.ts";
import { attempt } from "../node-api/errors.ts";
import { emptyNodeId, primaryNetwork } from "../node-api/ids.ts";
import type { ValidatorsAt } from "../protocol/l1.ts";
import { collector, type RunClient, readEntries, thenEach } from "./collector.ts";
import { evmChains, groupOfChain, type ServedChainLabels, trackedChains } from "./kinds/chains.ts";
import { watchesSubnets } from "./watched.ts";

/** The epoch of a chain, since Granite. */
type ChainEpoch = ServedChainLabels & { readonly epoch: Result<"proposervm.getCurrentEpoch"> };
const chainEpoch = kindOf<ChainEpoch>().ofNode("chain", "subnet_id", "alias");
export const epochStart = chainEpoch.timestamp("avax_chain_epoch_start_timestamp_seconds", {
  help: "Start of the epoch of a chain's next block, in Unix seconds.",
  from: from("proposervm.getCurrentEpoch", "startTime"),
  // the first epoch of a chain can begin at 0
  of: ({ epoch }) => (epoch.startTime.getTime() > 0 ? epoch.startTime : undefined),
});
export const epochHeight = chainEpoch.gauge("avax_chain_epoch_p_chain_height", {
  help: "P-Chain height of the epoch of a chain's next block.",
  from: from("proposervm.getCurrentEpoch", "pChainHeight"),
  of: ({ epoch }) => epoch.pChainHeight,
});

/** The validators of a subnet at a P-Chain height, which never change. */
type SetAt = { readonly height: bigint; readonly validators: ValidatorsAt };
/** Validators of a subnet or L1 that make the blocks of a chain and sign messages, and those of them that are connected to the node. */
type Signers = ServedChainLabels & {
  /** Start of the epoch of the chain. */
  readonly since: Date;
  /** Those of messages into the chain: at the P-Chain height of its epoch. The last block of the chain has this height, or a higher one. */
  readonly in: SetAt;
  /** At a height that is not below that of the last block: the chain proposed it afterwards. Undefined until it was asked. */
  readonly proposed: SetAt | undefined;
  /** Those of messages to the P-Chain: at the height of its epoch. Undefined if no L1 is watched, or if it is unknown. */
  readonly out: SetAt | undefined;
  /** The connections of all of them are known. */
  readonly isComplete: boolean;
  /** Connected, and tracks the subnet. */
  readonly online: ReadonlySet<string>;
  /** Connected, and does not track the subnet. */
  readonly untracked: ReadonlySet<string>;
};
export const signers = kindOf<Signers>().ofNode("chain", "subnet_id", "alias");

type Node = RunClient<"proposervm.getProposedHeight" | "platform.getValidatorsAt" | "info.peers">;
/** `sets`: by subnet and use. `blocks`: the height of the last block of each chain, and the P-Chain height that was proposed after it. */
type State = {
  readonly sets: Map<string, SetAt>;
  readonly blocks: Map<string, { readonly height: bigint; readonly proposed: bigint | undefined }>;
};
/** Maximum number of validators whose connections are read: the response has a row for each. */
const maxSigners = 500;

/** Returns the validators of a subnet at a height. Calls the node once per height. */
async function readSet({ call }: Node, key: string, subnetID: string, height: bigint, { sets }: State): Promise<SetAt> {
  const last = sets.get(key);
  if (last?.height === height) return last;
  const { validators } = await call("platform.getValidatorsAt", { subnetID, height: String(height) });
  sets.set(key, { height, validators });
  return { height, validators };
}

/** Returns the P-Chain height that a chain proposed after its last block. Calls the node once per block. If no L1 is watched, only if the
 *  block is the last one in two runs: that the chain accepts blocks is enough evidence. */
async function readProposed({ call }: Node, chain: string, height: bigint, isWatched: boolean, { blocks }: State) {
  const last = blocks.get(chain);
  if (last?.height === height && last.proposed !== undefined) return last.proposed;
  const waits = !isWatched && last !== undefined && last.height !== height;
  const proposed = waits ? undefined : (await call("proposervm.getProposedHeight", {}, chain)).height;
  blocks.set(chain, { height, proposed });
  return proposed;
}

/** Returns which of the validators are connected to the node. */
async function readConnections({ call }: Node, subnet: string, sets: readonly (SetAt | undefined)[]) {
  const ids = new Set(sets.flatMap((set) => Object.keys(set?.validators ?? {})).filter((id) => id !== emptyNodeId));
  const nodeIDs = [...ids].slice(0, maxSigners);
  // without an ID the node returns all peers
  const { peers } = nodeIDs.length === 0 ? { peers: [] } : await call("info.peers", { nodeIDs });
  const { true: online = [], false: untracked = [] } = Object.groupBy(peers, (peer) =>
    peer.trackedSubnets.includes(subnet) ? "true" : "false",
  );
  const idsOf = (some: typeof peers) => new Set(some.map(({ nodeID }) => nodeID));
  return { isComplete: ids.size <= maxSigners, online: idsOf(online), untracked: idsOf(untracked) };
}

export const epochs = collector({
  name: "epochs",
  summary:
    "Epoch of the chains of subnets and L1s that the node runs, and connections of the validators that make their blocks. If an L1 is watched: epoch of the C-Chain, and the validators that sign messages of L1s.",
  interval: "60s",
  hasVaryingSeries: true,
  reads: ["proposervm.getCurrentEpoch", "proposervm.getProposedHeight", "platform.getValidatorsAt", "info.peers"],
  needs: ["chains"],
  metrics: [chainEpoch],
  select: (settings) => ({ isWatched: watchesSubnets(settings) }),
  state: (): State => ({ sets: new Map(), blocks: new Map() }),
  read(node, { isWatched }, state) {
    const readEpoch = (chain: string) => node.call("proposervm.getCurrentEpoch", {}, chain);
    let ofP: ReturnType<typeof readEpoch> | undefined;
    async function readOut(subnet: string) {
      ofP ??= readEpoch("P");
      return readSet(node, `out ${subnet}`, subnet, (await ofP).pChainHeight, state);
    }
    const chains = isWatched ? evmChains(node.chains) : trackedChains(node.chains);
    const epochs = readEntries(chains, async (labels) => ({ ...labels, epoch: await readEpoch(labels.chain) }));
    return {
      chain: epochs,
      signers: thenEach(epochs, async ({ epoch, height, ...labels }) => {
        const { subnet_id, chain } = labels;
        if (subnet_id === primaryNetwork || epoch.number === 0n) return undefined;
        const into = await readSet(node, `in ${chain}`, subnet_id, epoch.pChainHeight, state);
        const at = height === undefined ? undefined : await readProposed(node, chain, height, isWatched, state);
        const proposed = at === undefined ? undefined : await readSet(node, `new ${chain}`, subnet_id, at, state);
        const out = isWatched ? await attempt(readOut(subnet_id)) : undefined;
        const sets = { in: into, proposed, out: out?.value };
        const connections = await readConnections(node, subnet_id, Object.values(sets));
        return { ...labels, since: epoch.startTime, ...sets, ...connections, error: out?.error };
      }),
    };
  },
  map: {
    // before Granite the number is 0
    chain: (found) => (found.epoch.number > 0n ? [groupOfChain(found, chainEpoch.item(found))] : []),
    *signers(found) {
      if (found) yield groupOfChain(found, signers.item(found));
      if (found?.error) yield { error: found.error };
    },
  },
});
