/** Lookup and classification of a subnet. */
import type { Result } from "../../api/contract.ts";
import { primaryNetwork } from "../../api/ids.ts";
import { attempt, NodeError } from "../../rpc/errors.ts";
import type { RunClient } from "../collector.ts";

export type Subnet = Result<"platform.getSubnet">;

const isSet = (id: string) => id !== primaryNetwork;
export const emptyIfZeroId = (id: string) => (isSet(id) ? id : "");
/** Returns the contract that manages the validators of a subnet, with its chain; empty if there is none. */
export const managerOf = ({ managerChainID, managerAddress }: Subnet) => ({
  chain_id: emptyIfZeroId(managerChainID),
  address: managerAddress === null || managerAddress === "0x" ? "" : managerAddress,
});
export const isL1 = ({ conversionID }: Subnet) => isSet(conversionID);
export const isElastic = (subnet: Subnet) => !isL1(subnet) && isSet(subnet.subnetTransformationTxID);
export const kindOf = (subnet: Subnet) => (isL1(subnet) ? "l1" : isElastic(subnet) ? "elastic" : "permissioned");

/** Reads a subnet. If it is not found, throws an error that names the configuration key, because the configured ID is wrong. */
export async function findSubnet({ call }: RunClient<"platform.getSubnet">, subnetID: string, key: string) {
  const { value, error } = await attempt(call("platform.getSubnet", { subnetID }));
  if (!error) return value;
  if (error.unavailable !== "not_found") throw error;
  const message = `${key}: ${subnetID} is no subnet of this network`;
  throw new NodeError(message, { code: "wrong_id", cause: error });
}
