/** Validators of the primary network: calls, metrics and observations. */
import type { Params } from "../../api/contract.ts";
import { primaryNetwork } from "../../api/ids.ts";
import { noDateYet } from "../../api/info.ts";
import { maxWeightFactor, requiredUptime, type UpgradeTimes, upgradeTimesOf } from "../../facts/upgrades.ts";
import * as m from "../../metrics/validators.ts";
import { attempt, type NodeError } from "../../rpc/errors.ts";
import type { RunClient } from "../collector.ts";
import { commonValidatorMetrics, isL1Validator, readQueriedId, type Validator, validatorItems } from "./validators.ts";

/** The times change only with a new version of the node. */
const runsBetweenRefreshes = 60;
/** Activation times of the upgrades that have a date. "unavailable": the node does not serve its info API. */
type Reported = UpgradeTimes | "unavailable" | undefined;
export type UpgradesCache = { reported: Reported; runs: number };
export const createUpgradesCache = (): UpgradesCache => ({ reported: undefined, runs: 0 });

/** Returns the activation times: the reported ones, otherwise those of the network. They are unknown while the call fails for another
 *  reason than an unavailable API. */
export function upgradesIn(reported: Reported, network: string | undefined): UpgradeTimes | undefined {
  if (reported === undefined) return undefined;
  const known = upgradeTimesOf(network);
  return reported === "unavailable" ? known : { ...known, ...reported };
}

/** Refreshes the cache if it is empty or outdated. Keeps the previous time and returns the error if the call fails. */
async function refreshUpgrades(
  { call }: RunClient<"info.upgrades">,
  cache: UpgradesCache,
): Promise<NodeError | undefined> {
  const isKnown = cache.reported !== undefined && cache.reported !== "unavailable";
  if (isKnown && cache.runs++ < runsBetweenRefreshes) return undefined;
  const { value, error } = await attempt(call("info.upgrades", {}));
  // a node that does not know the method does not know the upgrades either
  if (value || error.unavailable === "method_unknown") {
    cache.reported = Object.fromEntries(Object.entries(value?.times ?? {}).filter(([, time]) => time < noDateYet));
    cache.runs = 0;
  } else if (error.unavailable && !isKnown) cache.reported = "unavailable";
  return error?.unavailable ? undefined : error;
}

export const primaryValidatorMethods = ["platform.getCurrentValidators", "info.upgrades", "info.getNodeID"] as const;

/** Returns true for a validator without a validation ID. Only L1 validators have one, and only their nodes can be listed twice. */
const isPrimaryValidator = (validator: Validator) => !isL1Validator(validator);

/** Reads validators, and the data needed for their individual samples. `queriedNodeId` is the ID of the queried node, if known;
 *  `network` the name of its network; `error` is that of the call for the upgrades; `now` the time of the response. */
export async function readValidators(
  node: RunClient<(typeof primaryValidatorMethods)[number]>,
  params: Params<"platform.getCurrentValidators">,
  cache: UpgradesCache,
) {
  const [{ validators }, error] = await Promise.all([
    node.call("platform.getCurrentValidators", params),
    refreshUpgrades(node, cache),
  ]);
  const queriedNodeId = await readQueriedId(node);
  return {
    validators: validators.filter(isPrimaryValidator),
    queriedNodeId,
    network: node.network,
    now: node.now(),
    error,
  };
}

export const primaryValidatorMetrics = [
  ...commonValidatorMetrics,
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
  m.validatorNextPeriod,
] as const;

export type PrimaryValidatorContext = {
  /** ID of the queried node, which always reports full uptime for itself. If it is unknown, no uptime is exposed. */
  readonly queriedNodeId: string | undefined;
  /** Activation times of upgrades: as reported by the node, otherwise as known of the network. */
  readonly upgrades: UpgradeTimes | undefined;
  /** Time of the response. */
  readonly now: Date;
  /** Aliases by node ID. */
  readonly aliases: ReadonlyMap<string, string>;
};

/** Returns the observations of one validator of the primary network. */
export function primaryValidatorItems(validator: Validator, context: PrimaryValidatorContext) {
  const { queriedNodeId, upgrades, now, aliases } = context;
  const { nodeID, startTime } = validator;
  const of = { subnet_id: primaryNetwork, alias: aliases.get(nodeID) ?? "" };
  return validatorItems(validator, of, {
    isObserved: queriedNodeId !== undefined && queriedNodeId !== nodeID,
    requiredUptime: upgrades && requiredUptime(startTime, upgrades),
    maxWeightFactor: maxWeightFactor(upgrades, now),
  });
}
