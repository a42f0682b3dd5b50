/** What is told of a set of validators, and of one of them, by whichever collector. */
import type { Result } from "../contract/contract.ts";
import { primaryNetwork } from "../contract/ids.ts";
import * as m from "../metrics/validators.ts";
import type { Emit } from "../prometheus/exposition.ts";
import type { L1Validator } from "./l1.ts";
import { type Ranked, superminority } from "./ranking.ts";
import type { Settings } from "./settings.ts";

export type Validator = Result<"platform.getCurrentValidators">["validators"][number];

export const sum = <T>(items: readonly T[], of: (item: T) => bigint) =>
  items.reduce((total, item) => total + of(item), 0n);
export const delegatedTo = ({ delegatorWeight = 0n }: Validator) => delegatorWeight;
/** Own and delegated. */
export const weightOf = (validator: Validator) => validator.weight + delegatedTo(validator);

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

/** From the heaviest down. */
export function emitSet(
  ranked: readonly Ranked<Validator>[],
  subnet_id: string,
  emit: Emit<(typeof setMetrics)[number]>,
) {
  const labels = { subnet_id };
  const weight = sum(ranked, (one) => one.weight);
  emit(m.validators, ranked.length, labels);
  emit(m.validatorsWeight, weight, labels);
  emit(m.validatorsLargestWeight, ranked[0]?.weight ?? 0n, labels);
  emit(m.validatorsSuperminority, superminority(ranked.map((one) => one.weight)), labels);
}

export const memberMetrics = [m.validatorInfo, m.validatorWeight, m.validatorStart, m.validatorEnd] as const;

const labelsOf = ({ nodeID: node_id }: Validator, subnet_id: string) => ({ subnet_id, node_id });

/** What is known of a validator of any subnet. `alias`: the operator's name for it. */
export function emitMember(
  v: Validator,
  subnet_id: string,
  alias: string,
  emit: Emit<(typeof memberMetrics)[number]>,
  labels = labelsOf(v, subnet_id),
) {
  const auto_renew = String((v.nextPeriod ?? 0n) > 0n);
  emit(m.validatorInfo, true, { ...labels, tx_id: v.txID ?? "", alias, auto_renew });
  emit(m.validatorWeight, weightOf(v), labels);
  emit(m.validatorStart, v.startTime, labels);
  if (v.endTime !== undefined) emit(m.validatorEnd, v.endTime, labels);
}

// of the primary network: AvalancheGo's MaxValidatorWeightFactor and MaxValidatorStake
const maxWeightFactor = 5n;
const maxWeight = 3_000_000n * 10n ** 9n;

/** What may still be delegated, in nAVAX. */
export function delegationCapacity(own: bigint, delegated: bigint): bigint {
  const most = own * maxWeightFactor < maxWeight ? own * maxWeightFactor : maxWeight;
  const left = most - own - delegated;
  return left > 0n ? left : 0n;
}

export const stakerMetrics = [
  ...memberMetrics,
  m.validatorStake,
  m.validatorDelegated,
  m.validatorDelegators,
  m.validatorDelegationCapacity,
  m.validatorDelegationFee,
  m.validatorPotentialReward,
  m.validatorAccruedDelegateeReward,
  m.validatorUptime,
  m.validatorUptimeRequired,
  m.validatorConnected,
  m.validatorBlsKey,
] as const;

/** What is known of a validator of the primary network. `self`: the queried node, which always sees itself.
 *  `required`: the uptime, from 0 to 1, that earns the reward, if it is known. */
export function emitStaker(
  v: Validator,
  { alias, self, required }: { readonly alias: string; readonly self: boolean; readonly required: number | undefined },
  emit: Emit<(typeof stakerMetrics)[number]>,
) {
  const labels = labelsOf(v, primaryNetwork);
  emitMember(v, primaryNetwork, alias, emit, labels);
  emit(m.validatorStake, v.weight, labels);
  emit(m.validatorDelegated, delegatedTo(v), labels);
  emit(m.validatorDelegationCapacity, delegationCapacity(v.weight, delegatedTo(v)), labels);
  if (v.delegatorCount !== undefined) emit(m.validatorDelegators, v.delegatorCount, labels);
  if (v.delegationFee !== undefined) emit(m.validatorDelegationFee, v.delegationFee, labels);
  if (v.potentialReward !== undefined) emit(m.validatorPotentialReward, v.potentialReward, labels);
  if (v.accruedDelegateeReward !== undefined) {
    emit(m.validatorAccruedDelegateeReward, v.accruedDelegateeReward, labels);
  }
  if (v.uptime !== undefined && !self) emit(m.validatorUptime, v.uptime, labels);
  if (required !== undefined) emit(m.validatorUptimeRequired, required, labels);
  if (v.connected !== undefined && !self) emit(m.validatorConnected, v.connected, labels);
  emit(m.validatorBlsKey, v.signer !== undefined, labels);
}
