/** A watched validator of the primary network, a subnet or an L1: facts, metrics and JSON. */
import * as z from "zod";
import { stakingPeriod, validatorView } from "../../collectors/kinds/validators.ts";
import { validatorNode, validatorVersion } from "../../collectors/peers.ts";
import { entity } from "../../engine/entity.ts";
import { fieldsOf } from "../../engine/field.ts";
import { from, fromAll } from "../../node-api/contract.ts";
import { primaryNetwork } from "../../node-api/ids.ts";
import { timeToRewardLoss } from "../../protocol/staking.ts";
import { found_on, judgedFields } from "../evidence.ts";
import { oneIfCurrent } from "../words.ts";
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
    // collectors have the metrics of the connection, the uptime and the times, because unwatched validators have them, too
    connected: field.flag({ of: ({ current }) => current?.isConnected, lasts: true, column: "Connected" }),
    /** Of its node; null unless it is the queried node or connected to it. */
    version: field.text({ of: ({ current }) => current?.version, lasts: true }),
    /** Whether its node tracks its subnet or L1; null on the primary network, and unless it is the queried node or connected to it. */
    tracks: field.flag({ of: ({ current }) => current?.tracks, lasts: true }),
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
      help: "Time in seconds that a validator can be offline. Below 0 the reward is lost, and an auto-renewing validator leaves the set. For the queried node itself (own is true), by the median that the stake observes.",
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
    /** False also if the offline budget is below 0; null if that is unknown, or if the validator is not in the set. */
    auto_renew: field.flag({ of: ({ current }) => (current?.isPresent ? current.isRenewing : undefined), lasts: true }),
    /** Null on networks whose minimum delegation is unknown. */
    delegations_until_timestamp_seconds: field.seconds({
      of: ({ current }) => current?.delegationsUntil,
      lasts: true,
      metric: "avax_validator_delegations_until_timestamp_seconds",
      help: "Time until which delegations to a validator can begin, in Unix seconds. It is the end of the period minus the minimum delegation (14 days on mainnet, 24 hours on Fuji).",
      from: from("platform.getCurrentValidators", "endTime"),
    }),
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
        one?.isPresent && one.isRenewing === false && one.end !== undefined ? one.end - one.now : undefined,
      metric: "avax_validator_time_left_seconds",
      help: "Time until a watched validator leaves the set, in seconds. Absent if it renews at the end of its cycle: it is configured to, and its offline budget is not below 0.",
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

/** Returns the queried node while it validates, as items: as the stake observes it, and its version. */
export function ownViewItems({
  subnet_id,
  node_id,
  alias,
  own,
  present,
  ...facts
}: ReturnType<typeof validator.factsOf>) {
  if (!own || !present) return [];
  const { uptime_ratio: uptime, connected, version, tracks } = facts;
  const labels = { subnet_id, node_id, alias };
  return [
    ...(subnet_id === primaryNetwork ? [validatorView.item({ ...labels, uptime, connected })] : []),
    ...(version === undefined ? [] : [validatorVersion.item({ ...labels, version, outdated: "" })]),
    validatorNode.item({ ...labels, tracks }),
  ];
}
