/** An L1 whose chain is one of Subnet-EVM, on two of five validators of the primary network. */
import type { Asked, AvalancheNode } from "./avalanche-node.ts";
import { createContract, evmGenesis, sendCalls } from "./evm-transactions.ts";
import { nodeIdOf, signerOf } from "./identities.ts";
import {
  creationOf,
  genesisStorage,
  type ManagerState,
  managerCode,
  proxyOf,
  storageOf,
  writeOf,
} from "./manager-contract.ts";
import { startNetwork } from "./network.ts";
import { identityOf, l1Validator, l1ValidatorOf, withoutOwner } from "./populate.ts";
import { eventually, pluginFolder } from "./programs.ts";
import { convertToL1, createChain, createSubnet, manager, setL1ValidatorWeight } from "./transactions.ts";
import { openWallet, type Wallet } from "./wallet.ts";
import { weightChange } from "./warp.ts";

export type EvmL1 = Awaited<ReturnType<typeof startEvmL1>>;

const avax = 10n ** 9n;
/** Positions of the members among the validators. The first validator stays: all others find the network through it. */
const positions = { large: 1, small: 2 } as const;

/** Where the code of the manager is, behind a proxy. */
const implementation = "c0de000000000000000000000000000000000000";
const managerHex = Buffer.from(manager).toString("hex");
/** The manager has begun with the weights of the three members. */
const first: ManagerState = {
  ...{ periodSeconds: 3_600n, percent: 20n, start: 0n, initial: 0n, total: 220n, changed: 0n },
  owner: BigInt(`0x${implementation}`),
};
const genesis = {
  ...evmGenesis,
  alloc: {
    ...evmGenesis.alloc,
    [implementation]: { balance: "0x0", code: `0x${managerCode}` },
    [managerHex]: { balance: "0x0", code: `0x${proxyOf(implementation)}`, storage: genesisStorage(first) },
  },
};
/** A contract of the genesis of every C-Chain. */
const anotherContract = "0100000000000000000000000000000000000000";

/** An L1 without a chain, with a manager on the C-Chain. */
async function startOnC(wallet: Wallet, name: string, address: string): Promise<string> {
  const subnetId = await createSubnet(wallet);
  const validators = [l1Validator(name, 100n, avax)];
  await convertToL1(wallet, subnetId, wallet.context.cBlockchainID, validators, Buffer.from(address, "hex"));
  return subnetId;
}

/** Sets the storage of a manager. Resolves to the receipt of the last transaction. */
const writeManager = (node: AvalancheNode, chain: string, address: string, state: ManagerState) =>
  sendCalls(
    node,
    chain,
    address,
    [...storageOf(state)].map(([slot, value]) => writeOf(slot, value)),
  );

/** Flags of a node that runs the chains of an L1. */
export const flagsOfMember = (subnetId: string) => [`--plugin-dir=${pluginFolder()}`, `--track-subnets=${subnetId}`];

/** Resolves once a node validates a chain, and is healthy. */
export async function validates(node: Asked, chainId: string): Promise<void> {
  await eventually("the chain of the L1", async () => {
    const { status } = await node.ask("/ext/bc/P", "platform.getBlockchainStatus", { blockchainID: chainId });
    return status === "Validating" || undefined;
  });
  // the exporter reads the health of an unhealthy node once a minute
  await eventually("a healthy node", async () => {
    const { healthy } = await node.ask("/ext/health", "health.health");
    return healthy || undefined;
  });
}

/** The large member has a quorum alone. The small one is registered with the key of another, and its node can have more flags. The absent
 *  one is inactive, and has no deactivation owner. Two further L1s have a manager on the C-Chain, and a contract that is none. */
export async function startEvmL1({ flagsOfSmall = (_chainId: string): readonly string[] => [] } = {}) {
  const network = await startNetwork();
  const [node] = network.validators;
  const identities = await Promise.all(network.validators.map(identityOf));
  const [large, small] = [identities[positions.large], identities[positions.small]];
  if (!node || !large || !small) throw new Error("the network has fewer than three validators");
  const wallet = await openWallet(node);
  const subnetId = await createSubnet(wallet);
  const chainId = await createChain(wallet, subnetId, "evm", genesis);
  const absent = { nodeId: nodeIdOf("absent"), signer: signerOf("absent") };
  await convertToL1(wallet, subnetId, chainId, [
    l1ValidatorOf(large, 200n, avax),
    l1ValidatorOf({ ...small, signer: signerOf("another key") }, 15n, avax),
    l1ValidatorOf(absent, 5n, 0n, withoutOwner),
  ]);
  const address = await createContract(node, "C", creationOf(managerCode));
  await writeManager(node, "C", address, { ...first, start: 1_700_000_000n, initial: 100n, total: 105n, changed: 5n });
  const onC = await startOnC(wallet, "on C", address.slice(2));
  const unmanaged = await startOnC(wallet, "unmanaged", anotherContract);
  const params = { subnetID: subnetId, nodeIDs: [absent.nodeId] };
  const { validators: absents } = await node.ask("/ext/bc/P", "platform.getCurrentValidators", params);
  const member = async (position: number, more: readonly string[] = []): Promise<AvalancheNode> => {
    const node = await network.restart(position, [...flagsOfMember(subnetId), ...more]);
    await validates(node, chainId);
    return node;
  };
  const members = [member(positions.large), member(positions.small, flagsOfSmall(chainId))] as const;
  const [largeNode, smallNode] = await Promise.all(members);
  return {
    ...{ wallet, subnetId, chainId, onC, unmanaged },
    /** Changes what the manager of the L1 has in its storage. */
    writeManager: (changes: Partial<ManagerState>) =>
      writeManager(largeNode, chainId, `0x${managerHex}`, { ...first, ...changes }),
    large: { node: largeNode, nodeId: large.nodeId },
    small: { node: smallNode, nodeId: small.nodeId },
    absent: absent.nodeId,
    absentValidation: absents[0].validationID as string,
    /** Removes the absent validator, by a message that the large one signs. */
    async removeAbsent() {
      const key = await network.keyOf(positions.large);
      const change = { validationId: absents[0].validationID, nonce: 0n, weight: 0n };
      const l1 = { networkId: wallet.context.networkID, subnetId, chainId };
      const message = weightChange(l1, change, [key, "another key", "absent"]);
      await setL1ValidatorWeight(wallet, message);
    },
    network,
  };
}
