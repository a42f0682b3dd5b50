/** Chains of subnets and L1s that the node runs. */
import { primaryNetwork } from "../../../../src/node-api/ids.ts";
import type { Asked } from "../avalanche-node.ts";
import { evm } from "./evm.ts";
import { onP, type Sample, sample } from "./sample.ts";

type Tracked = { readonly id: string; readonly alias?: string };
type Blockchain = Record<"id" | "name" | "subnetID" | "vmID", string>;

/** A chain that the node runs has a health check with data. Its other data comes from other methods than those of the exporter. */
export async function subnetChains(node: Asked, subnets: readonly Tracked[]): Promise<Sample[]> {
  const { checks } = await node.ask("/ext/health", "health.health");
  const { blockchains }: { blockchains: Blockchain[] } = await onP(node, "platform.getBlockchains");
  const running = blockchains.filter(
    ({ id, subnetID }) => subnetID !== primaryNetwork && checks[id]?.message?.networking,
  );
  const each = running.map(async ({ id: chain, name, subnetID: subnet_id, vmID: vm_id }) => {
    const alias = subnets.find(({ id }) => id === subnet_id)?.alias ?? "";
    const { status } = await onP(node, "platform.getBlockchainStatus", { blockchainID: chain });
    return [
      sample("avax_chain_info", true, { chain, blockchain_id: chain, subnet_id, alias, name, vm_id }),
      sample("avax_node_bootstrapped", status === "Validating", { chain }),
      ...(await evm(node, { chain, subnet_id, alias })),
    ];
  });
  return (await Promise.all(each)).flat();
}
