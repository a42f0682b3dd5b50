/** Words about a tracked L1. */
import { formatAvax, formatPercent, formatSeconds, none } from "../../engine/field.ts";
import { formatMoment, formatSpan } from "../../lib/duration.ts";
import { formatCount } from "../../lib/text.ts";
import { signingQuorum } from "../../protocol/consensus.ts";
import { forecastDays } from "../../protocol/l1.ts";
import { type Detail, detailOf, explanationOf, nameOf, tableOf, withAlias } from "../words.ts";
import { l1 } from "./fields.ts";

type Shown = ReturnType<typeof l1.toJson>;
type TopUp = Shown["top_up"][number];
/** Returns an L1 validator with the time that its balance lasts, and the amount for 30 days. */
function topUpText({ balance_runway_seconds: runway, top_up_avax: amount }: TopUp, name: string): string {
  const when = runway > 0 ? `runs out in ${formatSpan(runway)}` : "inactive";
  return `${name} (${when}${amount === null ? "" : `, add ${formatAvax(amount)}`})`;
}

/** Maximum number of L1 validators to top up that a fix names. */
const maxTopUps = 3;
function listOfTopUps(all: readonly TopUp[], max: number, nameOfOne: (one: TopUp) => string): string {
  const more = all.length - max;
  const first = all.slice(0, max).map((one) => topUpText(one, nameOfOne(one)));
  return `${first.join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""}`;
}

/** Returns the seconds until an L1 that has not halted halts; null if it never does. */
const haltOf = ({ state, halt_seconds: seconds }: Shown) => (state === "halted" ? null : seconds);

const isFine = (state: Shown["state"]) => state === null || state === "ok" || state === "registered";

function outlookOf(
  { state, weight_active_ratio: active, needed_ratio: needed, halt_seconds: halt }: Shown,
  now: number,
) {
  if (isFine(state)) return undefined;
  const weight = `has ${formatPercent(active)} of its weight active`;
  if (state === "halted" && active !== null && active >= needed) return `${weight}, and a chain that accepts no blocks`;
  if (state !== "at_risk") return weight;
  return halt === null ? undefined : `halts ${formatMoment(halt, now)}, without top-ups`;
}

/** Returns the top-ups that restart or keep an L1 with a problem. */
function stepsOf({ state, top_up }: Shown): string | undefined {
  if (isFine(state) || top_up.length === 0) return undefined;
  return `Validations, the most urgent first, with the amounts for 30 days: ${listOfTopUps(top_up, maxTopUps, ({ validation_id }) => validation_id)}.`;
}

export const l1Table = tableOf("L1", l1, (one, { now }) => ({
  name: nameOf(one.alias, one.subnet_id),
  cells: {
    halt_seconds: formatSeconds(haltOf(one)),
    top_up: listOfTopUps(one.top_up, 1, ({ alias, validation_id }) => nameOf(alias, validation_id)) || none,
  },
  outlook: outlookOf(one, now),
  steps: stepsOf(one),
}));

/** `difference`: weight by the validator manager minus that on the P-Chain. */
const managerText = (weight: number | null, difference: number) =>
  difference === 0
    ? "has the weight of the P-Chain"
    : weight === 0
      ? "has no weight: it was never initialized (initializeValidatorSet)"
      : `weight ${formatCount(Math.abs(difference))} ${difference > 0 ? "above" : "below"} that of the P-Chain: changes on their way, or expired`;

function signingDetail({ weight_signing_ratio: ratios }: Shown, direction: "out" | "in"): Detail {
  const ratio = ratios[direction];
  if (ratio === null) return undefined;
  const text = `${formatPercent(ratio)} of the weight can sign, needed ${formatPercent(signingQuorum)}`;
  return [direction === "out" ? "Messages out" : "Messages from the P-Chain", text];
}

export const explainL1 = explanationOf(l1, {
  names: ({ subnet_id, alias }) => [subnet_id, alias],
  title: ({ subnet_id, alias }) => `L1 ${withAlias(subnet_id, alias)}`,
  details(one, { now }): readonly Detail[] {
    const { balance_runway_seconds: runway, manager_churn_left: left, manager_weight_difference: difference } = one;
    const { top_up_30_days_avax: days30, top_up_90_days_avax: days90 } = one;
    const notTracking = one.weight_not_tracking_ratio;
    const halt = haltOf(one);
    const churn = `${formatPercent(one.manager_churn_used_ratio)} of the limit used, weight of ${formatCount(left ?? 0)} left`;
    return [
      ["Active weight", `${formatPercent(one.weight_active_ratio)}, needed ${formatPercent(one.needed_ratio)}`],
      [`In ${forecastDays} days`, `${formatPercent(one.weight_active_forecast_ratio)} without top-ups`],
      detailOf("First balance", runway, (time) => (time > 0 ? `runs out ${formatMoment(time, now)}` : "has run out")),
      halt === null ? undefined : ["L1", `halts ${formatMoment(halt, now)}, without top-ups`],
      notTracking === null || notTracking === 0
        ? undefined
        : ["Not tracking", `${formatPercent(notTracking)} of the weight: its nodes do not track the L1`],
      signingDetail(one, "out"),
      signingDetail(one, "in"),
      left === null ? undefined : ["Churn", churn],
      difference === null ? undefined : ["Manager", managerText(one.manager_weight, difference)],
      days30 === null ? undefined : ["Top-ups", `${formatAvax(days30)} for 30 days, ${formatAvax(days90)} for 90 days`],
      ...one.top_up.map((member, i): Detail => {
        const { validation_id, node_id } = member;
        return [i === 0 ? "Top up" : "", topUpText(member, `${validation_id} of ${node_id}`)];
      }),
    ];
  },
});
