/** The status of a node as tables of texts, for the status page and the command `status`. */
import { primaryNetwork } from "../api/ids.ts";
import { isBelow, quorumWith, startQuorum } from "../facts/consensus.ts";
import { forecastDays } from "../facts/l1.ts";
import { isRewardSafe } from "../facts/offline-budget.ts";
import * as states from "../facts/states.ts";
import { formatDate, formatMoment, formatSpan } from "../lib/span.ts";
import { formatCount, percent } from "../lib/text.ts";
import { placeFix } from "./across-nodes.ts";
import { bySeverity, stateText } from "./state-text.ts";
import type { StatusDocument } from "./status.ts";

export type Row = {
  /** Alias, or the ID if there is none. */
  readonly name: string;
  readonly id: string;
  readonly state: states.StateText;
  /** In the order of the columns. */
  readonly cells: readonly string[];
  /** Predicate with the number of its state, such as "halts in 50 s, at 2026-11-24 08:30 UTC, without top-ups". */
  readonly outlook?: string | undefined;
  /** The first steps of its fix, with full IDs. */
  readonly steps?: string | undefined;
  /** The fix of this entity, in place of that of its state. */
  readonly fix?: string | undefined;
  /** Unix seconds; null if it is unknown. */
  readonly since: number | null;
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
export const shortId = (id: string): string => (id.length > maxIdLength ? `${id.slice(0, 16)}…` : id);
const nameOf = (alias: string, id: string) => (alias === "" ? shortId(id) : alias);

/** Returns the name of a subnet or L1. */
export function subnetName({ l1s, subnets, chains }: StatusDocument, id: string): string {
  if (id === primaryNetwork) return "the primary network";
  const named = [...l1s, ...subnets, ...chains].find(({ subnet_id, alias }) => subnet_id === id && alias !== "");
  return nameOf(named?.alias ?? "", id);
}

/** Returns the name of a chain by its label `chain`. */
export function chainName({ chains }: StatusDocument, id: string): string {
  return nameOf(chains.find(({ chain }) => chain === id)?.alias ?? "", id);
}

/** `error`: that of the health check of the chain. */
function chainOutlook({ state, ...chain }: StatusDocument["chains"][number], error = "") {
  const age = (what: string, seconds: number | null) =>
    seconds === null ? undefined : `${what} its last block ${formatSpan(seconds)} ago`;
  if (state === "halted") return age("had", chain.block_age_seconds);
  if (state === "not_executing") return age("executed", chain.block_age_seconds);
  const connected = `has ${formatPercent(chain.connected_ratio)} of its weight connected`;
  if (state === "isolated")
    return `${connected}, and needs ${formatPercent(quorumWith(chain.required_ratio).acceptance)}`;
  if (state === "slow") return `${connected}, and its check requires ${formatPercent(chain.required_ratio)}`;
  if (state === "bootstrapping" && chain.subnet_id !== primaryNetwork && chain.connected_ratio !== null)
    return isBelow(chain.connected_ratio, startQuorum) ? `${connected}, and cannot start` : connected;
  return state === "failing" && error !== "" ? `fails with: ${error}` : undefined;
}

function chainTable({ chains, node }: StatusDocument): Table {
  const errors = new Map(node.failing_checks.map(({ check, error }) => [check, error]));
  const rows = chains.map((chain) => ({
    name: nameOf(chain.alias, chain.chain),
    id: chain.blockchain_id || chain.chain,
    state: stateText(states.chainStates, chain.state, chain.missing),
    cells: [
      orNone(chain.height, formatCount),
      orNone(chain.block_age_seconds, (age) => `${formatSpan(age)} ago`),
      formatPercent(chain.connected_ratio),
    ],
    outlook: chainOutlook(chain, errors.get(chain.chain)),
    since: chain.since_timestamp_seconds,
  }));
  return { title: "Chains", entity: "chain", columns: ["Height", "Last block", "Connected"], rows };
}

const fixAndSince = (one: Pick<Validator, "found_on" | "since_timestamp_seconds">, { name }: StatusDocument) => ({
  fix: one.found_on ? placeFix(one.found_on, name) : undefined,
  since: one.since_timestamp_seconds,
});

type Validator = StatusDocument["validators"][number];
/** Returns whether a validator is in a staking period for whose reward its uptime so far is enough. */
export const hasSafeReward = (validator: Validator, now: number): boolean => {
  const { offline_budget_seconds: budget, end_timestamp_seconds: end } = validator;
  return budget !== null && end !== null && end > now && isRewardSafe(budget, end, now);
};

function validatorOutlook(validator: Validator, now: number): string | undefined {
  const { state, offline_budget_seconds: budget, end_timestamp_seconds: end } = validator;
  if (state === "at_risk")
    return `has ${formatPercent(validator.uptime_ratio)} uptime, and needs ${formatPercent(validator.uptime_required_ratio)}`;
  if (state === "ending") return orNone(end, (time) => `ends ${formatMoment(time - now, now)}`);
  if (state === "unrewarded")
    return orNone(validator.last_period_end_timestamp_seconds, (time) => `lost the reward of ${formatDate(time)}`);
  if (state !== "offline" || budget === null || budget <= 0) return undefined;
  if (hasSafeReward(validator, now)) return "has enough uptime for the reward of this period";
  return `loses its reward ${formatMoment(budget, now)}, if it stays offline`;
}

function validatorTable(status: StatusDocument, now: number): Table {
  const rows = status.validators.map((validator) => {
    const { node_id, subnet_id, alias, own, ...facts } = validator;
    const on = subnet_id === primaryNetwork ? "" : ` on ${subnetName(status, subnet_id)}`;
    return {
      name: `${nameOf(alias, node_id)}${own ? " (this node)" : ""}${on}`,
      id: node_id,
      state: stateText(states.validatorStates, facts.state, facts.missing),
      cells: [
        formatFlag(facts.connected),
        formatPercent(facts.uptime_ratio),
        formatPercent(facts.uptime_required_ratio),
        `${formatSeconds(facts.offline_budget_seconds)}${hasSafeReward(validator, now) ? " (safe)" : ""}`,
        orNone(facts.end_timestamp_seconds, (end) =>
          end > now ? `${facts.auto_renew ? "renews in " : ""}${formatSpan(end - now)}` : "ended",
        ),
      ],
      outlook: validatorOutlook(validator, now),
      ...fixAndSince(validator, status),
    };
  });
  const columns = ["Connected", "Uptime", "Required", "Offline budget", "Ends in"];
  return { title: "Validators", entity: "validator", columns, rows };
}

const subnetTable = (status: StatusDocument): Table => ({
  title: "Subnets",
  entity: "subnet",
  columns: ["Validators"],
  rows: status.subnets.map(({ subnet_id, alias, state, missing, validators, ...facts }) => ({
    name: nameOf(alias, subnet_id),
    id: subnet_id,
    state: stateText(states.subnetStates, state, missing),
    cells: [orNone(validators, formatCount)],
    ...fixAndSince(facts, status),
  })),
});

type L1 = StatusDocument["l1s"][number];
type TopUp = L1["top_up"][number];
/** Returns an L1 validator with the time that its balance lasts, and the amount for 30 days. */
export function topUpText(
  { alias, validation_id, balance_runway_seconds: runway, top_up_avax: amount }: TopUp,
  name = nameOf(alias, validation_id),
): string {
  const when = runway > 0 ? `runs out in ${formatSpan(runway)}` : "inactive";
  return `${name} (${when}${amount === null ? "" : `, add ${formatAvax(amount)}`})`;
}

/** Maximum number of L1 validators to top up that a fix names. */
const maxTopUps = 3;
function listOfTopUps(all: readonly TopUp[], max: number, nameOfOne?: (one: TopUp) => string): string {
  const more = all.length - max;
  const first = all.slice(0, max).map((one) => topUpText(one, nameOfOne?.(one)));
  return `${first.join(", ")}${more > 0 ? ` and ${formatCount(more)} more` : ""}`;
}

/** Returns the seconds until an L1 that has not halted halts; null if it never does. */
export const haltOf = ({ state, halt_seconds: seconds }: Pick<L1, "state" | "halt_seconds">) =>
  state === "halted" ? null : seconds;

function l1Outlook(l1: L1, now: number): string | undefined {
  const { state, weight_active_ratio: active } = l1;
  if (state === "halted" || state === "slow" || state === "degraded")
    return `has ${formatPercent(active)} of its weight active`;
  const seconds = haltOf(l1);
  return seconds === null || state !== "at_risk" ? undefined : `halts ${formatMoment(seconds, now)}, without top-ups`;
}

/** The L1 can be restarted or kept by top-ups. */
const needsTopUp: ReadonlySet<string | null> = new Set(["halted", "slow", "at_risk", "degraded"]);
function l1Steps({ state, top_up }: L1): string | undefined {
  if (!needsTopUp.has(state) || top_up.length === 0) return undefined;
  return `Validations, the most urgent first, with the amounts for 30 days: ${listOfTopUps(top_up, maxTopUps, ({ validation_id }) => validation_id)}.`;
}

const l1Table = ({ l1s }: StatusDocument, now: number): Table => ({
  title: "L1s",
  entity: "L1",
  columns: ["Active weight", `In ${forecastDays} days`, "Lowest runway", "Halts in", "Top up"],
  rows: l1s.map((l1) => ({
    name: nameOf(l1.alias, l1.subnet_id),
    id: l1.subnet_id,
    state: stateText(states.l1States, l1.state, l1.missing),
    cells: [
      formatPercent(l1.weight_active_ratio),
      formatPercent(l1.weight_active_forecast_ratio),
      formatSeconds(l1.top_up.some((one) => one.balance_runway_seconds === 0) ? 0 : l1.balance_runway_seconds),
      formatSeconds(haltOf(l1)),
      listOfTopUps(l1.top_up, 1) || none,
    ],
    outlook: l1Outlook(l1, now),
    steps: l1Steps(l1),
    since: l1.since_timestamp_seconds,
  })),
});

type L1Validator = StatusDocument["l1_validators"][number];
type Balance = Pick<L1Validator, "state" | "balance_runway_seconds" | "top_up_avax">;
function l1ValidatorOutlook(validator: Balance, now: number): string | undefined {
  const { state, balance_runway_seconds: runway, top_up_avax: amount } = validator;
  const needs = amount === null ? "" : `needs ${formatAvax(amount)} for 30 days`;
  if (state === "inactive") return needs || undefined;
  if (state !== "low_balance" || runway === null) return undefined;
  return `runs out of balance ${formatMoment(runway, now)}${needs && `, and ${needs}`}`;
}

function l1ValidatorTable(status: StatusDocument, now: number): Table {
  const rows = status.l1_validators.map(({ validation_id, node_id, alias, subnet_id, ...facts }) => ({
    name: `${nameOf(alias, validation_id)}${subnet_id === "" ? "" : ` of ${subnetName(status, subnet_id)}`}`,
    id: validation_id,
    state: stateText(states.l1ValidatorStates, facts.state, facts.missing),
    cells: [formatFlag(facts.connected), formatAvax(facts.balance_avax), formatSeconds(facts.balance_runway_seconds)],
    outlook: l1ValidatorOutlook(facts, now),
    ...fixAndSince(facts, status),
  }));
  return { title: "L1 validators", entity: "L1 validator", columns: ["Connected", "Balance", "Runway"], rows };
}

/** Returns the tables of a node. */
export function tablesOf(status: StatusDocument, now: number): readonly Table[] {
  const sorted = (table: Table, order: states.StateTable): Table => ({ ...table, rows: bySeverity(table.rows, order) });
  return [
    sorted(chainTable(status), states.chainStates),
    sorted(validatorTable(status, now), states.validatorStates),
    sorted(subnetTable(status), states.subnetStates),
    sorted(l1Table(status, now), states.l1States),
    sorted(l1ValidatorTable(status, now), states.l1ValidatorStates),
  ];
}
