/** A watched validator of the primary network, a subnet or an L1: facts, metrics, JSON and words. */
import * as z from "zod";
import { stakingPeriod, validatorView } from "../../collectors/kinds/validators.ts";
import { entity } from "../../engine/entity.ts";
import { fieldsOf, formatAvax, formatFlag, formatPercent, formatSeconds, orNone } from "../../engine/field.ts";
import { formatDate, formatMoment, formatSpan } from "../../lib/duration.ts";
import { from, fromAll } from "../../node-api/contract.ts";
import { primaryNetwork } from "../../node-api/ids.ts";
import { isRewardSafe, timeToRewardLoss } from "../../protocol/staking.ts";
import { found_on, judgedFields } from "../evidence.ts";
import { type Detail, detailOf, explanationOf, nameOf, oneIfCurrent, tableOf, withAlias } from "../words.ts";
import type { ValidatorRecord } from "./record.ts";
import { evidence, validatorStates } from "./state.ts";

const fromUptime = fromAll(
  from("platform.getCurrentValidators", "uptime", "startTime", "endTime"),
  from("info.peers", "observedUptime"),
);

const field = fieldsOf<ValidatorRecord>();
export const validator = entity<ValidatorRecord>()({
  labels: ["subnet_id", "node_id", "alias"],
  isOfNode: false,
  fields: {
    /** The queried node itself. */
    own: field.parts(z.boolean(), { of: ({ own }) => own, lasts: true }),
    state: field.state(validatorStates, {
      of: ({ judged }) => judged.state,
      evidence,
      needs: { inactive: "active", offline: "connected" },
      metric: "avax_validator_state",
      help: `State of a watched validator as the node sees it: ${oneIfCurrent}`,
      from: fromAll(
        from("platform.getCurrentValidators"),
        from("info.peers", "observedUptime"),
        from("health.health", "disconnectedValidators"),
      ),
    }),
    ...judgedFields,
    found_on,
    connected: field.flag({ of: ({ current }) => current?.isConnected, lasts: true, column: "Connected" }),
    uptime_ratio: field.ratio({ of: ({ current }) => current?.uptime, lasts: true, column: "Uptime" }),
    uptime_required_ratio: field.ratio({
      of: ({ current }) => current?.requiredUptime,
      lasts: true,
      column: "Required",
    }),
    /** Below 0 the reward is lost. */
    offline_budget_seconds: field.seconds({
      of: ({ current }) => current?.budget?.seconds,
      column: "Offline budget",
      metric: "avax_validator_offline_budget_seconds",
      help: "Time in seconds that a validator can be offline; below 0 the reward is lost. For the queried node itself (own is true), by the median that the stake observes.",
      from: fromUptime,
      labels: ["own"],
    }),
    offline_budget_ratio: field.ratio({
      of: ({ current }) => current?.budget?.ratio,
      metric: "avax_validator_offline_budget_ratio",
      help: "Remaining share (at most 1) of the offline time; below 0 the reward is lost.",
      from: fromUptime,
      labels: ["own"],
    }),
    /** The last known one if the validator is not in the set. */
    end_timestamp_seconds: field.seconds({ of: ({ current }) => current?.end, lasts: true, column: "Ends in" }),
    auto_renew: field.flag({ of: ({ current }) => (current?.isPresent ? current.isRenewing : undefined), lasts: true }),
    /** The last period that ended while the exporter was running was rewarded; null without such a period. */
    last_period_rewarded: field.flag({ of: ({ current }) => current?.ended?.isRewarded, lasts: true }),
    /** Without delegation fees; 0 without a reward. */
    last_period_reward_avax: field.avax({
      of: ({ current: { ended } = {} }) => ended && (ended.isRewarded ? ended.reward : 0n),
      lasts: true,
    }),
    last_period_end_timestamp_seconds: field.seconds({ of: ({ current }) => current?.ended?.end, lasts: true }),
  },
  more: {
    /** An L1 validator has a balance; undefined for other validators. */
    active: field.flag({ of: ({ current }) => current?.isActive, lasts: true }),
    /** The last known one if the validator is not in the set. */
    start_timestamp_seconds: field.seconds({ of: ({ current }) => current?.start, lasts: true }),
    present: field.flag({
      of: ({ current }) => current?.isPresent,
      lasts: true,
      metric: "avax_validator_present",
      help: "1 if the watched validator is in the current validator set, otherwise 0. For the queried node itself: absent if it has not validated since the exporter started, or if its last period ended more than a day ago.",
      from: from("platform.getCurrentValidators", "nodeID"),
    }),
    reward_loss_seconds: field.seconds({
      of({ current }) {
        const { staking, budget, isConnected } = current ?? {};
        if (!current || isConnected === undefined || !staking || !budget) return undefined;
        return timeToRewardLoss(budget.seconds, isConnected ? 1 - staking.uptime : 1, staking.end - current.now);
      },
      metric: "avax_validator_time_to_reward_loss_seconds",
      help: "Time in seconds to the loss of the reward at the present downtime; 0 if lost. +Inf if the offline budget lasts until the end of the period.",
      from: fromUptime,
      labels: ["own"],
    }),
    time_left_seconds: field.seconds({
      of: ({ current: one }) =>
        one?.isPresent && !one.isRenewing && one.end !== undefined ? one.end - one.now : undefined,
      metric: "avax_validator_time_left_seconds",
      help: "Time until the staking period of a watched validator ends, in seconds. Absent if it renews automatically.",
      from: from("platform.getCurrentValidators", "endTime", "nextPeriod"),
    }),
  },
});

/** Returns the last known period of a validator that is not in the set, as an item. */
export function lastPeriodItems({ subnet_id, node_id, alias, ...facts }: ReturnType<typeof validator.factsOf>) {
  const { present, start_timestamp_seconds: start, end_timestamp_seconds: end } = facts;
  if (present || start === undefined) return [];
  const toDate = (seconds: number) => new Date(1000 * seconds);
  const period = { start: toDate(start), end: end === undefined ? undefined : toDate(end) };
  return [stakingPeriod.item({ subnet_id, node_id, alias, ...period })];
}

/** Returns the queried node as the stake observes it while it validates, as an item. */
export function ownViewItems({
  subnet_id,
  node_id,
  alias,
  own,
  present,
  ...facts
}: ReturnType<typeof validator.factsOf>) {
  const { uptime_ratio: uptime, connected } = facts;
  return own && present && subnet_id === primaryNetwork
    ? [validatorView.item({ subnet_id, node_id, alias, uptime, connected })]
    : [];
}

type Shown = ReturnType<typeof validator.toJson>;
/** Returns whether a validator is in a staking period for whose reward its uptime so far is enough. */
function hasSafeReward({ offline_budget_seconds: budget, end_timestamp_seconds: end }: Shown, now: number): boolean {
  return budget !== null && end !== null && end > now && isRewardSafe(budget, end, now);
}

function outlookOf(one: Shown, now: number): string | undefined {
  const { state, offline_budget_seconds: budget, end_timestamp_seconds: end } = one;
  if (state === "at_risk")
    return `has ${formatPercent(one.uptime_ratio)} uptime, and needs ${formatPercent(one.uptime_required_ratio)}`;
  if (state === "ending") return orNone(end, (time) => `ends ${formatMoment(time - now, now)}`);
  if (state === "unrewarded")
    return orNone(one.last_period_end_timestamp_seconds, (time) => `lost the reward of ${formatDate(time)}`);
  if (state !== "offline" || budget === null || budget <= 0) return undefined;
  if (hasSafeReward(one, now)) return "has enough uptime for the reward of this period";
  return `loses its reward ${formatMoment(budget, now)}, if it stays offline`;
}

/** Returns what is known about the reward of the last period; nothing where there are no rewards. */
function lastPeriodOf(one: Shown): Detail {
  const { last_period_rewarded: isRewarded, last_period_end_timestamp_seconds: end } = one;
  if (isRewarded !== null && end !== null) {
    const result = isRewarded ? `rewarded with ${formatAvax(one.last_period_reward_avax)}` : "not rewarded";
    return ["Last period", `${result}, ended at ${formatDate(end)}`];
  }
  if (one.subnet_id !== primaryNetwork || one.end_timestamp_seconds === null) return undefined;
  const unknown =
    "not known: it ended before the exporter started, or the collector rewards did not see it, or this is the first one";
  // the UTXOs of an auto-renewing validator have the ID of another transaction
  const call = `avalanche-exporter call platform.getRewardUTXOs '{"txID":"ID of its staking transaction"}'`;
  return ["Last period", one.auto_renew ? unknown : `${unknown}. To look it up: ${call} (numFetched 0: no reward)`];
}

export const validatorTable = tableOf("validator", validator, (one, { now, subnetName }) => {
  const { node_id, subnet_id, alias, own, auto_renew: isRenewing } = one;
  const on = subnet_id === primaryNetwork ? "" : ` on ${subnetName(subnet_id)}`;
  const timeLeft = (end: number) => (end > now ? `${isRenewing ? "renews in " : ""}${formatSpan(end - now)}` : "ended");
  return {
    name: `${nameOf(alias, node_id)}${own ? " (this node)" : ""}${on}`,
    cells: {
      offline_budget_seconds: `${formatSeconds(one.offline_budget_seconds)}${hasSafeReward(one, now) ? " (safe)" : ""}`,
      end_timestamp_seconds: orNone(one.end_timestamp_seconds, timeLeft),
    },
    outlook: outlookOf(one, now),
  };
});

export const explainValidator = explanationOf(validator, {
  names: ({ node_id, alias }) => [node_id, alias],
  title: ({ node_id, subnet_id, alias }, { subnetName }) =>
    `Validator ${withAlias(node_id, alias)} on ${subnetName(subnet_id)}`,
  details(one, { now, stopText }): readonly Detail[] {
    const { offline_budget_seconds: budget, offline_budget_ratio: ratio, end_timestamp_seconds: end } = one;
    const { uptime_required_ratio: required } = one;
    const isSafe = hasSafeReward(one, now);
    const stop = one.own ? stopText(one.subnet_id) : "";
    const periodText = (time: number) =>
      time > now
        ? `${one.auto_renew ? "renews" : "ends"} ${formatMoment(time - now, now)}`
        : `ended at ${formatDate(time)}`;
    return [
      ["Connected", formatFlag(one.connected)],
      detailOf("Uptime", one.uptime_ratio, (uptime) => `${formatPercent(uptime)}, required ${formatPercent(required)}`),
      detailOf(
        "Offline budget",
        budget,
        (time) => `${formatSpan(time)}, ${formatPercent(ratio)} of the budget of the period`,
      ),
      isSafe ? ["Reward", "safe: the uptime so far is enough for the whole period"] : undefined,
      stop !== "" ? ["Stop", stop] : undefined,
      budget !== null && one.state === "offline" && budget > 0 && !isSafe
        ? ["Reward", `lost ${formatMoment(budget, now)}, if the validator stays offline`]
        : undefined,
      detailOf("Period", end, periodText),
      lastPeriodOf(one),
    ];
  },
});
