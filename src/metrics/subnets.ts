import { from } from "../api/source.ts";
import { kindOf } from "../exposition/metric.ts";

type SubnetLabels = { readonly subnet_id: string; readonly alias: string };
/** `kind`: primary, permissioned, elastic or l1. IDs and the address are empty if there is none. */
type Subnet = SubnetLabels & {
  readonly kind: string;
  readonly conversion_id: string;
  readonly manager_chain_id: string;
  readonly manager_address: string;
};
export const subnet = kindOf<Subnet>().with(
  "subnet_id",
  "alias",
  "kind",
  "conversion_id",
  "manager_chain_id",
  "manager_address",
);
export const subnetInfo = subnet.info("avax_subnet_info", {
  help: "Information about a subnet; always 1. kind is primary, permissioned, elastic or l1. manager_address is that of the contract that manages the validators of an L1.",
  from: from(
    "platform.getSubnet",
    ...(["isPermissioned", "subnetTransformationTxID", "conversionID", "managerChainID", "managerAddress"] as const),
  ),
});

export const subnetToken = kindOf<SubnetLabels & { readonly supply: bigint }>().with("subnet_id", "alias");
export const subnetSupply = subnetToken.gauge("avax_subnet_supply", {
  help: "Upper bound on the supply of an elastic subnet's token, in its smallest unit.",
  from: from("platform.getCurrentSupply", "supply"),
  of: ({ supply }) => supply,
});
