/** L1 validators: reads, metrics and observation of one. */
import { digestOf } from "../../facts/digest.ts";
import * as m from "../../metrics/l1.ts";
import { attempt } from "../../rpc/errors.ts";
import type { RunClient } from "../collector.ts";
import { isL1Validator, type L1Validator, queryIds, type Validator } from "./validators.ts";

/** Returns the validator with this validation ID; undefined if it was removed or never existed. */
export async function findValidation({ call }: RunClient<"platform.getL1Validator">, validationID: string) {
  const { value, error } = await attempt(call("platform.getL1Validator", { validationID }));
  if (error && error.unavailable !== "not_found") throw error;
  return value;
}

/** Maximum number of lookups of an L1 in a run: a list is one call for any number. */
const maxLookups = 20;

/** Returns a function that reads the validators of an L1 with these node IDs. The node loads the whole set for a list. Once each ID has
 *  a validation ID, and none from before the conversion, the validators are looked up, until one of them is gone. */
export function createMemberReader() {
  /** Node IDs by validation ID, by L1. */
  const known = new Map<string, ReadonlyMap<string, string>>();
  return async (
    node: RunClient<"platform.getCurrentValidators" | "platform.getL1Validator">,
    subnetID: string,
    ids: ReadonlySet<string>,
  ): Promise<readonly Validator[]> => {
    const validations = known.get(subnetID) ?? new Map<string, string>();
    if (validations.size <= maxLookups && ids.isSubsetOf(new Set(validations.values()))) {
      const found = await Promise.all([...validations.keys()].map((id) => findValidation(node, id)));
      if (found.every((one) => one !== undefined)) return found;
    }
    const { validators } = await node.call("platform.getCurrentValidators", { subnetID, nodeIDs: queryIds([...ids]) });
    const members = validators.filter(isL1Validator).map(({ validationID, nodeID }) => [validationID, nodeID] as const);
    known.set(subnetID, new Map(members.length === validators.length ? members : []));
    return validators;
  };
}

/** Returns what is known about the owners of a validator; undefined if the node does not provide them. */
function ownersOf({ remainingBalanceOwner, deactivationOwner }: L1Validator): m.L1Validator["owners"] {
  if (!remainingBalanceOwner || !deactivationOwner) return undefined;
  const of = ({ threshold, addresses }: typeof deactivationOwner) => [threshold, addresses];
  return {
    digest: digestOf([of(remainingBalanceOwner), of(deactivationOwner)]),
    hasDeactivationOwner: deactivationOwner.threshold > 0,
  };
}

type Of = Pick<m.L1Validator, "subnet_id" | "alias" | "fees" | "isWatched">;
/** Returns the observation of one L1 validator at the given fees. */
export function l1ValidatorItem(validator: L1Validator, of: Of) {
  const { validationID: validation_id, nodeID: node_id, weight, balance } = validator;
  const owners = of.isWatched ? ownersOf(validator) : undefined;
  return m.l1Validator.item({ ...of, validation_id, node_id, weight, balance, owners });
}
