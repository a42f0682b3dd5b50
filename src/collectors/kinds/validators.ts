/** The totals of validator sets and their single validators, which several collectors export. */
import { kindOf } from "../../engine/metric.ts";
import { from, fromAll, type Params, type Result } from "../../node-api/contract.ts";
import { attempt } from "../../node-api/errors.ts";
import { emptyNodeId, primaryNetwork } from "../../node-api/ids.ts";
import { sumOfWeights } from "../../protocol/l1.ts";
import { requiredUptime, type UpgradeTimes } from "../../protocol/networks.ts";
import { delegationCapacity, delegationsUntil } from "../../protocol/staking.ts";
import type { RunClient } from "../collector.ts";

export type SubnetLabels = { readonly subnet_id: string; readonly alias: string };
/** Totals of a validator set. */
export const validatorSet = kindOf<ReturnType<typeof totalsOf>>().with("subnet_id", "alias");

export const validators = validatorSet.gauge("avax_validators", {
  help: "Number of validators in the current validator set.",
  from: from("platform.getCurrentValidators", "validators"),
  of: ({ count }) => count,
});
export const validatorsWeight = validatorSet.gauge("avax_validators_weight", {
  help: "Weight of the validator set with delegations, in nAVAX or the subnet's units.",
  from: from("platform.getCurrentValidators", "weight", "delegatorWeight"),
  of: ({ weight }) => weight,
});
export const validatorsLargestWeight = validatorSet.gauge("avax_validators_largest_weight", {
  help: "Largest weight of a validator with delegations, in nAVAX or the subnet's units.",
  from: from("platform.getCurrentValidators", "weight", "delegatorWeight"),
  of: ({ largestWeight }) => largestWeight,
});

/** Totals that only the primary network has. */
type PrimarySet = SubnetLabels & {
  readonly connected: number;
  readonly delegated: bigint;
  readonly delegators: bigint;
};
export const primarySet = kindOf<PrimarySet>().with("subnet_id", "alias");
primarySet.gauge("avax_validators_connected", {
  help: "Number of validators that the node is connected to and has benched on no chain.",
  from: from("platform.getCurrentValidators", "connected"),
  of: ({ connected }) => connected,
});
primarySet.avax("avax_validators_delegated_avax", {
  help: "Total stake in AVAX delegated to the current validator set.",
  from: from("platform.getCurrentValidators", "delegatorWeight"),
  of: ({ delegated }) => delegated,
});
primarySet.gauge("avax_delegators", {
  help: "Number of delegations to the validators (one delegator can have several).",
  from: from("platform.getCurrentValidators", "delegatorCount"),
  of: ({ delegators }) => delegators,
});

export type ValidatorLabels = { readonly subnet_id: string; readonly node_id: string; readonly alias: string };
const labels = ["subnet_id", "node_id", "alias"] as const;

/** `renews`: whether the validator is to renew afterwards, if it does not miss its uptime. */
export type Period = { readonly start: Date; readonly end: Date | undefined; readonly renews?: boolean };
/** Whether a watched validator is in the current set. Facts take the last known period of the others from memory. */
export type Presence = ValidatorLabels & {
  /** The configuration names the validator; otherwise it is the queried node. */
  readonly isConfigured: boolean;
  /** The current period; undefined if the validator is not in the set. Periods of L1 validators have no end. */
  readonly period: Period | undefined;
};
export const presence = kindOf<Presence>().with(...labels);

export const stakingPeriod = kindOf<ValidatorLabels & Period>().with(...labels);
export const validatorStart = stakingPeriod.timestamp("avax_validator_start_timestamp_seconds", {
  help: "Start time of the validator's staking period, in Unix seconds.",
  from: from("platform.getCurrentValidators", "startTime"),
  of: ({ start }) => start,
});
export const validatorEnd = stakingPeriod.timestamp("avax_validator_end_timestamp_seconds", {
  help: "End time of the validator's staking period or current cycle, in Unix seconds. Like the start, retained for a watched validator that left the set.",
  from: from("platform.getCurrentValidators", "endTime"),
  of: ({ end }) => end,
});

export type Validator = Result<"platform.getCurrentValidators">["validators"][number];
/** A validator of the primary network or of a subnet; or one of an L1 from before its conversion. */
export type CurrentValidator = ReturnType<typeof currentValidatorOf>;
export const currentValidator = kindOf<CurrentValidator>().with(...labels);
export const validatorInfo = currentValidator.info("avax_validator_info", {
  help: "Information about a validator; always 1.",
  from: from("platform.getCurrentValidators", "txID", "nextPeriod"),
  labels: ["tx_id", "auto_renew"],
});
const validatorWeight = currentValidator.gauge("avax_validator_weight", {
  help: "Weight of the validator with delegations, in nAVAX or the subnet's units.",
  from: from("platform.getCurrentValidators", "weight", "delegatorWeight"),
  of: ({ weight }) => weight,
});

/** Limits a value to validators of the primary network. */
const onPrimary =
  <T>(of: (item: CurrentValidator) => T) =>
  (item: CurrentValidator) =>
    item.subnet_id === primaryNetwork ? of(item) : undefined;

export const validatorStake = currentValidator.avax("avax_validator_stake_avax", {
  help: "Own stake of the validator in AVAX, including restaked rewards.",
  from: from("platform.getCurrentValidators", "weight"),
  of: onPrimary(({ validator }) => validator.weight),
});
currentValidator.avax("avax_validator_delegated_avax", {
  help: "Stake delegated to the validator in AVAX.",
  from: from("platform.getCurrentValidators", "delegatorWeight"),
  of: onPrimary(({ validator }) => validator.delegatorWeight),
});
currentValidator.gauge("avax_validator_delegators", {
  help: "Number of delegations to the validator (one delegator can have several).",
  from: from("platform.getCurrentValidators", "delegatorCount"),
  of: onPrimary(({ validator }) => validator.delegatorCount),
});
currentValidator.avax("avax_validator_delegation_capacity_avax", {
  help: "Stake in AVAX that can still be delegated to the validator. 0 if less than the minimum delegation (14 days on mainnet, 24 hours on Fuji) is left of its period.",
  from: from("platform.getCurrentValidators", "weight", "delegatorWeight", "endTime"),
  of: onPrimary(({ validator: { weight, delegatorWeight }, acceptsDelegations }) =>
    delegatorWeight === undefined ? undefined : acceptsDelegations ? delegationCapacity(weight, delegatorWeight) : 0n,
  ),
});
currentValidator.gauge("avax_validator_delegation_fee_ratio", {
  help: "Share of the delegators' rewards that the validator keeps (0 to 1).",
  from: from("platform.getCurrentValidators", "delegationFee"),
  of: onPrimary(({ validator }) => validator.delegationFee),
});
currentValidator.avax("avax_validator_potential_reward_avax", {
  help: "Potential reward of the validator's period in AVAX, without delegation fees.",
  from: from("platform.getCurrentValidators", "potentialReward"),
  of: onPrimary(({ validator }) => validator.potentialReward),
});
currentValidator.avax("avax_validator_accrued_delegatee_reward_avax", {
  help: "Delegatee reward in AVAX from delegations that ended in the validator's period.",
  from: from("platform.getCurrentValidators", "accruedDelegateeReward"),
  of: onPrimary(({ validator }) => validator.accruedDelegateeReward),
});
currentValidator.gauge("avax_validator_uptime_required_ratio", {
  help: "Minimum uptime for a reward: 0.9 for periods that began since Helicon, else 0.8.",
  from: fromAll(from("platform.getCurrentValidators", "startTime"), from("info.upgrades", "times")),
  of: onPrimary(({ requiredUptime }) => requiredUptime),
});
currentValidator.gauge("avax_validator_bls_key", {
  help: "1 if the validator has a registered BLS key, otherwise 0.",
  from: from("platform.getCurrentValidators", "signer"),
  of: onPrimary(({ validator }) => validator.signer !== undefined),
});
currentValidator.gauge("avax_validator_next_period_seconds", {
  help: "Next period of an auto-renewing validator in seconds; 0 if it does not renew.",
  from: from("platform.getCurrentValidators", "nextPeriod"),
  of: onPrimary(({ validator }) => validator.nextPeriod),
});

/** A validator of the primary network as the queried node observes it; the node itself, as the stake does. */
type View = ValidatorLabels & { readonly uptime: number | undefined; readonly connected: boolean | undefined };
export const validatorView = kindOf<View>().with(...labels);
validatorView.gauge("avax_validator_uptime_ratio", {
  help: "Uptime of the validator in its period as the node observes it (0 to 1). Does not grow while the node has benched it on any chain. For the queried node itself: the median that the stake observes.",
  from: fromAll(from("platform.getCurrentValidators", "uptime"), from("info.peers", "observedUptime")),
  of: ({ uptime }) => uptime,
});
export const validatorConnected = validatorView.gauge("avax_validator_connected", {
  help: "1 if the validator is connected and benched on no chain, otherwise 0. For the queried node itself: 0 if it is isolated.",
  from: fromAll(from("platform.getCurrentValidators", "connected"), from("health.health", "percentConnected")),
  of: ({ connected }) => connected,
});

/** Metrics of a validator of a subnet without a validation ID. */
export const commonValidatorMetrics = [validatorInfo, validatorWeight, stakingPeriod] as const;
/** Those of a validator of the primary network, which has more. */
export const primaryValidatorMetrics = [...commonValidatorMetrics, currentValidator, validatorView] as const;

/** A validator with a validation ID. Validators from before the conversion of an L1 have none, and pay no validator fee. */
export type ListedL1Validator = Validator & { readonly validationID: string };

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

/** Reads validators of the primary network, and the data needed for their individual samples. An entry with a validation ID is none: only
 *  L1 validators have one, and only their nodes can be listed twice. */
export async function readPrimaryValidators(
  node: RunClient<"platform.getCurrentValidators" | "info.getNodeID">,
  params: Params<"platform.getCurrentValidators">,
) {
  const { validators } = await node.call("platform.getCurrentValidators", params);
  const primary = validators.filter((one) => !isL1Validator(one));
  const { upgrades, network } = node;
  return { validators: primary, queriedNodeId: await readQueriedId(node), upgrades, network, now: node.now() };
}

type Weighted = { readonly weight: bigint; readonly delegatorWeight?: bigint | undefined };
/** Returns the weight including delegations, without a new bigint for L1 validators. */
const weightOf = ({ weight, delegatorWeight }: Weighted) =>
  delegatorWeight === undefined ? weight : weight + delegatorWeight;

/** Returns the validators by descending weight, and by this ID for equal weights; each with its share of the total weight (0 to 1). */
export function rank<V extends Weighted>(validators: readonly V[], idOf: (validator: V) => string) {
  const weighted = validators.map((validator) => ({ validator, weight: weightOf(validator) }));
  const total = Number(sumOfWeights(weighted)) || 1;
  const ranked = weighted.map((one) => ({ ...one, share: Number(one.weight) / total }));
  return ranked.sort((a, b) => {
    if (a.weight !== b.weight) return a.weight > b.weight ? -1 : 1;
    return idOf(a.validator) < idOf(b.validator) ? -1 : 1;
  });
}

/** Returns the totals of a validator set. Weights include delegations. */
export const totalsOf = (ranked: readonly { readonly weight: bigint }[], labels: SubnetLabels) => ({
  ...labels,
  count: ranked.length,
  weight: sumOfWeights(ranked),
  largestWeight: ranked[0]?.weight ?? 0n,
});

type Of = SubnetLabels & {
  /** ID of the queried node, which always reports full uptime for itself. If it is unknown, no uptime is exposed. */
  readonly queriedNodeId?: string | undefined;
  /** Activation times of upgrades, if they are known. */
  readonly upgrades?: UpgradeTimes | undefined;
  /** Name of the network, if it is known. */
  readonly network?: string | undefined;
  /** Time of the reading. */
  readonly now?: Date;
};

export const periodOf = ({ startTime: start, endTime: end, nextPeriod = 0n }: Validator): Required<Period> => ({
  start,
  end,
  renews: nextPeriod > 0n,
});

function currentValidatorOf(validator: Validator, { subnet_id, alias, queriedNodeId, upgrades, network, now }: Of) {
  const { nodeID: node_id, startTime, endTime, txID: tx_id = "" } = validator;
  const until = delegationsUntil(endTime && endTime.getTime() / 1000, network);
  return {
    subnet_id,
    node_id,
    alias,
    tx_id,
    /** "true" or "false", for the label. */
    auto_renew: String(periodOf(validator).renews),
    /** Including delegations. */
    weight: weightOf(validator),
    validator,
    /** The queried node observes it: it is another node, and the ID of the queried one is known. */
    isOther: queriedNodeId !== undefined && queriedNodeId !== node_id,
    /** Minimum uptime for a reward; undefined if it is unknown. */
    requiredUptime: upgrades && requiredUptime(startTime, upgrades),
    acceptsDelegations: until === undefined || now === undefined || now.getTime() / 1000 <= until,
  };
}

export function validatorItems(validator: Validator, of: Of) {
  const { nodeID: node_id } = validator;
  const { subnet_id, alias } = of;
  const { uptime, connected } = validator;
  const current = currentValidatorOf(validator, of);
  return [
    currentValidator.item(current),
    stakingPeriod.item({ subnet_id, node_id, alias, ...periodOf(validator) }),
    ...(current.isOther && subnet_id === primaryNetwork
      ? [validatorView.item({ subnet_id, node_id, alias, uptime, connected })]
      : []),
  ];
}
