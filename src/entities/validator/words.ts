/** Words about a watched validator. */
import { formatAvax, formatFlag, formatPercent, formatSeconds, orNone } from "../../engine/field.ts";
import { formatDate, formatMoment, formatSpan } from "../../lib/duration.ts";
import { primaryNetwork } from "../../node-api/ids.ts";
import { isRewardSafe } from "../../protocol/staking.ts";
import { type Detail, detailOf, explanationOf, nameOf, nodeDetails, tableOf, withAlias } from "../words.ts";
import { validator } from "./fields.ts";

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
  if (state === "leaving")
    return `${one.connected === false ? "is offline, and " : ""}leaves the set ${orNone(end, (time) => formatMoment(time - now, now))}`;
  if (state === "unrewarded")
    return orNone(one.last_period_end_timestamp_seconds, (time) => `lost the reward of ${formatDate(time)}`);
  if (state !== "offline" || budget === null || budget <= 0) return undefined;
  if (hasSafeReward(one, now)) return "has enough uptime for the reward of this period";
  return `loses its reward${one.auto_renew ? " and its renewal" : ""} ${formatMoment(budget, now)}, if it stays offline`;
}

/** Returns the verb for the end of the last known period. */
function verbOf({ auto_renew: isRenewing, state, end_timestamp_seconds: end }: Shown, now: number) {
  if (isRenewing) return "renews";
  if (state === "leaving") return "leaves";
  return isRenewing === null && end !== null && end > now && state !== "missing" ? "may renew" : "ends";
}

/** Returns what is known about the reward of the last period; nothing where there are no rewards. */
function lastPeriodOf(one: Shown, now: number): Detail {
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
  if (verbOf(one, now) !== "ends") return ["Last period", unknown];
  return ["Last period", `${unknown}. To look it up: ${call} (numFetched 0: no reward)`];
}

export const validatorTable = tableOf("validator", validator, (one, { now, subnetName }) => {
  const { node_id, subnet_id, alias, own } = one;
  const on = subnet_id === primaryNetwork ? "" : ` on ${subnetName(subnet_id)}`;
  const verb = verbOf(one, now);
  const timeLeft = (end: number) =>
    end > now ? `${verb === "ends" ? "" : `${verb} in `}${formatSpan(end - now)}` : "ended";
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
      time > now ? `${verbOf(one, now)} ${formatMoment(time - now, now)}` : `ended at ${formatDate(time)}`;
    return [
      ["Connected", formatFlag(one.connected)],
      ...nodeDetails(one),
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
      detailOf("Delegations", one.delegations_until_timestamp_seconds, (time) =>
        time > now ? `possible until ${formatDate(time)}` : "not possible: less than the minimum delegation is left",
      ),
      lastPeriodOf(one, now),
    ];
  },
});
