import { withLabels } from "../exposition/metric.ts";

const { info } = withLabels("subnet_id", "alias", "kind", "conversion_id", "manager_chain_id");
export const subnetInfo = info("avax_subnet_info", {
  help: "Information about a subnet; always 1. kind is primary, permissioned, elastic or l1.",
  from: "platform.getSubnet isPermissioned, subnetTransformationTxID, conversionID, managerChainID",
});
export const subnetWeight = withLabels("subnet_id", "alias").gauge("avax_subnet_weight", {
  help: "Total weight of the validators of a tracked subnet or L1, including inactive ones, in the subnet's weight units.",
  from: "platform.getTotalStake weight",
});
export const subnetSupply = withLabels("subnet_id", "alias").gauge("avax_subnet_supply", {
  help: "Upper bound on the supply of an elastic subnet's token, in its smallest unit.",
  from: "platform.getCurrentSupply supply",
});
export const blockchainInfo = withLabels("blockchain_id", "alias", "name", "subnet_id", "vm_id").info(
  "avax_blockchain_info",
  {
    help: "Information about a blockchain of the network; always 1.",
    from: "platform.getBlockchains id, name, subnetID, vmID",
  },
);
export const blockchainStatus = withLabels("blockchain_id", "alias", "status").gauge("avax_blockchain_status", {
  help: "Status of the watched blockchain on the node: 1 for the current status, 0 for all others. Syncing on the node of an inactive L1 validator.",
  from: "platform.getBlockchainStatus status",
});
