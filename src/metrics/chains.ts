/** Chains that the node runs, from its health checks. The label `chain` is P, X or C, otherwise the blockchain ID. It is the
 *  name of the health check if the node does not provide the ID. */
import { withLabels, withNodeAnd } from "../exposition/metric.ts";

const labels = ["chain", "blockchain_id", "subnet_id", "alias"] as const;
const { gauge } = withNodeAnd(...labels);

export const chainHeight = gauge("avax_chain_last_accepted_height", {
  help: "Height of the last accepted block of a chain that the node runs, as of the node's last health check. Since Helicon, an accepted block of the C-Chain is not yet executed.",
  from: "health.health lastAcceptedHeight",
});
export const chainHeightAge = gauge("avax_chain_height_age_seconds", {
  help: "Time since the exporter saw the height of a chain increase, in seconds of the node's clock; a lower limit until it has seen that. Resolution: the interval of the node's health checks.",
  from: "health.health lastAcceptedHeight, timestamp",
});
export const chainProcessingBlocks = gauge("avax_chain_processing_blocks", {
  help: "Number of issued blocks of a chain on which consensus has not decided, as of the node's last health check.",
  from: "health.health processingBlocks",
});
export const chainLongestProcessingBlock = gauge("avax_chain_longest_processing_block_seconds", {
  help: "Age of the oldest undecided block of a chain in seconds, as of the node's last health check. The check fails above 30 by default.",
  from: "health.health longestProcessingBlock",
});
export const chainConnectedWeight = gauge("avax_chain_connected_weight_ratio", {
  help: "Share (0 to 1) of the weight of a chain's validators that the node is connected to and has benched on no chain. The check fails below 0.8 by default.",
  from: "health.health percentConnected",
});
export const chainDisconnectedValidators = gauge("avax_chain_disconnected_validators", {
  help: "Number of validators of a chain that the node is not connected to or has benched on any chain. All inactive validators of an L1 count as one.",
  from: "health.health disconnectedValidators",
});
export const chainInfo = withNodeAnd(...labels, "name", "vm_id").info("avax_chain_info", {
  help: "Information about a chain of a subnet or L1 that the node runs; always 1. name and vm_id are those of the transaction that created it.",
  from: "platform.getTx chainName, vmID, info.getBlockchainID, platform.validatedBy",
});
export const chainValidatorDisconnected = withLabels("chain", "blockchain_id", "subnet_id", "node_id", "alias").gauge(
  "avax_chain_validator_disconnected",
  {
    help: "1 while the node is not connected to a validator of a chain or has benched it on any chain, otherwise absent. For watched validators, and all validators of subnets and L1s.",
    from: "health.health disconnectedValidators",
  },
);
