/** A tracked L1: facts, metrics and JSON. */
import * as z from "zod";
import { fromForecast } from "../../collectors/kinds/l1-validators.ts";
import { fromManager } from "../../collectors/validator-manager.ts";
import { entity } from "../../engine/entity.ts";
import { fieldsOf } from "../../engine/field.ts";
import { from, fromAll } from "../../node-api/contract.ts";
import { signingQuorum } from "../../protocol/consensus.ts";
import { forecastDays } from "../../protocol/l1.ts";
import { judgedFields } from "../evidence.ts";
import { oneIfCurrent } from "../words.ts";
import type { L1Record } from "./record.ts";
import { evidence, l1States } from "./state.ts";

const listed = "platform.getCurrentValidators";
const toAvax = (nano: number | undefined) => (nano === undefined ? undefined : nano / 1e9);
const optionalRatio = z.number().nullable().default(null);

const field = fieldsOf<L1Record>();
export const l1 = entity<L1Record>()({
  labels: ["subnet_id", "alias"],
  isOfNode: false,
  fields: {
    state: field.state(l1States, {
      of: ({ judged }) => judged.state,
      evidence,
      metric: "avax_l1_state",
      help: `State of a tracked L1: ${oneIfCurrent}`,
      from: fromAll(from(listed, "balance", "weight"), from("platform.getValidatorFeeState", "price")),
    }),
    ...judgedFields,
    weight_active_ratio: field.ratio({
      of: ({ activeRatio }) => activeRatio,
      column: "Active weight",
      metric: "avax_l1_weight_active_ratio",
      help: "Share (0 to 1) of an L1's weight that is active.",
      from: from(listed, "balance", "weight"),
    }),
    /** Share of the weight that its chains need to accept blocks. */
    needed_ratio: field.parts(z.number(), { of: ({ needed }) => needed, lasts: true }),
    weight_active_forecast_ratio: field.ratio({
      of: ({ forecastRatio }) => forecastRatio,
      column: `In ${forecastDays} days`,
      metric: "avax_l1_weight_active_forecast_ratio",
      help: `Share (0 to 1) of an L1's weight active in ${forecastDays} days without top-ups.`,
      from: fromForecast,
    }),
    /** Share of the weight whose nodes are connected, or the queried one, and do not track the L1; null if none of them is. */
    weight_not_tracking_ratio: field.ratio({
      of: ({ notTrackingRatio }) => notTrackingRatio,
      metric: "avax_l1_weight_not_tracking_ratio",
      help: "Share (0 to 1) of an L1's weight whose connected nodes do not track it. Absent if none is connected.",
      from: fromAll(from("info.peers", "trackedSubnets"), from(listed, "weight")),
    }),
    /** Share of the weight that can sign messages, by their direction: `out` of the L1, and `in` from the P-Chain to its
     *  chains. Its validators are connected, and have the right BLS key as far as the node knows it. */
    weight_signing_ratio: field.parts(z.object({ out: optionalRatio, in: optionalRatio }).prefault({}), {
      of: ({ signing }) => signing,
    }),
    manager_weight: field.count({ of: ({ managerWeight }) => managerWeight }),
    /** Weight by the validator manager minus that of the L1 validators on the P-Chain; null if the manager was not read. */
    manager_weight_difference: field.count({
      of: ({ managerWeightDifference }) => managerWeightDifference,
      metric: "avax_l1_manager_weight_difference",
      help: "Weight of an L1's validators by their contract minus that on the P-Chain. Above 0 while registrations are pending or expired, below 0 while removals are pending.",
      from: fromAll(fromManager("churnTracker", "totalWeight"), from(listed, "weight")),
    }),
    /** Share of the churn limit that is used in the current period. */
    manager_churn_used_ratio: field.ratio({
      of: ({ churn }) => churn?.used,
      metric: "avax_l1_manager_churn_used_ratio",
      help: "Share (0 to 1) of the churn limit that an L1's manager has used in this period. Absent if the contract has no such limit.",
      from: fromManager("churnTracker"),
    }),
    /** Weight that the validator manager can still add or remove in the current period. */
    manager_churn_left: field.count({ of: ({ churn }) => churn?.left }),
    balance_runway_seconds: field.seconds({
      of: ({ runway }) => runway,
      column: "Lowest runway",
      metric: "avax_l1_balance_runway_seconds",
      help: "Time until the first balance of an L1 runs out, in seconds. 0 while a validator is inactive. Absent if no validator pays a fee.",
      from: fromForecast,
    }),
    /** Time until the L1 halts without top-ups; 0 if it has halted, null if it never does. */
    halt_seconds: field.seconds({
      of: ({ haltsIn }) => haltsIn,
      column: "Halts in",
      metric: "avax_l1_time_to_halt_seconds",
      help: "Time until an L1 halts without top-ups, in seconds; 0 if that is so now. Absent if that never happens.",
      from: fromForecast,
    }),
    /** The amounts with which all balances last for 30 and for 90 days; null if the fee is unknown. */
    top_up_30_days_avax: field.avax({ of: ({ total }) => total["30"] }),
    top_up_90_days_avax: field.avax({ of: ({ total }) => total["90"] }),
    /** The L1 validators that are inactive or run out of balance soon, the most urgent first. */
    top_up: field.parts(
      z
        .array(
          z.object({
            validation_id: z.string(),
            node_id: z.string(),
            alias: z.string(),
            balance_avax: z.number(),
            balance_runway_seconds: z.number(),
            top_up_avax: z.number().nullable().default(null),
          }),
        )
        .default([]),
      { of: ({ topUps }) => topUps, column: "Top up" },
    ),
  },
  more: {
    weight_required_ratio: field.ratio({
      of: ({ requiredRatio }) => requiredRatio,
      metric: "avax_l1_weight_required_ratio",
      help: "Share (0 to 1) of an L1's weight that the health checks of its chains require. Absent if the node runs none of them.",
      from: from("health.health", "percentConnected"),
    }),
    validators_active: field.count({
      of: ({ active }) => active,
      metric: "avax_l1_validators_active",
      help: "Number of active validators of an L1. Validators from before the conversion are counted as active.",
      from: from(listed, "balance"),
    }),
    signing_by_direction: field.byLabel("direction", {
      of: ({ signing }) => signing,
      metric: "avax_l1_weight_signing_ratio",
      help: `Share (0 to 1) of an L1's weight that is connected and can sign messages. Direction out: messages of the L1; in: messages from the P-Chain to its chains. A message needs ${signingQuorum} by default. Absent if the node runs no chain of the L1, or if it has more than 500 validators.`,
      from: fromAll(
        from("platform.getValidatorsAt", "weight"),
        from("proposervm.getCurrentEpoch", "pChainHeight"),
        from("info.peers", "nodeID"),
        from("info.getNodeID", "nodePOP"),
      ),
    }),
    top_up_by_days: field.byLabel("days", {
      of: ({ total }) => ({ 30: toAvax(total["30"]), 90: toAvax(total["90"]) }),
      metric: "avax_l1_top_up_avax",
      help: "AVAX to add to an L1's validators so that all last for this number of days. Absent if the cost would grow more than tenfold.",
      from: fromForecast,
    }),
  },
});
