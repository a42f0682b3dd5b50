/** What is known about the watched validators of the primary network, subnets and L1s at the present time. */
import { pTime } from "../../collectors/fees.ts";
import { l1Validator } from "../../collectors/kinds/l1-validators.ts";
import { currentValidator, type Period, presence, type ValidatorLabels } from "../../collectors/kinds/validators.ts";
import { ownUptime } from "../../collectors/peers.ts";
import { endedPeriod } from "../../collectors/rewards.ts";
import type { Kind } from "../../engine/metric.ts";
import type { Observations } from "../../engine/store.ts";
import { primaryNetwork } from "../../node-api/ids.ts";
import { isActive } from "../../protocol/l1.ts";
import {
  delegationsUntil,
  endOfPeriods,
  isEndingSoon,
  isUnrewarded,
  offlineBudget,
  reachesRenewal,
  type StakingPeriod,
} from "../../protocol/staking.ts";
import { judge, unread } from "../evidence.ts";
import { type Connections, keyOf, type Observer } from "../observer.ts";
import { evidence, validatorProblem } from "./state.ts";

/** Half of a percent: validators report whole percents, rounded down. */
const meanRounding = 0.005;

/** Returns the uptime of the queried node: the median that the stake observes. Undefined unless the node is known to be connected. */
function uptimeOfNode(of: Observations, { isIsolated }: Observer): number | undefined {
  const median = of(ownUptime)[0]?.value.quantiles.get(0.5);
  return median === undefined || isIsolated !== false ? undefined : Math.min(median + meanRounding, 1);
}

const secondsOf = (time: Date | undefined) => (time === undefined ? undefined : time.getTime() / 1000);

/** Returns records of the configured validators whose sets have not been read. */
const unreadRecords = (read: ReadonlySet<string>, { nodeId, watched }: Observer) =>
  watched.node_ids.flatMap(({ id: node_id, alias, subnet_ids }) =>
    subnet_ids
      .filter((subnet_id) => !read.has(keyOf({ subnet_id, node_id })))
      .map((subnet_id) => {
        const own = node_id === nodeId;
        return { subnet_id, node_id, alias, own, judged: unread, isEvidence: true, current: undefined };
      }),
  );

type Requirement = Readonly<Partial<Record<keyof StakingPeriod, number | undefined>>>;
/** Returns the period of a validator in the set with its uptimes, and its offline budget, if all are known; and whether it renews. */
function rewardOf(
  { start, end, uptime, required }: Requirement,
  period: Period | undefined,
  own: boolean,
  now: number,
) {
  const isKnown = period && start !== undefined && end !== undefined && uptime !== undefined && required !== undefined;
  const staking: StakingPeriod | undefined = isKnown ? { start, end, uptime, required } : undefined;
  const budget = staking && offlineBudget(staking, now);
  const roundingSeconds = staking && own ? meanRounding * (now - staking.start) : 0;
  const isToRenew = period?.renews ?? false;
  return { staking, budget, isToRenew, isRenewing: isToRenew && reachesRenewal(budget?.seconds, roundingSeconds) };
}

/** Seconds after its last period for which the queried node stays a watched validator, unless it is configured. */
const endedFor = 86_400;

/** Returns a record of each watched validator, also while nothing is known about it. The queried node is one once it has been in a set,
 *  because it need not validate, until a day after its last period. Times in Unix seconds. */
export function validatorRecords(
  of: Observations,
  observer: Observer,
  { isConnected: isConnectedOn, lacksChain: lacksChainOf, nodeOf, fineOn, inputsOf }: Connections,
) {
  const presences = of(presence).map(({ value, readAt }) => ({ ...value, readAt }));
  const ids = new Set(presences.map(({ node_id }) => node_id));
  /** Returns the items of watched validators by their keys: an L1 can have 15,000 others. */
  const watched = <T extends ValidatorLabels>(kind: Kind<T>) =>
    new Map(of(kind).flatMap(({ value }) => (ids.has(value.node_id) ? [[keyOf(value), value] as const] : [])));
  const [validators, members] = [watched(currentValidator), watched(l1Validator)];
  const lastPeriods = new Map(of(endedPeriod).map(({ value }) => [keyOf(value), value]));
  const ownUptimeRatio = uptimeOfNode(of, observer);
  const { nodeId, network, isIsolated, isBehind, now, remembered } = observer;
  const [chain] = of(pTime).map(({ value, readAt }) => ({ time: value.timestamp.getTime() / 1000, readAt }));
  const latest = now + Math.abs(observer.clockDifference ?? 0);

  function recordOf(found: (typeof presences)[number]) {
    const { subnet_id, node_id, alias, isConfigured, period, readAt } = found;
    const key = keyOf({ subnet_id, node_id });
    const last = period ?? remembered.periods.get(key);
    const [own, isPresent] = [node_id === nodeId, period !== undefined];
    const [start, end] = [secondsOf(last?.start), secondsOf(last?.end)];
    const rewarded = lastPeriods.get(key);
    const ended = rewarded && { ...rewarded, end: rewarded.end.getTime() / 1000 };
    const hasNoReward = isUnrewarded(ended?.isRewarded, ended?.end, now);
    const isOver = last === undefined || (end !== undefined && now - end > endedFor && !hasNoReward);
    if (!isConfigured && !isPresent && isOver) return undefined;
    const isPrimary = subnet_id === primaryNetwork;
    const { validator, isOther, requiredUptime } = validators.get(key) ?? {};
    const balance = members.get(key)?.balance;
    const active = isActive(balance);
    const observed = isOther && isIsolated === false ? validator?.connected : undefined;
    // the health checks of an L1 do not name its inactive validators
    const onSubnet = isPresent && active !== false ? isConnectedOn(subnet_id, node_id) : undefined;
    const isConnected = isPrimary ? (own ? (isIsolated === undefined ? undefined : !isIsolated) : observed) : onSubnet;
    const uptime = own && isPrimary ? ownUptimeRatio : isOther && isPrimary ? validator?.uptime : undefined;
    const lacksChain = isPrimary ? undefined : lacksChainOf(subnet_id, node_id);
    const requirement = { start, end, uptime, required: requiredUptime };
    const { staking, budget, isToRenew, isRenewing } = rewardOf(requirement, period, own, now);
    const problem = validatorProblem({
      isPresent,
      // the start of a validator that has left the set is known if it was in the set
      hasEnded: end === undefined ? start === undefined : !last?.renews && end <= endOfPeriods(readAt, chain, latest),
      isActive: active,
      isConnected,
      lacksChain,
      uptime,
      required: requiredUptime,
      budget: budget?.seconds,
      isToRenew,
      isRenewing,
      isUnrewarded: hasNoReward,
      isEnding: start !== undefined && end !== undefined && isRenewing === false && isEndingSoon({ start, end }, now),
    });
    const inputs = {
      set: true,
      block: isBehind,
      uptime: isPrimary ? uptime : true,
      requirement: isPrimary ? requiredUptime : true,
      ...(isPrimary ? { connections: isConnected, chain: true } : inputsOf(found, isConnected)),
    };
    const judged = judge(evidence, problem, inputs, isPrimary ? "ok" : fineOn(subnet_id));
    const current = {
      isPresent,
      isActive: active,
      isConnected,
      ...nodeOf(found),
      uptime,
      requiredUptime,
      /** Of the last known period if the validator is not in the set. */
      start,
      end,
      isRenewing,
      /** Unix seconds; like isRenewing undefined if it is unknown. */
      delegationsUntil: isPrimary && isPresent ? delegationsUntil(end, network) : undefined,
      /** The period with its uptimes, if all are known. */
      staking,
      budget,
      /** The last period that ended while the exporter was running. */
      ended,
      now,
    };
    return { subnet_id, node_id, alias, own, judged, isEvidence: !isBehind && (own || !isIsolated), current };
  }
  return [
    ...presences.flatMap((one) => recordOf(one) ?? []),
    ...unreadRecords(new Set(presences.map(keyOf)), observer),
  ];
}
/** `current`: undefined until the set has been read. */
export type ValidatorRecord = ReturnType<typeof validatorRecords>[number];
