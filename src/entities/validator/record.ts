/** Facts about the watched validators of the primary network, subnets and L1s. */

import { pTime } from "../../collectors/fees.ts";
import { l1Validator } from "../../collectors/l1-validators.ts";
import { ownUptime } from "../../collectors/peers.ts";
import { endedPeriod } from "../../collectors/rewards.ts";
import { currentValidator, presence, type ValidatorLabels } from "../../collectors/validator-set.ts";
import type { Kind } from "../../engine/metric.ts";
import type { Observations } from "../../engine/store.ts";
import { primaryNetwork } from "../../node-api/ids.ts";
import type { Connections } from "../chain/record.ts";
import { validatorState } from "../conditions.ts";
import type { ValidatorFacts } from "../entities.ts";
import { unread as notRead, outdated } from "../evidence.ts";
import { keyOf, type Observer } from "../observer.ts";
import { endOfPeriods, isEndingSoon, isUnrewarded, offlineBudget, timeToRewardLoss } from "../protocol/staking.ts";

/** Half of a percent: validators report whole percents, rounded down. */
const meanRounding = 0.005;

/** Returns the uptime of the queried node: the median that the stake observes. Undefined unless the node is known to be connected. */
function uptimeOfNode(of: Observations, { isIsolated }: Observer): number | undefined {
  const median = of(ownUptime)[0]?.value.quantiles.get(0.5);
  return median === undefined || isIsolated !== false ? undefined : Math.min(median + meanRounding, 1);
}

/** Returns undefined while the connection to a validator of a subnet or L1 can be known and is not. A node that runs no chain of it cannot
 *  know the connections of others. */
export const knowsConnection = (
  runsChain: boolean | undefined,
  isOwn: boolean,
  isConnected: boolean | undefined,
  isIsolated: boolean | undefined,
) => (isOwn ? isIsolated : runsChain === false ? true : isConnected);

const secondsOf = (time: Date | undefined) => (time === undefined ? undefined : time.getTime() / 1000);

/** Returns the facts about each watched validator, also while nothing is known about it. The queried node is one once it has been in a
 *  set, because it need not validate. */
export function validatorFacts(
  of: Observations,
  observer: Observer,
  { isConnected: isConnectedOn, runsChain }: Connections,
): readonly ValidatorFacts[] {
  const presences = of(presence).map(({ value, readAt }) => ({ ...value, readAt }));
  const ids = new Set(presences.map(({ node_id }) => node_id));
  /** Returns the items of watched validators by their keys: an L1 can have 15,000 others. */
  const watched = <T extends ValidatorLabels>(kind: Kind<T>) =>
    new Map(of(kind).flatMap(({ value }) => (ids.has(value.node_id) ? [[keyOf(value), value] as const] : [])));
  const [current, members] = [watched(currentValidator), watched(l1Validator)];
  const lastPeriods = new Map(of(endedPeriod).map(({ value }) => [keyOf(value), value]));
  const ownUptimeRatio = uptimeOfNode(of, observer);
  const { nodeId, isIsolated, isBehind, now, remembered, watched: configured } = observer;
  const [chain] = of(pTime).map(({ value, readAt }) => ({ time: value.timestamp.getTime() / 1000, readAt }));
  const latest = now + Math.abs(observer.clockDifference ?? 0);

  function factsOf(found: (typeof presences)[number]): ValidatorFacts | undefined {
    const { subnet_id, node_id, alias, isConfigured, period, readAt } = found;
    const key = keyOf({ subnet_id, node_id });
    const last = period ?? remembered.periods.get(key);
    if (!isConfigured && last === undefined) return undefined;
    const own = node_id === nodeId;
    const isPresent = period !== undefined;
    const isPrimary = subnet_id === primaryNetwork;
    const { validator, auto_renew, isObserved, requiredUptime } = current.get(key) ?? {};
    const balance = members.get(key)?.balance;
    const isActive = balance === undefined ? undefined : balance > 0n;
    const observed = isObserved && isIsolated === false ? validator?.connected : undefined;
    // the health checks of an L1 do not name its inactive validators
    const onSubnet = isPresent && isActive !== false ? isConnectedOn(subnet_id, node_id) : undefined;
    const connected = isPrimary ? (own ? (isIsolated === undefined ? undefined : !isIsolated) : observed) : onSubnet;
    const uptime = own && isPrimary ? ownUptimeRatio : isObserved && isPrimary ? validator?.uptime : undefined;
    const [start, end] = [secondsOf(last?.start), secondsOf(last?.end)];
    const staking =
      isPresent && start !== undefined && end !== undefined && uptime !== undefined && requiredUptime !== undefined
        ? { start, end, uptime, required: requiredUptime }
        : undefined;
    const budget = staking && offlineBudget(staking, now);
    const isRenewing = auto_renew === "true";
    const ended = lastPeriods.get(key);
    const endedAt = secondsOf(ended?.end);
    const conditions = {
      isPresent,
      // the start of a validator that has left the set is known if it was in the set
      hasEnded: end === undefined ? start === undefined : end <= endOfPeriods(readAt, chain, latest),
      ...{ isActive, isConnected: connected, uptime, required: requiredUptime, budget: budget?.seconds },
      isUnrewarded: isUnrewarded(ended?.isRewarded, endedAt, now),
      isEnding: start !== undefined && end !== undefined && !isRenewing && isEndingSoon({ start, end }, now),
    };
    const isEvidence = !isBehind && (own || !isIsolated);
    const runs = isPrimary || runsChain(subnet_id);
    const judged = validatorState(conditions, {
      ...{ set: true, block: isBehind },
      connections: isPrimary ? connected : knowsConnection(runs, own, connected, isIsolated),
      ...(isPrimary ? { uptime, requirement: requiredUptime } : { uptime: true, requirement: true }),
      chain: own && runs === false ? undefined : true,
    });
    return {
      ...{ subnet_id, node_id, alias, own, isPresent, isActive, connected },
      ...(isEvidence ? judged : outdated),
      uptime_ratio: uptime,
      uptime_required_ratio: requiredUptime,
      offline_budget_seconds: isEvidence ? budget?.seconds : undefined,
      offline_budget_ratio: isEvidence ? budget?.ratio : undefined,
      reward_loss_seconds:
        isEvidence && connected !== undefined && staking && budget
          ? timeToRewardLoss(budget.seconds, connected ? 1 - staking.uptime : 1, staking.end - now)
          : undefined,
      start_timestamp_seconds: start,
      end_timestamp_seconds: end,
      auto_renew: isPresent ? isRenewing : undefined,
      time_left_seconds: isEvidence && isPresent && !isRenewing && end !== undefined ? end - now : undefined,
      last_period_rewarded: ended?.isRewarded,
      last_period_end_timestamp_seconds: endedAt,
    };
  }
  const read = new Set(presences.map(keyOf));
  const unread = configured.node_ids.flatMap(({ id: node_id, alias, subnet_ids }) =>
    subnet_ids
      .filter((subnet_id) => !read.has(keyOf({ subnet_id, node_id })))
      .map((subnet_id) => ({ ...notRead, subnet_id, node_id, alias, own: node_id === nodeId })),
  );
  return [...presences.flatMap((one) => factsOf(one) ?? []), ...unread];
}
