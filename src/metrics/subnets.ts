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

export const subnetTotal = kindOf<SubnetLabels & { readonly weight: bigint }>().with("subnet_id", "alias");
export const subnetWeight = subnetTotal.gauge("avax_subnet_weight", {
  help: "Total weight of a tracked subnet or L1 in its units, including inactive weight.",
  from: from("platform.getTotalStake", "weight"),
  of: ({ weight }) => weight,
});
export const subnetToken = kindOf<SubnetLabels & { readonly supply: bigint }>().with("subnet_id", "alias");
export const subnetSupply = subnetToken.gauge("avax_subnet_supply", {
  help: "Upper bound on the supply of an elastic subnet's token, in its smallest unit.",
  from: from("platform.getCurrentSupply", "supply"),
  of: ({ supply }) => supply,
});

type Blockchain = {
  readonly blockchain_id: string;
  readonly alias: string;
  readonly name: string;
  readonly subnet_id: string;
  readonly vm_id: string;
};
export const blockchain = kindOf<Blockchain>().with("blockchain_id", "alias", "name", "subnet_id", "vm_id");
export const blockchainInfo = blockchain.info("avax_blockchain_info", {
  help: "Information about a blockchain of the network; always 1.",
  from: from("platform.getBlockchains", "id", "name", "subnetID", "vmID"),
});

const statuses = ["Validating", "Created", "Preferred", "Syncing", "Unknown"];
type Status = { readonly blockchain_id: string; readonly alias: string; readonly status: string };
export const statusOfBlockchain = kindOf<Status>().ofNode("blockchain_id", "alias");
export const blockchainStatus = statusOfBlockchain.gauges("avax_blockchain_status", "status", {
  help: "Status of a watched blockchain on the node: 1 if current, otherwise 0. Syncing on the node of an inactive L1 validator.",
  from: from("platform.getBlockchainStatus", "status"),
  of: ({ status }) => [...new Set([...statuses, status])].map((one) => [one, one === status] as const),
});
