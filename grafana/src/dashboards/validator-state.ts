/** Queries about validators over all their observers: one result per validator, with the labels subnet_id and node_id. Those about
 *  the offline budget are recordings of the rules, so that they agree with the alerts. */
import { nodeInfo, nodeRewardingStake } from "../../../src/metrics/node.ts";
import * as m from "../../../src/metrics/validators.ts";
import { connectedShare, on } from "../formulas.ts";
import type { Matchers } from "../promql.ts";
import * as recorded from "../rules/recording.ts";
import { thresholds } from "../thresholds.ts";
import { selectRecorded, withRecordedNetwork } from "./networks.ts";
import { firstOf, inNetwork, primary, select, shortened } from "./queries.ts";
import { validatorStates } from "./state-codes.ts";

export type OfValidator = Matchers<typeof m.validatorPresent>;

const overObservers = (how: "max" | "avg", expr: string) => `${how} by (subnet_id, node_id) (${inNetwork(expr)})`;

/** Returns the seconds for which each watched validator can still be offline and earn its reward; below 0 the reward is lost. */
export const offlineBudget = (which: OfValidator) => selectRecorded(recorded.budget, which);
/** Returns the share of the offline budget that is left: below 0 the reward is lost, +Inf if it can no longer be lost. */
export const budgetLeft = (which: OfValidator) => selectRecorded(recorded.budgetLeft, which);
/** Returns the uptime of each watched validator: of monitored nodes the average over the network, otherwise the median of the
 *  observers. */
export const watchedUptime = (which: OfValidator) => selectRecorded(recorded.uptime, which);
/** The same, and the median of the observers of validators that are not watched. */
export const uptime = (which: OfValidator) =>
  `max by (subnet_id, node_id) (${watchedUptime(which)} or on (subnet_id, node_id) quantile by (subnet_id, node_id) (0.5, ${inNetwork(select(m.validatorUptime, which))}))`;

/** Returns the share of the observers that are connected to each validator. Observers with too few connections do not count. */
export const connectedObservers = (which: OfValidator) =>
  overObservers(
    "avg",
    `${select(m.validatorConnected, which)} unless ${on()} (${connectedShare(select, { subnet_id: primary })} < ${thresholds.connectedWeightCritical})`,
  );
/** Returns the state of the connections: 0 if at most half of the observers are connected, 2 if all are, otherwise 1. */
export const connectionState = (which: OfValidator) => {
  const share = connectedObservers(which);
  return `(1 + (${share} > bool ${thresholds.connectedObserversInfo}) - (${share} <= bool ${thresholds.connectedObserversCritical}))`;
};

/** Returns the time until the period ends, without validators that renew automatically. */
export const timeToEnd = (which: OfValidator) =>
  overObservers(
    "max",
    `${select(m.validatorEnd, which)} - time() unless ${on("subnet_id", "node_id")} ${select(m.validatorInfo, { ...which, auto_renew: "true" })}`,
  );

/** Returns the state of watched validators. Without an offline budget only presence in the set and connections count. */
export function validatorState(which: OfValidator = {}) {
  const s = validatorStates;
  const isAbsent = `${overObservers("max", select(m.validatorPresent, which))} == 0`;
  const budget = budgetLeft(which);
  const lastEnd = selectRecorded(recorded.lastEnd, which);
  return `max by (subnet_id, node_id) (${firstOf(
    [s.gone, `${isAbsent} and on (subnet_id, node_id) ${lastEnd} > time()`],
    [s.offline, `${connectedObservers(which)} <= ${thresholds.connectedObserversCritical}`],
    [s.highRisk, `${budget} >= 0 < ${thresholds.budgetCritical}`],
    [s.atRisk, `${budget} >= 0 < ${thresholds.budgetWarning}`],
    [s.ended, isAbsent],
    [s.lost, `${budget} < 0`],
    [s.earning, lastEnd],
  )})`;
}

/** Returns the state of the monitored nodes that validate but are not watched, by network: whether the lowest would be rewarded. */
export const unwatchedState = () => {
  const s = validatorStates;
  const watched = `${select(nodeInfo)} and on (node_id) ${select(m.validatorPresent)}`;
  const share = `min by (network) (${withRecordedNetwork(`${select(nodeRewardingStake)} unless ${on()} (${watched})`)})`;
  return `max by (network) (${firstOf(
    [s.highRisk, `${share} < ${thresholds.rewardingStakeCritical}`],
    [s.atRisk, `${share} < ${thresholds.rewardingStakeWarning}`],
    [s.earning, share],
  )})`;
};

const aliasOrId = (expr: string) =>
  `label_replace(${shortened(`0 * (${expr}) + 1`, "node_id", "name")}, "name", "$1", "alias", "(.+)")`;
const known = (which: OfValidator) =>
  `${select(m.validatorInfo, which)} or ${on("subnet_id", "node_id")} ${select(m.validatorPresent, which)}`;
const namesIn = (expr: string) =>
  `group by (network, subnet_id, node_id, name) (${withRecordedNetwork(aliasOrId(expr))})`;

/** Returns 1 per validator and network, with its alias or shortened ID as `name`. */
export const validatorNames = (which: OfValidator) => namesIn(known(which));
/** Returns 1 per validator and observer. */
export const observedNames = (which: OfValidator) => aliasOrId(known(which));
