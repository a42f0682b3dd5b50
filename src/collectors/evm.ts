/** Chains whose virtual machine is an EVM. The label `chain` is that of `avax_chain_*`. */
import { noItem } from "../engine/job.ts";
import { kindOf } from "../engine/metric.ts";
import { from, type Result } from "../node-api/contract.ts";
import { attempt } from "../node-api/errors.ts";
import { isAsynchronous, tokensOf } from "../protocol/balance.ts";
import { collector, readEntries } from "./collector.ts";
import { evmChains, groupOfChain, type ServedChainLabels } from "./kinds/chains.ts";

/** A chain with its last executed block. */
type EvmChain = ServedChainLabels & { readonly latest: Result<"eth.getHeaderByNumber"> };
export const evmChain = kindOf<EvmChain>().ofNode("chain", "subnet_id", "alias");

export const evmHeight = evmChain.gauge("avax_evm_height", {
  help: "Height of the latest executed block of an EVM chain.",
  from: from("eth.getHeaderByNumber", "number"),
  of: ({ latest }) => latest.number,
});
export const evmTime = evmChain.gauge("avax_evm_timestamp_seconds", {
  help: "Timestamp of the latest block of an EVM chain, in Unix seconds.",
  from: from("eth.getHeaderByNumber", "timestamp"),
  of: ({ latest }) => latest.timestamp || undefined,
});
export const evmBaseFee = evmChain.gauge("avax_evm_base_fee", {
  help: "Base fee per gas of an EVM chain's latest block, in the chain's native token. Absent for the C-Chain since Helicon, like the two below.",
  from: from("eth.getHeaderByNumber", "baseFeePerGas"),
  of: ({ latest: { baseFeePerGas, ...latest } }) =>
    baseFeePerGas == null || isAsynchronous(latest) ? undefined : tokensOf(baseFeePerGas),
});
export const evmGasUsed = evmChain.gauge("avax_evm_gas_used", {
  help: "Gas that the latest block of an EVM chain used.",
  from: from("eth.getHeaderByNumber", "gasUsed"),
  of: ({ latest }) => (isAsynchronous(latest) ? undefined : latest.gasUsed),
});
export const evmGasLimit = evmChain.gauge("avax_evm_gas_limit", {
  help: "Gas that the latest block of an EVM chain could use.",
  from: from("eth.getHeaderByNumber", "gasLimit"),
  of: ({ latest }) => (isAsynchronous(latest) ? undefined : latest.gasLimit),
});

/** A balance in the smallest units of the native token. */
type EvmBalance = ServedChainLabels & { readonly address: string; readonly balance: bigint };
const evmBalance = kindOf<EvmBalance>().with("chain", "subnet_id", "address", "alias");
export const evmAddressBalance = evmBalance.gauge("avax_evm_address_balance", {
  help: "Balance of a watched address of an EVM chain, in the chain's native token.",
  from: from("eth.getBalance"),
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
  metrics: [evmChain, evmBalance],
  select: ({ watch }) => watch.evm_addresses,
  read({ call, chains }, addresses) {
    const known = evmChains(chains);
    // a subnet is unknown until the collector health has found the chains of the node
    const subnetOf = (chain: string) => known.get(chain)?.subnet_id ?? (chains.length > 0 ? "" : undefined);
    const byChain = new Map(addresses.map((one) => [`${one.chain} ${one.id}`, one]));
    return {
      chain: readEntries(known, async (labels) => {
        const { chain } = labels;
        const { value: latest, error } = await attempt(call("eth.getHeaderByNumber", { block: "latest" }, chain));
        if (!error) return { ...labels, latest };
        // the path of a chain with another virtual machine is not served, which is no failure
        if (error.unavailable === "api_off" && chain !== "C") return noItem;
        throw error;
      }),
      balance: readEntries(byChain, async ({ id: address, chain, alias }) => {
        const balance = await call("eth.getBalance", { address, block: "latest" }, chain);
        return { balance, chain, address, alias, subnet_id: subnetOf(chain) };
      }),
    };
  },
  map: {
    chain: (read) => [groupOfChain(read, evmChain.item(read))],
    balance: ({ subnet_id, ...balance }) =>
      subnet_id === undefined ? [] : [evmBalance.item({ ...balance, subnet_id })],
  },
});
