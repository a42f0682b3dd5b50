/** Queries about tracked L1s over all their observers: one result per L1, with the label subnet_id. */
import * as chains from "../../../src/metrics/chains.ts";
import * as l1 from "../../../src/metrics/l1.ts";
import { subnetInfo } from "../../../src/metrics/subnets.ts";
import { validatorsWeight } from "../../../src/metrics/validators.ts";
import { on, runway } from "../formulas.ts";
import { createSelect, type Matchers, notMatches, type Source } from "../promql.ts";
import { activeShare, ourValidations } from "../rules/recording.ts";
import { thresholds } from "../thresholds.ts";
import { selectRecorded, withRecordedNetwork } from "./networks.ts";
import { firstOf, inNetwork, select, shortened } from "./queries.ts";
import { l1States } from "./state-codes.ts";

export type OfL1 = Matchers<typeof l1.l1WeightActive>;
const perL1 = (how: "min" | "max", expr: string) => `${how} by (subnet_id) (${inNetwork(expr)})`;

export const lowestActiveShare = (which: OfL1 = {}) => selectRecorded(activeShare, which);
export const firstRunway = (which: OfL1 = {}) => perL1("min", runway(select, which));

/** Returns the lowest share of active weight after the balances that run out within a day. */
const shareAhead = (which: OfL1) => {
  const soon = `sum by (job, instance, node, subnet_id) (${select(l1.l1Weight, which)} and ${runway(select, which)} < ${thresholds.haltCritical})`;
  const left = `(${select(l1.l1WeightActive, which)} - ${on("subnet_id")} ${soon})`;
  return perL1("min", `${left} / ${on("subnet_id")} ${select(validatorsWeight, which)}`);
};

/** Returns the state of tracked L1s and of the L1s of watched validators. */
export function l1State(which: OfL1 = {}) {
  const s = l1States;
  const share = lowestActiveShare(which);
  const isInactive = `${select(l1.l1Active, which)} == 0`;
  const runsOut = (within: number) => `${runway(select, which)} < ${within}`;
  const isOurs = `and on (subnet_id, validation_id) ${createSelect()(ourValidations)}`;
  const ofValidators = firstOf(
    [s.ownInactive, `${isInactive} ${isOurs}`],
    [s.ownLow, `${runsOut(thresholds.exhaustionCritical)} ${isOurs}`],
    [s.inactive, isInactive],
    [s.balanceLow, runsOut(thresholds.exhaustionWarning)],
    [s.healthy, select(l1.l1Active, which)],
  );
  return `max by (subnet_id) (${perL1("max", ofValidators)} or ${firstOf(
    [s.lost, `${share} < ${thresholds.activeWeightCritical}`],
    [s.haltAhead, `${shareAhead(which)} < ${thresholds.activeWeightCritical}`],
    [s.atRisk, `${share} < ${thresholds.activeWeightWarning}`],
    [s.healthy, share],
  )})`;
}

/** Returns the state STALLED of chains of L1s that no node sees advance, with the chain as `who`. */
export function stalledChains() {
  const of = (how: "min" | "max", metric: Source<(typeof chains.chainHeight)["labels"][number]>) =>
    `${how} by (network, chain) (${withRecordedNetwork(select(metric, { chain: notMatches("P|X|C") }))})`;
  const causes = [
    `${of("min", chains.chainLongestProcessingBlock)} > ${thresholds.undecidedBlock}`,
    `${of("max", chains.chainConnectedWeight)} < ${thresholds.activeWeightCritical}`,
  ];
  const states = `max by (network, chain) (${firstOf([l1States.stalled, causes.join(" or ")])})`;
  return `label_replace(${states}, "who", "chain $1", "chain", "(.{1,12}).*")`;
}

/** Returns 1 per L1 and network, with its alias or shortened ID as `name`. */
export function l1Names(which: OfL1 = {}) {
  const known = `${select(subnetInfo, { ...which, kind: "l1" })} or ${on("subnet_id")} ${select(l1.l1Active, which)}`;
  const names = `label_replace(${shortened(`0 * (${known}) + 1`, "subnet_id", "name")}, "name", "$1", "alias", "(.+)")`;
  return `group by (network, subnet_id, name) (${withRecordedNetwork(names)})`;
}
