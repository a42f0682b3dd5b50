/** Validators of the primary network: calls, metrics and observations. */
import type { Params } from "../../api/contract.ts";
import { primaryNetwork } from "../../api/ids.ts";
import { noDateYet } from "../../api/info.ts";
import { heliconTimeOf, requiredUptime } from "../../facts/upgrades.ts";
import * as m from "../../metrics/validators.ts";
import { attempt, type NodeError } from "../../rpc/errors.ts";
import type { RunClient } from "../collector.ts";
import { commonValidatorMetrics, isL1Validator, readQueriedId, type Validator, validatorItems } from "./validators.ts";

/** Activation time of Helicon, "none" if the node has no date for it, undefined if unknown. */
type Helicon = Date | "none" | undefined;

/** The time changes only with a new version of the node. */
const runsBetweenRefreshes = 60;
/** "unavailable": the node does not serve its info API. */
type Reported = Helicon | "unavailable";
export type HeliconCache = { reportedTime: Reported; runs: number };
export const createHeliconCache = (): HeliconCache => ({ reportedTime: undefined, runs: 0 });

/** Returns the activation time: the reported one if it is a date, otherwise the one of the network. It is unknown while the call
 *  fails for another reason than an unavailable API. */
export const heliconIn = (reported: Reported, network: string | undefined): Helicon => {
  if (reported === undefined || reported instanceof Date) return reported;
  return heliconTimeOf(network) ?? (reported === "none" ? "none" : undefined);
};

/** Refreshes the cache if it is empty or outdated. Keeps the previous time and returns the error if the call fails. */
async function refreshHelicon(
  { call }: RunClient<"info.upgrades">,
  cache: HeliconCache,
): Promise<NodeError | undefined> {
  const isKnown = cache.reportedTime !== undefined && cache.reportedTime !== "unavailable";
  if (isKnown && cache.runs++ < runsBetweenRefreshes) return undefined;
  const { value, error } = await attempt(call("info.upgrades", {}));
  // a node that does not know the method does not know Helicon either
  if (value || error.unavailable === "method_unknown") {
    const time = value?.times["helicon"];
    cache.reportedTime = time && time < noDateYet ? time : "none";
    cache.runs = 0;
  } else if (error.unavailable && !isKnown) cache.reportedTime = "unavailable";
  return error?.unavailable ? undefined : error;
}

export const primaryValidatorMethods = ["platform.getCurrentValidators", "info.upgrades", "info.getNodeID"] as const;

/** Returns true for a validator without a validation ID. Only L1 validators have one, and only their nodes can be listed twice. */
const isPrimaryValidator = (validator: Validator) => !isL1Validator(validator);

/** Reads validators, and the data needed for their individual samples. `queriedNodeId` is the ID of the queried node, if known;
 *  `network` the name of its network; `error` is that of the call for the time of Helicon. */
export async function readValidators(
  node: RunClient<(typeof primaryValidatorMethods)[number]>,
  params: Params<"platform.getCurrentValidators">,
  cache: HeliconCache,
) {
  const [{ validators }, error] = await Promise.all([
    node.call("platform.getCurrentValidators", params),
    refreshHelicon(node, cache),
  ]);
  const queriedNodeId = await readQueriedId(node);
  return { validators: validators.filter(isPrimaryValidator), queriedNodeId, network: node.network, error };
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
  m.validatorAutoCompound,
] as const;

export type PrimaryValidatorContext = {
  /** ID of the queried node, which always reports full uptime for itself. If it is unknown, no uptime is exposed. */
  readonly queriedNodeId: string | undefined;
  /** Activation time of Helicon: as reported by the node, otherwise as known of the network. */
  readonly helicon: Helicon;
  /** Aliases by node ID. */
  readonly aliases: ReadonlyMap<string, string>;
};

/** Returns the observations of one validator of the primary network. */
export function primaryValidatorItems(validator: Validator, context: PrimaryValidatorContext) {
  const { queriedNodeId, helicon, aliases } = context;
  const { nodeID, startTime } = validator;
  const of = { subnet_id: primaryNetwork, alias: aliases.get(nodeID) ?? "" };
  return validatorItems(validator, of, {
    isObserved: queriedNodeId !== undefined && queriedNodeId !== nodeID,
    requiredUptime: helicon && requiredUptime(startTime, helicon),
  });
}
