/** Chains whose virtual machine is an EVM. The label `chain` is that of `avax_chain_*`. */

import { readEntries } from "../engine/collector.ts";
import { kindOf } from "../engine/metric.ts";
import { isAsynchronous, tokensOf } from "../entities/protocol/balance.ts";
import { type FieldOf, from as fromMethod, type Result } from "../node-api/contract.ts";
import type { ServedChainLabels } from "./chains.ts";
import { collector } from "./collector.ts";
import { evmChains, groupOfChain } from "./needs.ts";

type Header = Result<"eth.getHeaderByNumber">;
/** The last executed block of a chain. */
export const evmChain = kindOf<ServedChainLabels & { readonly latest: Header }>().ofNode("chain", "subnet_id", "alias");
const from = (field: FieldOf<"eth.getHeaderByNumber">) => fromMethod("eth.getHeaderByNumber", field);

const asynchronous = "the C-Chain since Helicon, which executes blocks after their acceptance.";

export const evmHeight = evmChain.gauge("avax_evm_height", {
  help: "Height of the latest executed block of an EVM chain. It is the last accepted one, except on the C-Chain since Helicon.",
  from: from("number"),
  of: ({ latest }) => latest.number,
});
export const evmTime = evmChain.gauge("avax_evm_timestamp_seconds", {
  help: "Timestamp of the latest block of an EVM chain, in Unix seconds. Absent if it is 0, as that of the first block of a new L1 can be.",
  from: from("timestamp"),
  of: ({ latest }) => latest.timestamp || undefined,
});
export const evmBaseFee = evmChain.gauge("avax_evm_base_fee", {
  help: `Base fee per gas of an EVM chain's latest block, in the chain's native token. Absent for ${asynchronous}`,
  from: from("baseFeePerGas"),
  of: ({ latest: { baseFeePerGas, ...latest } }) =>
    baseFeePerGas == null || isAsynchronous(latest) ? undefined : tokensOf(baseFeePerGas),
});
export const evmGasUsed = evmChain.gauge("avax_evm_gas_used", {
  help: `Gas that the latest block of an EVM chain used. Absent for ${asynchronous}`,
  from: from("gasUsed"),
  of: ({ latest }) => (isAsynchronous(latest) ? undefined : latest.gasUsed),
});
export const evmGasLimit = evmChain.gauge("avax_evm_gas_limit", {
  help: `Gas that the latest block of an EVM chain could use. Absent for ${asynchronous}`,
  from: from("gasLimit"),
  of: ({ latest }) => (isAsynchronous(latest) ? undefined : latest.gasLimit),
});

/** A balance in the smallest units of the native token. */
type EvmBalance = {
  readonly chain: string;
  readonly subnet_id: string;
  readonly address: string;
  readonly alias: string;
  readonly balance: bigint;
};
const evmBalance = kindOf<EvmBalance>().with("chain", "subnet_id", "address", "alias");
export const evmAddressBalance = evmBalance.gauge("avax_evm_address_balance", {
  help: "Balance of a watched address of an EVM chain, in the chain's native token. alias is that of the address.",
  from: fromMethod("eth.getBalance"),
  of: ({ balance }) => tokensOf(balance),
});

export const evm = collector({
  name: "evm",
  summary:
    "C-Chain, and the chains of subnets and L1s that the node runs, if their virtual machine is an EVM: height and gas of the latest block, and balances of the watched addresses.",
  interval: "30s",
  hasVaryingSeries: true,
  reads: ["eth.getHeaderByNumber", "eth.getBalance"],
  needs: ["chains"],
  metrics: [...evmChain.metrics, ...evmBalance.metrics],
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
    chain: ({ latest, labels }) => [groupOfChain(labels, evmChain.item({ ...labels, latest }))],
    balance: ({ subnet_id, ...balance }) =>
      subnet_id === undefined ? [] : [evmBalance.item({ ...balance, subnet_id })],
  },
});
