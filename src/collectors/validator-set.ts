import { kindOf } from "../engine/metric.ts";
import { requiredUptime, type UpgradeTimes } from "../entities/protocol/networks.ts";
import { delegationCapacity } from "../entities/protocol/staking.ts";
import { type FieldOf, fromAll, from as fromMethod, type Params, type Result } from "../node-api/contract.ts";
import { attempt } from "../node-api/errors.ts";
import { emptyNodeId, primaryNetwork } from "../node-api/ids.ts";
import type { RunClient } from "./collector.ts";
import type { Settings } from "./watched.ts";

const from = (...fields: readonly FieldOf<"platform.getCurrentValidators">[]) =>
  fromMethod("platform.getCurrentValidators", ...fields);

export type SubnetLabels = { readonly subnet_id: string; readonly alias: string };
/** Totals of a validator set. Weights include delegations. */
type ValidatorSet = SubnetLabels & {
  readonly count: number;
  readonly weight: bigint;
  readonly largestWeight: bigint;
};
export const validatorSet = kindOf<ValidatorSet>().with("subnet_id", "alias");

export const validators = validatorSet.gauge("avax_validators", {
  help: "Number of validators in the current validator set.",
  from: from("validators"),
  of: ({ count }) => count,
});
export const validatorsWeight = validatorSet.gauge("avax_validators_weight", {
  help: "Weight of the validator set with delegations, in nAVAX or the subnet's units.",
  from: from("weight", "delegatorWeight"),
  of: ({ weight }) => weight,
});
export const validatorsLargestWeight = validatorSet.gauge("avax_validators_largest_weight", {
  help: "Largest weight of a validator with delegations, in nAVAX or the subnet's units.",
  from: from("weight", "delegatorWeight"),
  of: ({ largestWeight }) => largestWeight,
});

/** Totals that only the primary network has. */
type PrimarySet = SubnetLabels & {
  readonly connected: number;
  readonly delegated: bigint;
  readonly delegators: bigint;
};
export const primarySet = kindOf<PrimarySet>().with("subnet_id", "alias");
export const validatorsConnected = primarySet.gauge("avax_validators_connected", {
  help: "Number of validators that the node is connected to and has benched on no chain.",
  from: from("connected"),
  of: ({ connected }) => connected,
});
export const validatorsDelegated = primarySet.avax("avax_validators_delegated_avax", {
  help: "Total stake in AVAX delegated to the current validator set.",
  from: from("delegatorWeight"),
  of: ({ delegated }) => delegated,
});
export const delegators = primarySet.gauge("avax_delegators", {
  help: "Number of delegations to the validators (one delegator can have several).",
  from: from("delegatorCount"),
  of: ({ delegators }) => delegators,
});

export type ValidatorLabels = { readonly subnet_id: string; readonly node_id: string; readonly alias: string };
const labels = ["subnet_id", "node_id", "alias"] as const;

/** A staking period. */
export type Period = { readonly start: Date; readonly end: Date | undefined };
/** Whether a watched validator is in the current set. Facts take the last known period of the others from memory. */
export type Presence = ValidatorLabels & {
  /** The configuration names the validator; otherwise it is the queried node. */
  readonly isConfigured: boolean;
  /** The current period; undefined if the validator is not in the set. Periods of L1 validators have no end. */
  readonly period: Period | undefined;
};
export const presence = kindOf<Presence>().with(...labels);

export type StakingPeriod = ValidatorLabels & Period;
export const stakingPeriod = kindOf<StakingPeriod>().with(...labels);
export const validatorStart = stakingPeriod.timestamp("avax_validator_start_timestamp_seconds", {
  help: "Start time of the validator's staking period, in Unix seconds. The last known one for a watched validator that is no longer in the set.",
  from: from("startTime"),
  of: ({ start }) => start,
});
export const validatorEnd = stakingPeriod.timestamp("avax_validator_end_timestamp_seconds", {
  help: "End time of the validator's staking period or current cycle, in Unix seconds. Cycles are those of an auto-renewing validator. The last known one for a watched validator that is no longer in the set.",
  from: from("endTime"),
  of: ({ end }) => end,
});

/** A validator of the primary network or of a subnet; or one of an L1 from before its conversion. */
export type CurrentValidator = ValidatorLabels & {
  readonly tx_id: string;
  /** "true" or "false", for the label. */
  readonly auto_renew: string;
  /** Including delegations. */
  readonly weight: bigint;
  readonly validator: Result<"platform.getCurrentValidators">["validators"][number];
  /** The queried node observes it: it is another node, and the ID of the queried one is known. */
  readonly isObserved: boolean;
  /** Minimum uptime for a reward; undefined if it is unknown. */
  readonly requiredUptime: number | undefined;
};
export const currentValidator = kindOf<CurrentValidator>().with(...labels);
export const validatorInfo = currentValidator.info("avax_validator_info", {
  help: "Information about a validator; always 1. auto_renew is true if it renews for another period.",
  from: from("txID", "nextPeriod"),
  labels: ["tx_id", "auto_renew"],
});
export const validatorWeight = currentValidator.gauge("avax_validator_weight", {
  help: "Weight of the validator with delegations, in nAVAX or the subnet's units.",
  from: from("weight", "delegatorWeight"),
  of: ({ weight }) => weight,
});

/** Limits a value to validators of the primary network. */
const onPrimary =
  <T>(of: (item: CurrentValidator) => T) =>
  (item: CurrentValidator) =>
    item.subnet_id === primaryNetwork ? of(item) : undefined;
const ofPrimary = <T>(of: (validator: CurrentValidator["validator"]) => T) =>
  onPrimary(({ validator }) => of(validator));
/** A node does not observe itself. */
const observed = <T>(of: (validator: CurrentValidator["validator"]) => T) =>
  onPrimary(({ validator, isObserved }) => (isObserved ? of(validator) : undefined));

export const validatorStake = currentValidator.avax("avax_validator_stake_avax", {
  help: "Own stake of the validator in AVAX, including restaked rewards.",
  from: from("weight"),
  of: ofPrimary(({ weight }) => weight),
});
export const validatorDelegated = currentValidator.avax("avax_validator_delegated_avax", {
  help: "Stake delegated to the validator in AVAX.",
  from: from("delegatorWeight"),
  of: ofPrimary(({ delegatorWeight }) => delegatorWeight),
});
export const validatorDelegators = currentValidator.gauge("avax_validator_delegators", {
  help: "Number of delegations to the validator (one delegator can have several).",
  from: from("delegatorCount"),
  of: ofPrimary(({ delegatorCount }) => delegatorCount),
});
export const validatorDelegationCapacity = currentValidator.avax("avax_validator_delegation_capacity_avax", {
  help: "Stake in AVAX that can still be delegated to the validator. It is min(5 * own stake, 3,000,000) - own stake - delegations. A delegation must end within the staking period or cycle of the validator, and lasts 14 days or more on mainnet, 24 hours on fuji.",
  from: from("weight", "delegatorWeight"),
  of: ofPrimary(({ weight, delegatorWeight }) =>
    delegatorWeight === undefined ? undefined : delegationCapacity(weight, delegatorWeight),
  ),
});
export const validatorDelegationFee = currentValidator.gauge("avax_validator_delegation_fee_ratio", {
  help: "Share of the delegators' rewards that the validator keeps (0 to 1).",
  from: from("delegationFee"),
  of: ofPrimary(({ delegationFee }) => delegationFee),
});
export const validatorPotentialReward = currentValidator.avax("avax_validator_potential_reward_avax", {
  help: "Potential reward of the validator's period in AVAX, without delegation fees.",
  from: from("potentialReward"),
  of: ofPrimary(({ potentialReward }) => potentialReward),
});
export const validatorAccruedDelegateeReward = currentValidator.avax("avax_validator_accrued_delegatee_reward_avax", {
  help: "Delegatee reward in AVAX from delegations that ended in the validator's period.",
  from: from("accruedDelegateeReward"),
  of: ofPrimary(({ accruedDelegateeReward }) => accruedDelegateeReward),
});
export const validatorUptime = currentValidator.gauge("avax_validator_uptime_ratio", {
  help: "Uptime of the validator in its period as the node observes it (0 to 1). Does not grow while the node has benched it on any chain. Absent for the queried node itself.",
  from: from("uptime"),
  of: observed(({ uptime }) => uptime),
});
export const validatorUptimeRequired = currentValidator.gauge("avax_validator_uptime_required_ratio", {
  help: "Minimum uptime for a reward: 0.9 for periods that began since Helicon, else 0.8. Helicon (ACP-267) activated on 2026-09-22 on mainnet.",
  from: fromAll(from("startTime"), fromMethod("info.upgrades", "times")),
  of: onPrimary(({ requiredUptime }) => requiredUptime),
});
export const validatorConnected = currentValidator.gauge("avax_validator_connected", {
  help: "1 if the validator is connected and benched on no chain, otherwise 0. Absent for the queried node itself.",
  from: from("connected"),
  of: observed(({ connected }) => connected),
});
export const validatorBlsKey = currentValidator.gauge("avax_validator_bls_key", {
  help: "1 if the validator has a registered BLS key, otherwise 0.",
  from: from("signer"),
  of: ofPrimary(({ signer }) => signer !== undefined),
});
export const validatorNextPeriod = currentValidator.gauge("avax_validator_next_period_seconds", {
  help: "Next period of an auto-renewing validator in seconds; 0 if it does not renew.",
  from: from("nextPeriod"),
  of: ofPrimary(({ nextPeriod }) => nextPeriod),
});

// Metrics and observations of validator sets and of single validators, shared by several collectors.

export type Validator = Result<"platform.getCurrentValidators">["validators"][number];
/** A validator with a validation ID. Validators from before the conversion of an L1 have none, and pay no validator fee. */
export type ListedL1Validator = Validator & { readonly validationID: string };

/** Returns the weight including delegations, without a new bigint for L1 validators. */
const weightOf = ({ weight, delegatorWeight }: Validator) =>
  delegatorWeight === undefined ? weight : weight + delegatorWeight;

export const isL1Validator = (validator: Validator): validator is ListedL1Validator =>
  validator.validationID !== undefined;

/** Returns the ID of the queried node; undefined if the node does not provide it. It is known without a call if a response had it in a
 *  header. */
export async function readQueriedId(node: RunClient<"info.getNodeID">): Promise<string | undefined> {
  const known = node.id();
  if (known !== undefined) return known;
  const { value, error } = await attempt(node.call("info.getNodeID", {}));
  if (error && !error.unavailable) throw error;
  return value?.nodeID;
}

/** Returns the node IDs of a request for validators without their delegations. For exactly one node ID, AvalancheGo loads all its
 *  delegations. The empty node ID, which no validator has, avoids that. */
export const queryIds = (ids: readonly string[]): string[] => (ids.length === 1 ? [...ids, emptyNodeId] : [...ids]);

type Ranked = {
  readonly validator: Validator;
  readonly weight: bigint;
  /** Share of the total weight (0 to 1). */
  readonly share: number;
};
export type Ranking = { readonly total: bigint; readonly ranked: readonly Ranked[] };

/** Returns the validators by descending weight, and by node ID for equal weights. */
export function rank(validators: readonly Validator[]): Ranking {
  const total = validators.reduce((sum, validator) => sum + weightOf(validator), 0n);
  const ranked = validators.map((validator) => {
    const weight = weightOf(validator);
    return { validator, weight, share: Number(weight) / (Number(total) || 1) };
  });
  return { total, ranked: ranked.sort(compareByWeight) };
}
function compareByWeight(a: Ranked, b: Ranked): number {
  if (a.weight !== b.weight) return a.weight > b.weight ? -1 : 1;
  return a.validator.nodeID < b.validator.nodeID ? -1 : 1;
}

/** Selects the validators to export individually, in addition to the watched ones. `ids` are sorted by descending weight. A
 *  validator of the `previous` selection is removed only when it ranks below 1.25 times `top` (hysteresis). */
export function selectDetailed(
  ids: readonly string[],
  { detail, top }: Settings["validators"],
  previous: ReadonlySet<string>,
): ReadonlySet<string> {
  if (detail === "watched") return new Set();
  if (detail === "all") return new Set(ids);
  return new Set(ids.filter((id, rank) => rank < top || (rank < 1.25 * top && previous.has(id))));
}

/** Returns the totals of a validator set. */
export function validatorSetItem({ total: weight, ranked }: Ranking, labels: SubnetLabels) {
  return validatorSet.item({ ...labels, count: ranked.length, weight, largestWeight: ranked[0]?.weight ?? 0n });
}

export const commonValidatorMetrics = [validatorInfo, validatorWeight, validatorStart, validatorEnd] as const;

type Of = Pick<ValidatorLabels, "subnet_id" | "alias"> & {
  /** ID of the queried node, which always reports full uptime for itself. If it is unknown, no uptime is exposed. */
  readonly queriedNodeId?: string | undefined;
  /** Activation times of upgrades, if they are known. */
  readonly upgrades?: UpgradeTimes | undefined;
};

/** Returns the observations of a validator. */
export function validatorItems(validator: Validator, { queriedNodeId, upgrades, ...of }: Of) {
  const { nodeID: node_id, startTime: start, endTime: end, txID: tx_id = "", nextPeriod = 0n } = validator;
  const labels = { ...of, node_id };
  return [
    currentValidator.item({
      ...{ ...labels, tx_id, auto_renew: String(nextPeriod > 0n), weight: weightOf(validator), validator },
      isObserved: queriedNodeId !== undefined && queriedNodeId !== node_id,
      requiredUptime: upgrades && requiredUptime(start, upgrades),
    }),
    stakingPeriod.item({ ...labels, start, end }),
  ];
}

export const primaryValidatorMethods = ["platform.getCurrentValidators", "info.getNodeID"] as const;

/** Reads validators of the primary network, and the data needed for their individual samples. An entry with a validation ID is none: only
 *  L1 validators have one, and only their nodes can be listed twice. */
export async function readPrimaryValidators(
  node: RunClient<(typeof primaryValidatorMethods)[number]>,
  params: Params<"platform.getCurrentValidators">,
) {
  const { validators } = await node.call("platform.getCurrentValidators", params);
  const primary = validators.filter((one) => !isL1Validator(one));
  return { validators: primary, queriedNodeId: await readQueriedId(node), upgrades: node.upgrades };
}

/** Those of all validators, then those of the primary network. */
export const primaryValidatorMetrics = [...new Set([...commonValidatorMetrics, ...currentValidator.metrics])];
