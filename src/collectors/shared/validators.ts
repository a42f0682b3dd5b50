/** Metrics and samples of validator sets and of single validators, shared by several collectors. */
import type { Result } from "../../contract/contract.ts";
import { emptyNodeId, primaryNetwork } from "../../contract/ids.ts";
import * as m from "../../metrics/validators.ts";
import { sample } from "../../prometheus/sample.ts";
import { knownSamples } from "../collector.ts";
import type { Settings } from "../settings.ts";
import type { L1Validator } from "./l1-validator.ts";
import { type Ranking, superminority } from "./ranking.ts";

export type Validator = Result<"platform.getCurrentValidators">["validators"][number];

export const delegatedTo = ({ delegatorWeight = 0n }: Validator) => delegatorWeight;
/** Returns the weight including delegations, without a new bigint for L1 validators. */
export const weightOf = ({ weight, delegatorWeight }: Validator) =>
  delegatorWeight === undefined ? weight : weight + delegatorWeight;

/** Returns true for an L1 validator that pays the validator fee. Those from before the conversion have no validation ID. */
export const isL1Validator = (validator: Validator): validator is Validator & L1Validator =>
  validator.validationID !== undefined;

/** Returns the aliases of the watched nodes of a subnet, by node ID. */
export const watchedOn = ({ watch }: Settings, subnet: string): ReadonlyMap<string, string> =>
  new Map(
    watch.node_ids.filter(({ subnet_ids }) => subnet_ids.includes(subnet)).map(({ id, alias }) => [id, alias] as const),
  );

/** Returns the IDs of the watched nodes of the primary network; undefined if there are none. */
export function watchedOnPrimaryNetwork(settings: Settings): readonly string[] | undefined {
  const ids = [...watchedOn(settings, primaryNetwork).keys()];
  return ids.length > 0 ? ids : undefined;
}

/** Returns the node IDs of a request for validators without their delegations. For exactly one node ID, AvalancheGo loads all its
 *  delegations. The empty node ID, which no validator has, avoids that. */
export const queryIds = (ids: readonly string[]): string[] => (ids.length === 1 ? [...ids, emptyNodeId] : [...ids]);

export const validatorSetMetrics = [
  m.validators,
  m.validatorsWeight,
  m.validatorsLargestWeight,
  m.validatorsSuperminority,
] as const;

/** Returns the totals of a validator set. */
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

/** Returns the samples that validators of all subnets have. */
export function commonValidatorSamples(v: Validator, labels: ValidatorLabels, alias: string) {
  const auto_renew = String((v.nextPeriod ?? 0n) > 0n);
  return knownSamples<(typeof commonValidatorMetrics)[number]>([
    sample(m.validatorInfo, true, { ...labels, tx_id: v.txID ?? "", alias, auto_renew }),
    sample(m.validatorWeight, weightOf(v), labels),
    sample(m.validatorStart, v.startTime, labels),
    sample(m.validatorEnd, v.endTime, labels),
  ]);
}
