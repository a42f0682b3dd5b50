import { withLabels } from "../prometheus/metric.ts";

export const blockchainInfo = withLabels("blockchain_id", "name", "subnet_id", "vm_id").info("avax_blockchain_info", {
  help: "Information about a blockchain of the network; always 1.",
  from: "platform.getBlockchains id, name, subnetID, vmID",
});
export const blockchainStatus = withLabels("blockchain_id", "status").gauge("avax_blockchain_status", {
  help: "Status of the watched blockchain on the node: 1 for the current status, 0 for all others.",
  from: "platform.getBlockchainStatus status",
});
