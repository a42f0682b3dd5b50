/** P-Chain heights that chains use (proposervm). The label `chain` is that of `avax_chain_*`. */
import { readEntries, thenEach } from "../engine/collector.ts";
import { kindOf } from "../engine/metric.ts";
import type { ValidatorsAt } from "../entities/protocol/l1.ts";
import { from, type Result } from "../node-api/contract.ts";
import { emptyNodeId, primaryNetwork } from "../node-api/ids.ts";
import { evmChains, groupOfChain, type ServedChainLabels } from "./chains.ts";
import { collector, type RunClient } from "./collector.ts";
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

/** Validators of an L1 that sign messages, and those of them that are connected to the node. */
type Signers = ServedChainLabels & {
  /** Start of the epoch of the chain. */
  readonly since: Date;
  /** Those of messages into the chain: at the P-Chain height of its epoch. */
  readonly in: ValidatorsAt;
  /** Those of messages to the P-Chain: at the height of its epoch. */
  readonly out: ValidatorsAt;
  readonly online: ReadonlySet<string>;
};
export const signers = kindOf<Signers>().ofNode("chain", "subnet_id", "alias");

type Node = RunClient<"platform.getValidatorsAt" | "info.peers">;

/** The validators of a subnet at a height, which never change, by subnet and use. */
type Known = Map<string, { readonly height: bigint; readonly validators: ValidatorsAt }>;
/** Maximum number of validators whose connections are read: the response has a row for each. */
const maxSigners = 500;

/** Returns the validators of a subnet at the height of an epoch. Calls the node once per epoch. */
async function readValidators({ call }: Node, key: string, subnetID: string, height: bigint, known: Known) {
  const last = known.get(key);
  if (last?.height === height) return last.validators;
  const { validators } = await call("platform.getValidatorsAt", { subnetID, height: String(height) });
  known.set(key, { height, validators });
  return validators;
}

/** Returns which of these validators are connected to the node; undefined if there are too many. */
async function readOnline({ call }: Node, sets: readonly ValidatorsAt[]): Promise<ReadonlySet<string> | undefined> {
  const nodeIDs = [...new Set(sets.flatMap(Object.keys))].filter((id) => id !== emptyNodeId);
  if (nodeIDs.length > maxSigners) return undefined;
  // without an ID the node returns all peers
  const { peers } = nodeIDs.length === 0 ? { peers: [] } : await call("info.peers", { nodeIDs });
  return new Set(peers.map(({ nodeID }) => nodeID));
}

export const epochs = collector({
  name: "epochs",
  summary:
    "If an L1 is watched: epoch of the C-Chain and of the chains of subnets and L1s that the node runs; the validators that sign messages of L1s, and their connections.",
  interval: "60s",
  hasVaryingSeries: true,
  reads: ["proposervm.getCurrentEpoch", "platform.getValidatorsAt", "info.peers"],
  needs: ["chains"],
  metrics: [chainEpoch],
  select: (settings) => (watchesSubnets(settings) ? settings : undefined),
  state: (): Known => new Map(),
  read(node, _selected, known) {
    const { call } = node;
    const chains = evmChains(node.chains);
    const readEpoch = (chain: string) => call("proposervm.getCurrentEpoch", {}, chain);
    let ofP: ReturnType<typeof readEpoch> | undefined;
    const epochs = readEntries(chains, async (labels) => ({ ...labels, epoch: await readEpoch(labels.chain) }));
    return {
      chain: epochs,
      signers: thenEach(epochs, async ({ epoch, ...labels }) => {
        const { subnet_id, chain } = labels;
        if (subnet_id === primaryNetwork || epoch.number === 0n) return undefined;
        ofP ??= readEpoch("P");
        const { pChainHeight } = await ofP;
        const into = await readValidators(node, `in ${chain}`, subnet_id, epoch.pChainHeight, known);
        const out = await readValidators(node, `out ${subnet_id}`, subnet_id, pChainHeight, known);
        const online = await readOnline(node, [into, out]);
        return online && { ...labels, since: epoch.startTime, in: into, out, online };
      }),
    };
  },
  map: {
    // before Granite the number is 0
    chain: (found) => (found.epoch.number > 0n ? [groupOfChain(found, chainEpoch.item(found))] : []),
    signers: (found) => (found ? [groupOfChain(found, signers.item(found))] : []),
  },
});
