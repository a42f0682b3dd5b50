/** The observation of an L1 validator. */
import { digestOf } from "../../facts/digest.ts";
import * as m from "../../metrics/l1.ts";
import type { L1Validator } from "./validators.ts";

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
