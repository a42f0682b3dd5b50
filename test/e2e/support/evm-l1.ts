/** An L1 whose chain is one of Subnet-EVM, on two of five validators of the primary network. */
import type { AvalancheNode } from "./avalanche-node.ts";
import { evmGenesis } from "./evm-transactions.ts";
import { nodeIdOf, signerOf } from "./identities.ts";
import { startNetwork } from "./network.ts";
import { identityOf, l1ValidatorOf } from "./populate.ts";
import { eventually, pluginFolder } from "./programs.ts";
import { convertToL1, createChain, createSubnet, setL1ValidatorWeight } from "./transactions.ts";
import { openWallet } from "./wallet.ts";
import { weightChange } from "./warp.ts";

export type EvmL1 = Awaited<ReturnType<typeof startEvmL1>>;

const avax = 10n ** 9n;
/** Positions of the members among the validators. The first validator stays: all others find the network through it. */
const positions = { large: 1, small: 2 } as const;

/** The large member has a quorum alone. The small one is registered with the key of another, and its node can have more flags. The absent
 *  one is inactive. */
export async function startEvmL1({ flagsOfSmall = (_chainId: string): readonly string[] => [] } = {}) {
  const network = await startNetwork();
  const [first] = network.validators;
  const identities = await Promise.all(network.validators.map(identityOf));
  const [large, small] = [identities[positions.large], identities[positions.small]];
  if (!first || !large || !small) throw new Error("the network has fewer than three validators");
  const wallet = await openWallet(first);
  const subnetId = await createSubnet(wallet);
  const chainId = await createChain(wallet, subnetId, "evm", evmGenesis);
  const absent = { nodeId: nodeIdOf("absent"), signer: signerOf("absent") };
  await convertToL1(wallet, subnetId, chainId, [
    l1ValidatorOf(large, 200n, avax),
    l1ValidatorOf({ ...small, signer: signerOf("another key") }, 15n, avax),
    l1ValidatorOf(absent, 5n, 0n),
  ]);
  const params = { subnetID: subnetId, nodeIDs: [absent.nodeId] };
  const { validators: absents } = await first.ask("/ext/bc/P", "platform.getCurrentValidators", params);
  const member = async (position: number, more: readonly string[] = []): Promise<AvalancheNode> => {
    const flags = [`--plugin-dir=${pluginFolder()}`, `--track-subnets=${subnetId}`];
    const node = await network.restart(position, [...flags, ...more]);
    await eventually("the chain of the L1", async () => {
      const { status } = await node.ask("/ext/bc/P", "platform.getBlockchainStatus", { blockchainID: chainId });
      return status === "Validating" || undefined;
    });
    // the exporter reads the health of an unhealthy node once a minute
    await eventually("a healthy node", async () => {
      const { healthy } = await node.ask("/ext/health", "health.health");
      return healthy || undefined;
    });
    return node;
  };
  const members = [member(positions.large), member(positions.small, flagsOfSmall(chainId))] as const;
  const [largeNode, smallNode] = await Promise.all(members);
  return {
    ...{ wallet, subnetId, chainId },
    large: { node: largeNode, nodeId: large.nodeId },
    small: { node: smallNode, nodeId: small.nodeId },
    absent: absent.nodeId,
    absentValidation: absents[0].validationID as string,
    /** Removes the absent validator, by a message that the large one signs. */
    async removeAbsent() {
      const key = await network.keyOf(positions.large);
      const change = { validationId: absents[0].validationID, nonce: 0n, weight: 0n };
      const message = weightChange({ subnetId, chainId }, change, [key, "another key", "absent"]);
      await setL1ValidatorWeight(wallet, message);
    },
    network,
  };
}
