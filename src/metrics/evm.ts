/** Chains whose virtual machine is an EVM. The label `chain` is that of `avax_chain_*`. */
import type { Result } from "../api/contract.ts";
import { type FieldOf, from as fromMethod } from "../api/source.ts";
import { kindOf } from "../exposition/metric.ts";
import { delayOf, tokensOf } from "../facts/evm.ts";

type Header = Result<"eth.getHeaderByNumber">;
type Labels = { readonly chain: string; readonly subnet_id: string; readonly alias: string };
/** The latest block of a chain. */
export const evmChain = kindOf<Labels & { readonly latest: Header }>().ofNode("chain", "subnet_id", "alias");
/** The finalized block of a chain. */
export const evmFinalized = kindOf<Labels & { readonly finalized: Header }>().ofNode("chain", "subnet_id", "alias");
const from = (field: FieldOf<"eth.getHeaderByNumber">) => fromMethod("eth.getHeaderByNumber", field);

export const evmHeight = evmChain.gauge("avax_evm_height", {
  help: "Height of the latest block of an EVM chain: the last executed one on the C-Chain since Helicon, otherwise the last accepted one.",
  from: from("number"),
  of: ({ latest }) => latest.number,
});
export const evmTime = evmChain.gauge("avax_evm_timestamp_seconds", {
  help: "Timestamp of the latest block of an EVM chain, in Unix seconds.",
  from: from("timestamp"),
  of: ({ latest }) => latest.timestamp,
});
export const evmFinalizedHeight = evmFinalized.gauge("avax_evm_finalized_height", {
  help: "Height of the finalized block of an EVM chain: the last settled one on the C-Chain since Helicon, otherwise the last accepted one.",
  from: from("number"),
  of: ({ finalized }) => finalized.number,
});
export const evmFinalizedTime = evmFinalized.gauge("avax_evm_finalized_timestamp_seconds", {
  help: "Timestamp of the finalized block of an EVM chain, in Unix seconds.",
  from: from("timestamp"),
  of: ({ finalized }) => finalized.timestamp,
});
export const evmBaseFee = evmChain.gauge("avax_evm_base_fee", {
  help: "Base fee of the latest block of an EVM chain per unit of gas, in the chain's native token (AVAX on the C-Chain).",
  from: from("baseFeePerGas"),
  of: ({ latest: { baseFeePerGas } }) => (baseFeePerGas == null ? undefined : tokensOf(baseFeePerGas)),
});
export const evmGasUsed = evmChain.gauge("avax_evm_gas_used", {
  help: "Gas that the latest block of an EVM chain used.",
  from: from("gasUsed"),
  of: ({ latest }) => latest.gasUsed,
});
export const evmGasLimit = evmChain.gauge("avax_evm_gas_limit", {
  help: "Gas that the latest block of an EVM chain could use.",
  from: from("gasLimit"),
  of: ({ latest }) => latest.gasLimit,
});
export const evmMinDelay = evmChain.gauge("avax_evm_min_block_delay_seconds", {
  help: "Minimum time between two blocks of an EVM chain, in seconds (ACP-226). Absent before Granite.",
  from: from("minDelayExcess"),
  of: ({ latest: { minDelayExcess } }) => (minDelayExcess == null ? undefined : delayOf(minDelayExcess)),
});

/** A balance in the smallest units of the native token. */
type EvmBalance = {
  readonly chain: string;
  readonly subnet_id: string;
  readonly address: string;
  readonly alias: string;
  readonly balance: bigint;
};
export const evmBalance = kindOf<EvmBalance>().with("chain", "subnet_id", "address", "alias");
export const evmAddressBalance = evmBalance.gauge("avax_evm_address_balance", {
  help: "Balance of a watched address of an EVM chain, in the chain's native token (AVAX on the C-Chain). alias is that of the address.",
  from: fromMethod("eth.getBalance"),
  of: ({ balance }) => tokensOf(balance),
});
