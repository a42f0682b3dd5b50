import { gauge, info } from "../prometheus/metric.ts";

export const subnetInfo = info("avax_subnet_info", {
  help: "Information about a subnet; always 1. kind is primary, permissioned, elastic or l1.",
  from: "platform.getSubnet isPermissioned, subnetTransformationTxID, conversionID, managerChainID",
  labels: ["subnet_id", "kind", "alias", "conversion_id", "manager_chain_id"],
});
export const subnetWeight = gauge("avax_subnet_weight", {
  help: "Total weight of the validators of a tracked subnet or L1, including inactive ones, in the subnet's weight units.",
  from: "platform.getTotalStake weight",
  labels: ["subnet_id"],
});
export const subnetSupply = gauge("avax_subnet_supply", {
  help: "Upper bound on the supply of an elastic subnet's token, in its smallest unit.",
  from: "platform.getCurrentSupply supply",
  labels: ["subnet_id"],
});
