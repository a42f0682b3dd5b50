/** L1 validators: metrics and observation of one, and the fee that they pay (ACP-77). */
import { digestOf } from "../../facts/digest.ts";
import type { FeeConfig, FeeState, Fees } from "../../facts/validator-fee.ts";
import * as m from "../../metrics/l1.ts";
import { attempt, type NodeError } from "../../rpc/errors.ts";
import type { RunClient } from "../collector.ts";
import { createMemory } from "./memory.ts";
import { isL1Validator, type L1Validator, queryIds, type Validator } from "./validators.ts";

/** Number of runs that use the same parameters of the fee. */
const runsPerConfig = 20;

export const feeMethods = ["platform.getValidatorFeeState", "platform.getValidatorFeeConfig"] as const;

/** Fee state and parameters, if known; otherwise `error`, unless the node does not know the methods. */
export type FeesOfRun = Fees & { readonly error?: NodeError | undefined };

/** Returns the growth of the excess per second: the number of active validators without the target. */
function excessRateOf(before: FeeState | undefined, after: FeeState): number | undefined {
  const seconds = before ? (after.timestamp.getTime() - before.timestamp.getTime()) / 1000 : 0;
  return before && seconds > 0 ? Number(after.excess - before.excess) / seconds : undefined;
}

/** Returns a function that reads the fee, once per run. Balances that are read afterwards can be of a later block: an exhaustion time is
 *  then too early by the time between the two blocks. */
export function createFeeReader() {
  const readConfig = createMemory<FeeConfig>(runsPerConfig);
  let last: FeeState | undefined;
  let excessRate: number | undefined;

  return async ({ call }: RunClient<(typeof feeMethods)[number]>): Promise<FeesOfRun> => {
    const reads = [
      attempt(call("platform.getValidatorFeeState", {})),
      attempt(readConfig("", () => call("platform.getValidatorFeeConfig", {}))),
    ] as const;
    const [{ value: state, error: stateError }, { value: config, error: configError }] = await Promise.all(reads);
    if (state) {
      excessRate = excessRateOf(last, state) ?? excessRate;
      if (last?.timestamp.getTime() !== state.timestamp.getTime()) last = state;
    }
    const error = [stateError, configError].find((one) => one && one.unavailable !== "method_unknown");
    return { state, config, excessRate, error };
  };
}

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

export const l1ValidatorMetrics = [
  m.l1Balance,
  m.l1Active,
  m.l1Weight,
  m.l1Exhaustion,
  m.l1OwnersDigest,
  m.l1HasDeactivationOwner,
] as const;

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
