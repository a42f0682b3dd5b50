/** P-Chain heights that chains use (proposervm). The label `chain` is that of `avax_chain_*`. */
import { withNodeAnd } from "../exposition/metric.ts";
import { quorum } from "../facts/consensus.ts";

const { gauge, timestamp } = withNodeAnd("chain", "subnet_id", "alias");
const from = (field: string) => `proposervm.getCurrentEpoch ${field}`;

export const epochNumber = gauge("avax_chain_epoch_number", {
  help: "Number of the epoch of a chain's next block (ACP-181). Absent before Granite.",
  from: from("number"),
});
export const epochStart = timestamp("avax_chain_epoch_start_timestamp_seconds", {
  help: "Start of the epoch of a chain's next block, in Unix seconds. Only a block can end an epoch.",
  from: from("startTime"),
});
export const epochHeight = gauge("avax_chain_epoch_p_chain_height", {
  help: "P-Chain height of the epoch of a chain's next block. Its validators sign messages between chains.",
  from: from("pChainHeight"),
});
export const proposedPHeight = gauge("avax_chain_proposed_p_chain_height", {
  help: "P-Chain height that the node would put into a chain's next block.",
  from: "proposervm.getProposedHeight height",
});
export const epochActiveRatio = gauge("avax_chain_epoch_weight_active_ratio", {
  help: `Share (0 to 1) of an L1's weight that was active at the P-Chain height of its chain's epoch. Below ${quorum} the chain can stand although its validators have been topped up.`,
  from: "platform.getValidatorsAt weight, proposervm.getCurrentEpoch pChainHeight",
});
