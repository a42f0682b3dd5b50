/** Queries that compute a state code per validator, L1 and node; the worst condition wins. */
import { nodeReachable, up } from "../../../src/metrics/exporter.ts";
import * as l1 from "../../../src/metrics/l1.ts";
import { nodeBootstrapped, nodeHealthCheck, nodeInfo, nodeRewardingStake } from "../../../src/metrics/node.ts";
import { chainTime, height } from "../../../src/metrics/pchain.ts";
import * as validators from "../../../src/metrics/validators.ts";
import { activeShare, age, bestUptime, on, runway, safeUptime } from "../formulas.ts";
import { type Matchers, matches, notEqual } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import { aggregate, downTargets, firstOf, overall, select, withoutData } from "./queries.ts";
import { l1States, nodeStates, validatorStates } from "./state-codes.ts";

type OfValidator = Matchers<typeof validators.validatorPresent>;
export const watched = (expr: string, which: OfValidator = {}) =>
  `${expr} and ${on("subnet_id", "node_id")} ${select(validators.validatorPresent, which)}`;

/** Returns the uptime below which a validator is at risk. */
const safeUptimeOf = (which: OfValidator) =>
  safeUptime(
    select(validators.validatorUptimeRequired, which),
    thresholds.uptimeMarginWarning,
    thresholds.uptimeCeilingWarning,
  );

/** Returns the state of validators. Outside the primary network only presence in the set counts: there is no required uptime. */
export function validatorState(which: OfValidator = {}) {
  const s = validatorStates;
  const uptime = select(validators.validatorUptime, which);
  const required = select(validators.validatorUptimeRequired, which);
  const present = select(validators.validatorPresent, which);
  const inSet = select(validators.validatorWeight, which);
  return firstOf(
    [s.gone, `${present} == 0`],
    [s.lost, `${bestUptime(select, which)} < ${required}`],
    [s.below, `${uptime} < ${required}`],
    [s.offline, `${select(validators.validatorConnected, which)} == 0`],
    [s.atRisk, `${uptime} < ${safeUptimeOf(which)}`],
    [s.earning, `${present} or ${inSet}`],
  );
}
/** Returns the state of the queried nodes as observed by the network: no node reports its own uptime. */
const ownState = () => {
  const share = select(nodeRewardingStake);
  return firstOf(
    [validatorStates.below, `${share} < ${thresholds.rewardingStakeCritical}`],
    [validatorStates.atRisk, `${share} < ${thresholds.rewardingStakeWarning}`],
    [validatorStates.earning, share],
  );
};
export function worstValidator(which: OfValidator) {
  const ofWatched = watched(`(${validatorState(which)})`, which);
  const unknown = firstOf([validatorStates.unknown, withoutData("watched-validators")]);
  return overall("max", `${ofWatched} or ${ownState()} or ${unknown}`);
}

type OfL1 = Matchers<typeof l1.l1WeightActive>;
const perL1 = (how: "min" | "max", expr: string) => aggregate(how, l1.l1Active, ["subnet_id"], expr);
export const firstRunway = (which: OfL1 = {}) => perL1("min", runway(select, which));

export function l1State(which: OfL1 = {}) {
  const s = l1States;
  const share = activeShare(select, which);
  const active = select(l1.l1Active, which);
  return firstOf(
    [s.lost, `${share} < ${thresholds.activeWeightCritical}`],
    [s.atRisk, `${share} < ${thresholds.activeWeightWarning}`],
    [s.inactive, perL1("max", `${active} == 0`)],
    [s.balanceLow, `${firstRunway(which)} < ${thresholds.exhaustionWarning}`],
    [s.healthy, `${share} or ${perL1("max", active)}`],
  );
}
export const worstL1 = (which: OfL1 = {}) =>
  overall("max", `${l1State(which)} or ${firstOf([l1States.unknown, withoutData("subnets|l1-validators")])}`);

/** Returns the blocks by which a node is behind the highest node of its network, for nodes that report a network. */
export function blocksBehind() {
  const heights = `${select(height)} * ${on()} group_left (network) ${select(nodeInfo, { network: notEqual("local") })}`;
  return `(max by (network) (${heights})) - on (network) group_right () (${heights})`;
}
export const chainTimeAge = () => age(select(chainTime));

/** Excludes networks that can be idle for days. */
const unlessIdle = (expr: string) =>
  `${expr} unless ${on()} ${select(nodeInfo, { network: matches(thresholds.idleNetworks) })}`;

export function nodeState() {
  const s = nodeStates;
  const each = (expr: string) => aggregate("max", height, [], expr);
  return firstOf(
    [s.exporterDown, each(downTargets)],
    [s.nodeDown, each(`${select(nodeReachable)} == 0`)],
    [s.bootstrapping, each(`${select(nodeBootstrapped, { chain: "P" })} == 0`)],
    [s.behind, each(unlessIdle(`${chainTimeAge()} > ${thresholds.chainTimeCritical}`))],
    [s.behind, each(`${blocksBehind()} > ${thresholds.blocksBehind}`)],
    [s.unhealthy, each(unlessIdle(`${chainTimeAge()} > ${thresholds.chainTimeWarning}`))],
    [s.unhealthy, each(`${select(nodeHealthCheck)} == 0`)],
    [s.unhealthy, each(`${select(up)} == 0`)],
    [s.keepsUp, each(select(up))],
  );
}
export const worstNode = () => `max(${nodeState()})`;
