import { gauge, info } from "../prometheus/metric.ts";

export const subnetInfo = info(
  "avax_subnet_info",
  {
    help: "Facts about a subnet: always 1. kind is primary, permissioned, elastic or l1.",
    from: "platform.getSubnet isPermissioned, subnetTransformationTxID, conversionID, managerChainID",
  },
  ["subnet_id", "kind", "alias", "conversion_id", "manager_chain_id"],
);
export const subnetWeight = gauge(
  "avax_subnet_weight",
  {
    help: "Weight of all validators of a tracked subnet or L1, inactive ones included: abstract units.",
    from: "platform.getTotalStake weight",
  },
  ["subnet_id"],
);
export const subnetSupply = gauge(
  "avax_subnet_supply",
  {
    help: "Upper bound of an elastic subnet's own token, in its smallest units.",
    from: "platform.getCurrentSupply supply",
  },
  ["subnet_id"],
);
