import * as m from "../metrics/evm.ts";
import { collector, readEntries } from "./collector.ts";
import { evmChains, groupOfChain } from "./shared/chains.ts";

export const evm = collector({
  name: "evm",
  summary:
    "C-Chain, and the chains of subnets and L1s that the node runs, if their virtual machine is an EVM: height and gas of the latest block, and balances of the watched addresses.",
  interval: "30s",
  hasVaryingSeries: true,
  reads: ["eth.getHeaderByNumber", "eth.getBalance"],
  needs: ["chains"],
  metrics: [...m.evmChain.metrics, ...m.evmBalance.metrics],
  select: ({ watch }) => watch.evm_addresses,
  read(node, addresses) {
    const { call, chains } = node;
    const known = evmChains(node);
    // a subnet is unknown until the collector health has found the chains of the node
    const subnetOf = (chain: string) => known.get(chain)?.subnet_id ?? (chains.length > 0 ? "" : undefined);
    return {
      // the path of a chain with another virtual machine is not served, which is no failure
      chain: readEntries(known, async (labels) => {
        const header = await call("eth.getHeaderByNumber", { block: "latest" }, labels.chain);
        return { latest: header, labels };
      }),
      balance: new Map(
        addresses.map(({ id: address, chain, alias }) => {
          const read = async () => {
            const balance = await call("eth.getBalance", { address, block: "latest" }, chain);
            return { balance, chain, address, alias, subnet_id: subnetOf(chain) };
          };
          return [`${chain} ${address}`, read()] as const;
        }),
      ),
    };
  },
  map: {
    chain: ({ latest, labels }) => [groupOfChain(labels, m.evmChain.item({ ...labels, latest }))],
    balance: ({ subnet_id, ...balance }) =>
      subnet_id === undefined ? [] : [m.evmBalance.item({ ...balance, subnet_id })],
  },
});
