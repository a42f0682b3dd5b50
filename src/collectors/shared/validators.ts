/** The samples of a set of validators, and of one of them. */
import type { Result } from "../../contract/contract.ts";
import * as m from "../../metrics/validators.ts";
import { sample } from "../../prometheus/sample.ts";
import { knownSamples } from "../collector.ts";
import type { Settings } from "../settings.ts";
import type { L1Validator } from "./l1-validator.ts";
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

export const validatorSetMetrics = [
  m.validators,
  m.validatorsWeight,
  m.validatorsLargestWeight,
  m.validatorsSuperminority,
] as const;

/** Returns the totals of a set of validators. */
export function validatorSetSamples(ranking: Ranking<Validator>, subnet_id: string) {
  const { total, ranked } = ranking;
  const labels = { subnet_id };
  return [
    sample(m.validators, ranked.length, labels),
    sample(m.validatorsWeight, total, labels),
    sample(m.validatorsLargestWeight, ranked[0]?.weight ?? 0n, labels),
    sample(m.validatorsSuperminority, superminority(ranking), labels),
  ];
}

export const commonValidatorMetrics = [m.validatorInfo, m.validatorWeight, m.validatorStart, m.validatorEnd] as const;

export type ValidatorLabels = { readonly subnet_id: string; readonly node_id: string };

/** Returns the samples that validators of all subnets have. `alias`: the operator's name for the validator. */
export function commonValidatorSamples(v: Validator, labels: ValidatorLabels, alias: string) {
  const auto_renew = String((v.nextPeriod ?? 0n) > 0n);
  return knownSamples<(typeof commonValidatorMetrics)[number]>([
    sample(m.validatorInfo, true, { ...labels, tx_id: v.txID ?? "", alias, auto_renew }),
    sample(m.validatorWeight, weightOf(v), labels),
    sample(m.validatorStart, v.startTime, labels),
    sample(m.validatorEnd, v.endTime, labels),
  ]);
}
