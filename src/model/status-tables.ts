/** The status of a node as tables of texts, for the status page and the command `status`. */
import { primaryNetwork } from "../api/ids.ts";
import { forecastDays } from "../facts/l1.ts";
import * as states from "../facts/states.ts";
import { formatMoment, formatSpan } from "../lib/span.ts";
import { formatCount, percent } from "../lib/text.ts";
import { bySeverity, stateText } from "./state-text.ts";
import type { StatusDocument } from "./status.ts";

export type Row = {
  /** Alias, or the ID if there is none. */
  readonly name: string;
  readonly id: string;
  readonly state: states.StateText;
  /** In the order of the columns. */
  readonly cells: readonly string[];
  /** Predicate about the time that is left, such as "halts in 50 s, at 2026-11-24 08:30 UTC, without top-ups". */
  readonly outlook?: string | undefined;
};
export type Table = {
  readonly title: string;
  /** The kind of entity, in the singular. */
  readonly entity: string;
  readonly columns: readonly string[];
  /** The worst first. */
  readonly rows: readonly Row[];
};

const none = "–";
const orNone = <T>(value: T | null, format: (value: T) => string) => (value === null ? none : format(value));
export const formatPercent = (ratio: number | null): string => orNone(ratio, (share) => percent(share, 1));
export const formatSeconds = (seconds: number | null): string => orNone(seconds, formatSpan);
export const formatFlag = (flag: boolean | null): string => orNone(flag, (is) => (is ? "yes" : "no"));
export const formatAvax = (avax: number | null): string => orNone(avax, (amount) => `${amount.toFixed(3)} AVAX`);

const maxIdLength = 20;
/** Returns the beginning of a long ID. */
const shortId = (id: string): string => (id.length > maxIdLength ? `${id.slice(0, 16)}…` : id);
const nameOf = (alias: string, id: string) => (alias === "" ? shortId(id) : alias);

/** Returns the name of a subnet or L1. */
export function subnetName({ l1s, chains }: StatusDocument, id: string): string {
  if (id === primaryNetwork) return "the primary network";
  const named = [...l1s, ...chains].find(({ subnet_id, alias }) => subnet_id === id && alias !== "");
  return nameOf(named?.alias ?? "", id);
}

const chainTable = ({ chains }: StatusDocument): Table => ({
  title: "Chains",
  entity: "chain",
  columns: ["Height", "Last block", "Connected"],
  rows: chains.map(({ chain, alias, blockchain_id, ...facts }) => ({
    name: nameOf(alias, chain),
    id: blockchain_id || chain,
    state: stateText(states.chainStates, facts.state),
    cells: [
      orNone(facts.height, formatCount),
      orNone(facts.block_age_seconds, (age) => `${formatSpan(age)} ago`),
      formatPercent(facts.connected_ratio),
    ],
  })),
});

type Validator = StatusDocument["validators"][number];
/** Returns whether a validator is in a staking period for whose reward its uptime so far is enough. */
export const isRewardSafe = (validator: Validator, now: number): boolean => {
  const { offline_budget_seconds: budget, end_timestamp_seconds: end } = validator;
  return budget !== null && end !== null && end > now && budget >= end - now;
};

function rewardOutlook(validator: Validator, now: number): string | undefined {
  const { state, offline_budget_seconds: budget } = validator;
  if (state !== "offline" || budget === null || budget <= 0) return undefined;
  if (isRewardSafe(validator, now)) return "has enough uptime for the reward of this period";
  return `loses its reward ${formatMoment(budget, now)}, if it stays offline`;
}

function validatorTable(status: StatusDocument, now: number): Table {
  const rows = status.validators.map((validator) => {
    const { node_id, subnet_id, alias, own, ...facts } = validator;
    const on = subnet_id === primaryNetwork ? "" : ` on ${subnetName(status, subnet_id)}`;
    return {
      name: `${nameOf(alias, node_id)}${own ? " (this node)" : ""}${on}`,
      id: node_id,
      state: stateText(states.validatorStates, facts.state),
      cells: [
        formatFlag(facts.connected),
        formatPercent(facts.uptime_ratio),
        formatPercent(facts.uptime_required_ratio),
        isRewardSafe(validator, now) ? "until the end" : formatSeconds(facts.offline_budget_seconds),
        orNone(facts.end_timestamp_seconds, (end) => (end > now ? formatSpan(end - now) : "ended")),
      ],
      outlook: rewardOutlook(validator, now),
    };
  });
  const columns = ["Connected", "Uptime", "Required", "Offline budget", "Ends in"];
  return { title: "Validators", entity: "validator", columns, rows };
}

type TopUp = StatusDocument["l1s"][number]["top_up"][number];
export const topUpText = ({ alias, validation_id, balance_runway_seconds: runway }: TopUp): string =>
  `${nameOf(alias, validation_id)} (${runway > 0 ? `in ${formatSpan(runway)}` : "inactive"})`;

type HaltFacts = Pick<StatusDocument["l1s"][number], "state" | "halt_seconds">;
/** Returns the seconds until an L1 that has not halted halts; null if it never does. */
export const haltOf = ({ state, halt_seconds: seconds }: HaltFacts) => (state === "halted" ? null : seconds);

function haltOutlook(l1: HaltFacts, now: number): string | undefined {
  const seconds = haltOf(l1);
  return seconds === null || l1.state !== "at_risk"
    ? undefined
    : `halts ${formatMoment(seconds, now)}, without top-ups`;
}

const l1Table = ({ l1s }: StatusDocument, now: number): Table => ({
  title: "L1s",
  entity: "L1",
  columns: ["Active weight", `In ${forecastDays} days`, "Lowest runway", "Halts in", "Top up"],
  rows: l1s.map(({ subnet_id, alias, ...facts }) => ({
    name: nameOf(alias, subnet_id),
    id: subnet_id,
    state: stateText(states.l1States, facts.state),
    cells: [
      formatPercent(facts.weight_active_ratio),
      formatPercent(facts.weight_active_forecast_ratio),
      formatSeconds(facts.balance_runway_seconds),
      formatSeconds(haltOf(facts)),
      facts.top_up.map(topUpText).join(", ") || none,
    ],
    outlook: haltOutlook(facts, now),
  })),
});

function l1ValidatorTable(status: StatusDocument, now: number): Table {
  const rows = status.l1_validators.map(({ validation_id, node_id, alias, subnet_id, ...facts }) => ({
    name: `${nameOf(alias, validation_id)}${subnet_id === "" ? "" : ` of ${subnetName(status, subnet_id)}`}`,
    id: validation_id,
    state: stateText(states.l1ValidatorStates, facts.state),
    cells: [formatFlag(facts.connected), formatAvax(facts.balance_avax), formatSeconds(facts.balance_runway_seconds)],
    outlook:
      facts.state === "low" && facts.balance_runway_seconds !== null
        ? `runs out of balance ${formatMoment(facts.balance_runway_seconds, now)}`
        : undefined,
  }));
  return { title: "L1 validators", entity: "L1 validator", columns: ["Connected", "Balance", "Runway"], rows };
}

/** Returns the tables of a node. */
export function tablesOf(status: StatusDocument, now: number): readonly Table[] {
  const sorted = (table: Table, order: states.StateTable): Table => ({ ...table, rows: bySeverity(table.rows, order) });
  return [
    sorted(chainTable(status), states.chainStates),
    sorted(validatorTable(status, now), states.validatorStates),
    sorted(l1Table(status, now), states.l1States),
    sorted(l1ValidatorTable(status, now), states.l1ValidatorStates),
  ];
}
