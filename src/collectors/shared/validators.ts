/** Metrics and observations of validator sets and of single validators, shared by several collectors. */
import type { Params, Result } from "../../api/contract.ts";
import { emptyNodeId } from "../../api/ids.ts";
import { requiredUptime, type UpgradeTimes } from "../../facts/upgrades.ts";
import * as m from "../../metrics/validators.ts";
import { attempt } from "../../rpc/errors.ts";
import type { RunClient } from "../collector.ts";
import type { Settings } from "../settings.ts";

export type Validator = Result<"platform.getCurrentValidators">["validators"][number];
/** A validator with a validation ID. Validators from before the conversion of an L1 have none, and pay no validator fee. */
export type L1Validator = Validator & { readonly validationID: string };

/** Returns the weight including delegations, without a new bigint for L1 validators. */
const weightOf = ({ weight, delegatorWeight }: Validator) =>
  delegatorWeight === undefined ? weight : weight + delegatorWeight;

export const isL1Validator = (validator: Validator): validator is L1Validator => validator.validationID !== undefined;

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
export function validatorSetItem({ total: weight, ranked }: Ranking, labels: m.SubnetLabels) {
  return m.validatorSet.item({ ...labels, count: ranked.length, weight, largestWeight: ranked[0]?.weight ?? 0n });
}

export const commonValidatorMetrics = [m.validatorInfo, m.validatorWeight, m.validatorStart, m.validatorEnd] as const;

type Of = Pick<m.ValidatorLabels, "subnet_id" | "alias"> & {
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
    m.currentValidator.item({
      ...{ ...labels, tx_id, auto_renew: String(nextPeriod > 0n), weight: weightOf(validator), validator },
      isObserved: queriedNodeId !== undefined && queriedNodeId !== node_id,
      requiredUptime: upgrades && requiredUptime(start, upgrades),
    }),
    m.stakingPeriod.item({ ...labels, start, end }),
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
export const primaryValidatorMetrics = [...new Set([...commonValidatorMetrics, ...m.currentValidator.metrics])];
