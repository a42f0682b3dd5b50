/** Metrics and observations of validator sets and of single validators, shared by several collectors. */
import type { Result } from "../../api/contract.ts";
import { emptyNodeId, primaryNetwork } from "../../api/ids.ts";
import * as m from "../../metrics/validators.ts";
import { attempt } from "../../rpc/errors.ts";
import type { RunClient } from "../collector.ts";
import { aliasesOf, type Settings } from "../settings.ts";

export type Validator = Result<"platform.getCurrentValidators">["validators"][number];
/** A validator with a validation ID. Validators from before the conversion of an L1 have none, and pay no validator fee. */
export type L1Validator = Validator & { readonly validationID: string };

/** Returns the weight including delegations, without a new bigint for L1 validators. */
const weightOf = ({ weight, delegatorWeight }: Validator) =>
  delegatorWeight === undefined ? weight : weight + delegatorWeight;

export const isL1Validator = (validator: Validator): validator is L1Validator => validator.validationID !== undefined;

/** Returns the aliases of the watched nodes of a subnet, by node ID. */
export const watchedOn = ({ watch }: Settings, subnet: string): ReadonlyMap<string, string> =>
  aliasesOf(watch.node_ids.filter(({ subnet_ids }) => subnet_ids.includes(subnet)));

/** Watched nodes of one subnet. */
export type Watched = {
  /** Aliases by node ID. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Whether the queried node is watched, too. */
  readonly own: boolean;
  /** Name of the queried node. */
  readonly name: string;
};

/** Returns the watched nodes of the primary network; undefined if there are none. */
export function watchedOnPrimaryNetwork(settings: Settings): Watched | undefined {
  const { own } = settings.watch;
  const aliases = watchedOn(settings, primaryNetwork);
  return own || aliases.size > 0 ? { aliases, own, name: settings.name } : undefined;
}

/** Returns the aliases by node ID. That of the queried node is its name, unless the configuration has another one. */
export const aliasesWithOwn = (
  { aliases, own, name }: Watched,
  queried: string | undefined,
): ReadonlyMap<string, string> =>
  own && queried !== undefined && !aliases.get(queried) ? new Map([...aliases, [queried, name]]) : aliases;

/** Returns the IDs of the watched nodes, with that of the queried node if it is known and watched. */
export const watchedIds = (
  { aliases, own }: Pick<Watched, "aliases" | "own">,
  queried: string | undefined,
): ReadonlySet<string> => new Set([...aliases.keys(), ...(own && queried !== undefined ? [queried] : [])]);

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

export type Ranked = {
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

export const validatorSetMetrics = [m.validators, m.validatorsWeight, m.validatorsLargestWeight] as const;

/** Returns the totals of a validator set. */
export function validatorSetItem({ total: weight, ranked }: Ranking, labels: m.SubnetLabels) {
  return m.validatorSet.item({ ...labels, count: ranked.length, weight, largestWeight: ranked[0]?.weight ?? 0n });
}

export const commonValidatorMetrics = [m.validatorInfo, m.validatorWeight, m.validatorStart, m.validatorEnd] as const;

/** Facts about an observation that the validator does not have. */
type Observed = Pick<m.CurrentValidator, "isObserved" | "requiredUptime" | "maxWeightFactor">;
const unobserved: Observed = { isObserved: false, requiredUptime: undefined, maxWeightFactor: undefined };

/** Returns the observations of a validator. */
export function validatorItems(
  validator: Validator,
  of: Pick<m.ValidatorLabels, "subnet_id" | "alias">,
  observed: Observed = unobserved,
) {
  const { nodeID: node_id, startTime: start, endTime: end, txID: tx_id = "", nextPeriod = 0n } = validator;
  const labels = { ...of, node_id };
  const auto_renew = String(nextPeriod > 0n);
  return [
    m.currentValidator.item({ ...labels, tx_id, auto_renew, weight: weightOf(validator), validator, ...observed }),
    m.stakingPeriod.item({ ...labels, start, end }),
  ];
}
