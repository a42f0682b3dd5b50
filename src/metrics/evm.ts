/** Chains whose virtual machine is an EVM. The label `chain` is that of `avax_chain_*`. */
import { withLabels, withNodeAnd } from "../exposition/metric.ts";

const { gauge } = withNodeAnd("chain", "subnet_id", "alias");
/** Labels of a watched address, whose name is the label `alias`. */
const ofAddress = withLabels("chain", "subnet_id", "address", "alias");
const from = (field: string) => `eth.getHeaderByNumber ${field}`;

export const evmHeight = gauge("avax_evm_height", {
  help: "Height of the latest block of an EVM chain: the last executed one on the C-Chain since Helicon, otherwise the last accepted one.",
  from: from("number"),
});
export const evmTime = gauge("avax_evm_timestamp_seconds", {
  help: "Timestamp of the latest block of an EVM chain, in Unix seconds.",
  from: from("timestamp"),
});
export const evmFinalizedHeight = gauge("avax_evm_finalized_height", {
  help: "Height of the finalized block of an EVM chain: the last settled one on the C-Chain since Helicon, otherwise the last accepted one.",
  from: from("number"),
});
export const evmFinalizedTime = gauge("avax_evm_finalized_timestamp_seconds", {
  help: "Timestamp of the finalized block of an EVM chain, in Unix seconds.",
  from: from("timestamp"),
});
export const evmBaseFee = gauge("avax_evm_base_fee", {
  help: "Base fee of the latest block of an EVM chain per unit of gas, in the chain's native token (AVAX on the C-Chain).",
  from: from("baseFeePerGas"),
});
export const evmGasUsed = gauge("avax_evm_gas_used", {
  help: "Gas that the latest block of an EVM chain used.",
  from: from("gasUsed"),
});
export const evmGasLimit = gauge("avax_evm_gas_limit", {
  help: "Gas that the latest block of an EVM chain could use.",
  from: from("gasLimit"),
});
export const evmMinDelay = gauge("avax_evm_min_block_delay_seconds", {
  help: "Minimum time between two blocks of an EVM chain, in seconds (ACP-226). Absent before Granite.",
  from: from("minDelayExcess"),
});
export const evmAddressBalance = ofAddress.gauge("avax_evm_address_balance", {
  help: "Balance of a watched address of an EVM chain, in the chain's native token (AVAX on the C-Chain). alias is that of the address.",
  from: "eth.getBalance",
});
