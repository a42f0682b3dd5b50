/** Explains one watched entity on a terminal. */

import { type Place, placeFix } from "../../entities/across-nodes.ts";
import { labelOf } from "../../entities/issues.ts";
import { signingQuorum } from "../../entities/protocol/consensus.ts";
import { forecastDays } from "../../entities/protocol/l1.ts";
import { needsAttention, stateText } from "../../entities/state-text.ts";
import type { StateText } from "../../entities/states.ts";
import * as states from "../../entities/states.ts";
import type { StatusDocument } from "../../entities/status.ts";
import {
  formatAvax,
  formatFlag,
  formatPercent,
  formatSeconds,
  haltOf,
  hasSafeReward,
  subnetName,
  topUpText,
} from "../../entities/status-tables.ts";
import { formatDate, formatMoment } from "../../lib/span.ts";
import { formatCount } from "../../lib/text.ts";
import { paint } from "./io.ts";
import { label, type Options, stopText } from "./status-text.ts";

type Subject = {
  readonly title: string;
  readonly state: StateText;
  readonly entity: { readonly since_timestamp_seconds: number | null; readonly found_on?: Place | null };
  readonly facts: readonly (readonly [name: string, value: string] | undefined)[];
};

const withAlias = (id: string, alias: string) => (alias === "" ? id : `${id} (${alias})`);

function validatorSubject(status: StatusDocument, one: StatusDocument["validators"][number], now: number): Subject {
  const { offline_budget_seconds: budget, offline_budget_ratio: ratio, end_timestamp_seconds: end } = one;
  const isSafe = hasSafeReward(one, now);
  const { last_period_rewarded: isRewarded, last_period_end_timestamp_seconds: lastEnd } = one;
  const stop = one.own ? stopText(status, one.subnet_id) : "";
  return {
    title: `Validator ${withAlias(one.node_id, one.alias)} on ${subnetName(status, one.subnet_id)}`,
    state: stateText(states.validatorStates, one.state, one.missing),
    entity: one,
    facts: [
      ["Connected", formatFlag(one.connected)],
      one.uptime_ratio === null
        ? undefined
        : ["Uptime", `${formatPercent(one.uptime_ratio)}, required ${formatPercent(one.uptime_required_ratio)}`],
      budget === null
        ? undefined
        : ["Offline budget", `${formatSeconds(budget)}, ${formatPercent(ratio)} of the budget of the period`],
      isSafe ? ["Reward", "safe: the uptime so far is enough for the whole period"] : undefined,
      stop !== "" ? ["Stop", stop] : undefined,
      budget !== null && one.state === "offline" && budget > 0 && !isSafe
        ? ["Reward", `lost ${formatMoment(budget, now)}, if the validator stays offline`]
        : undefined,
      end === null
        ? undefined
        : [
            "Period",
            end > now
              ? `${one.auto_renew ? "renews" : "ends"} ${formatMoment(end - now, now)}`
              : `ended at ${formatDate(end)}`,
          ],
      isRewarded === null || lastEnd === null
        ? undefined
        : ["Last period", `${isRewarded ? "rewarded" : "not rewarded"}, ended at ${formatDate(lastEnd)}`],
    ],
  };
}

/** `difference`: weight by the validator manager minus that on the P-Chain. */
const managerText = (weight: number | null, difference: number) =>
  difference === 0
    ? "has the weight of the P-Chain"
    : weight === 0
      ? "has no weight: it was never initialized (initializeValidatorSet)"
      : `weight ${formatCount(Math.abs(difference))} ${difference > 0 ? "above" : "below"} that of the P-Chain: changes on their way, or expired`;

function l1Subject(l1: StatusDocument["l1s"][number], now: number): Subject {
  const { balance_runway_seconds: runway, top_up: topUps } = l1;
  const { top_up_30_days_avax: days30, top_up_90_days_avax: days90 } = l1;
  const halt = haltOf(l1);
  return {
    title: `L1 ${withAlias(l1.subnet_id, l1.alias)}`,
    state: stateText(states.l1States, l1.state, l1.missing),
    entity: l1,
    facts: [
      ["Active weight", `${formatPercent(l1.weight_active_ratio)}, needed ${formatPercent(l1.needed_ratio)}`],
      [`In ${forecastDays} days`, `${formatPercent(l1.weight_active_forecast_ratio)} without top-ups`],
      runway === null ? undefined : ["Next balance", `runs out ${formatMoment(runway, now)}`],
      halt === null ? undefined : ["L1", `halts ${formatMoment(halt, now)}, without top-ups`],
      ...(["out", "in"] as const).map((direction) => {
        const ratio = l1.weight_signing_ratio[direction];
        const name = `Messages ${direction}`;
        return ratio === null
          ? undefined
          : ([name, `${formatPercent(ratio)} of the weight can sign, needed ${formatPercent(signingQuorum)}`] as const);
      }),
      l1.manager_churn_left === null
        ? undefined
        : [
            "Churn",
            `${formatPercent(l1.manager_churn_used_ratio)} of the limit used, weight of ${formatCount(l1.manager_churn_left)} left`,
          ],
      l1.manager_weight_difference === null
        ? undefined
        : ["Manager", managerText(l1.manager_weight, l1.manager_weight_difference)],
      days30 === null ? undefined : ["Top-ups", `${formatAvax(days30)} for 30 days, ${formatAvax(days90)} for 90 days`],
      ...topUps.map(
        (one, i) => [i === 0 ? "Top up" : "", topUpText(one, `${one.validation_id} of ${one.node_id}`)] as const,
      ),
    ],
  };
}

const subnetSubject = (subnet: StatusDocument["subnets"][number]): Subject => ({
  title: `Subnet ${withAlias(subnet.subnet_id, subnet.alias)}`,
  state: stateText(states.subnetStates, subnet.state, subnet.missing),
  entity: subnet,
  facts: [subnet.validators === null ? undefined : ["Validators", formatCount(subnet.validators)]],
});

function l1ValidatorSubject(
  status: StatusDocument,
  one: StatusDocument["l1_validators"][number],
  now: number,
): Subject {
  const runway = one.balance_runway_seconds;
  return {
    title: `L1 validator ${withAlias(one.validation_id, one.alias)}`,
    state: stateText(states.l1ValidatorStates, one.state, one.missing),
    entity: one,
    facts: [
      one.subnet_id === "" ? undefined : ["L1", subnetName(status, one.subnet_id)],
      one.node_id === "" ? undefined : ["Node", one.node_id],
      one.connected === null ? undefined : ["Connected", formatFlag(one.connected)],
      one.has_deactivation_owner === false ? ["Deactivation", "by anyone: it has no deactivation owner"] : undefined,
      ["Balance", formatAvax(one.balance_avax)],
      runway === null || runway <= 0 ? undefined : ["Balance", `runs out ${formatMoment(runway, now)}`],
      one.top_up_avax === null ? undefined : ["Top up", `${formatAvax(one.top_up_avax)} for 30 days`],
    ],
  };
}

/** Returns the names of each watched entity: IDs, and the alias. */
const namesIn = ({ validators, subnets, l1s, l1_validators }: StatusDocument): readonly (readonly string[])[] => [
  ...validators.map(({ node_id, alias }) => [node_id, alias]),
  ...subnets.map(({ subnet_id, alias }) => [subnet_id, alias]),
  ...l1s.map(({ subnet_id, alias }) => [subnet_id, alias]),
  ...l1_validators.map(({ validation_id, node_id, alias }) => [validation_id, node_id, alias]),
];
/** Returns the names of watched entities for an error: aliases, otherwise IDs. */
export const watchedNames = (all: readonly StatusDocument[]): readonly string[] => [
  ...new Set(all.flatMap(namesIn).map((names) => names.findLast((name) => name !== "") ?? "")),
];
/** Returns the IDs and aliases that a text names: the one that it is, otherwise all that it is the beginning of. */
export function namedBy(all: readonly StatusDocument[], text: string): readonly string[] {
  const known = [...new Set(all.flatMap(namesIn).flat())];
  const beginning = text.replace(/(…|\.\.\.)$/, "");
  return known.includes(text) ? [text] : known.filter((name) => beginning !== "" && name.startsWith(beginning));
}

/** Returns all entities of a status that an ID or an alias names. */
function subjectsOf(status: StatusDocument, id: string, now: number): readonly Subject[] {
  const is = (...names: readonly string[]) => names.includes(id);
  return [
    ...status.validators.filter((one) => is(one.node_id, one.alias)).map((one) => validatorSubject(status, one, now)),
    ...status.subnets.filter((one) => is(one.subnet_id, one.alias)).map(subnetSubject),
    ...status.l1s.filter((l1) => is(l1.subnet_id, l1.alias)).map((l1) => l1Subject(l1, now)),
    ...status.l1_validators
      .filter((one) => is(one.validation_id, one.node_id, one.subnet_id, one.alias))
      .map((one) => l1ValidatorSubject(status, one, now)),
  ];
}

function subjectText({ title, state, entity, facts }: Subject, name: string, { hasColor, now }: Options): string {
  const known = facts.filter((fact) => fact !== undefined);
  const width = Math.max(...known.map(([name]) => name.length));
  const lines = known.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join("");
  const { since_timestamp_seconds: since, found_on: place } = entity;
  const advice = place ? placeFix(place, name) : state.fix;
  const fix = advice === undefined ? "" : `  → ${advice}\n`;
  const shown = label({ ...state, text: labelOf(state, [since], now) });
  const meaning = state.tone === "ok" ? "" : `: ${state.meaning}`;
  return `${title}\n  ${paint(shown, state.tone, hasColor)}${meaning}\n${lines}${fix}`;
}

type ExplainOptions = Options & { readonly isOneOfSeveral?: boolean };
/** Returns the explanation of the entities that an ID or an alias names, and whether all are ok; undefined without such
 *  an entity. */
export function explain(status: StatusDocument, id: string, { hasColor, now, isOneOfSeveral = false }: ExplainOptions) {
  const subjects = subjectsOf(status, id, now);
  if (subjects.length === 0) return undefined;
  const observer = stateText(states.nodeStates, status.node.state);
  const facts = [
    isOneOfSeveral ? ([["Seen by", status.name || status.url]] as const) : [],
    needsAttention(observer) ? ([["Observer", `${observer.text}: ${observer.meaning}`]] as const) : [],
  ].flat();
  const text = subjects.map((one) =>
    subjectText({ ...one, facts: [...facts, ...one.facts] }, status.name, { hasColor, now }),
  );
  return { text: text.join("\n"), isOk: subjects.every(({ state }) => state.tone === "ok") };
}
