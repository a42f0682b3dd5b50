/** What is told of a set of validators, and of one of them, by whichever collector. */
import type { Result } from "../../contract/contract.ts";
import * as m from "../../metrics/validators.ts";
import type { Emit } from "../../prometheus/exposition.ts";
import type { Settings } from "../settings.ts";
import type { L1Validator } from "./l1.ts";
import { type Ranking, superminority } from "./ranking.ts";

export type Validator = Result<"platform.getCurrentValidators">["validators"][number];

export const delegatedTo = ({ delegatorWeight = 0n }: Validator) => delegatorWeight;
/** Own and delegated; of L1 validators, which have no delegations, it makes no second bigint. */
export const weightOf = ({ weight, delegatorWeight }: Validator) =>
  delegatorWeight === undefined ? weight : weight + delegatorWeight;

/** One of an L1 that pays the validator fee; others of it are from before its conversion. */
export const isL1Validator = (validator: Validator): validator is Validator & L1Validator =>
  validator.validationID !== undefined;

/** The watched nodes of a subnet, with the operator's names for them. */
export const watchedOn = ({ watch }: Settings, subnet: string): ReadonlyMap<string, string> =>
  new Map(
    watch.node_ids.filter(({ subnet_ids }) => subnet_ids.includes(subnet)).map(({ id, alias }) => [id, alias] as const),
  );

export const setMetrics = [
  m.validators,
  m.validatorsWeight,
  m.validatorsLargestWeight,
  m.validatorsSuperminority,
] as const;

export function emitSet(ranking: Ranking<Validator>, subnet_id: string, emit: Emit<(typeof setMetrics)[number]>) {
  const { total, ranked } = ranking;
  const labels = { subnet_id };
  emit(m.validators, ranked.length, labels);
  emit(m.validatorsWeight, total, labels);
  emit(m.validatorsLargestWeight, ranked[0]?.weight ?? 0n, labels);
  emit(m.validatorsSuperminority, superminority(ranking), labels);
}

export const memberMetrics = [m.validatorInfo, m.validatorWeight, m.validatorStart, m.validatorEnd] as const;

export type ValidatorLabels = { readonly subnet_id: string; readonly node_id: string };

/** What is known of a validator of any subnet. `alias`: the operator's name for it. */
export function emitMember(
  v: Validator,
  labels: ValidatorLabels,
  alias: string,
  emit: Emit<(typeof memberMetrics)[number]>,
) {
  const auto_renew = String((v.nextPeriod ?? 0n) > 0n);
  emit(m.validatorInfo, true, { ...labels, tx_id: v.txID ?? "", alias, auto_renew });
  emit(m.validatorWeight, weightOf(v), labels);
  emit(m.validatorStart, v.startTime, labels);
  if (v.endTime !== undefined) emit(m.validatorEnd, v.endTime, labels);
}
