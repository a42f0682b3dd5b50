/** The status of a node as tables of texts, for the status page and the command `status`. */

import { formatDate, formatMoment, formatSpan } from "../lib/span.ts";
import { capitalize, formatCount, percent } from "../lib/text.ts";
import { primaryNetwork } from "../node-api/ids.ts";
import { type Place, placeFix } from "./across-nodes.ts";
import type { Input } from "./evidence.ts";
import { isBelow, quorumWith, startQuorum } from "./protocol/consensus.ts";
import { forecastDays } from "./protocol/l1.ts";
import { isRewardSafe } from "./protocol/staking.ts";
import { bySeverity, stateText } from "./state-text.ts";
import * as states from "./states.ts";
import type { StatusDocument } from "./status.ts";

export type Row = {
  /** Alias, or the ID if there is none. */
  readonly name: string;
  readonly state: states.StateText;
  /** By the names of the columns, in their order. */
  readonly cells: Readonly<Record<string, string>>;
  /** Predicate with the number of its state, such as "halts in 50 s, at 2026-11-24 08:30 UTC, without top-ups". */
  readonly outlook?: string | undefined;
  /** The first steps of its fix, with full IDs. */
  readonly steps?: string | undefined;
  /** The fix of this entity, in place of that of its state. */
  readonly fix: string | undefined;
  /** Unix seconds; null if it is unknown. */
  readonly since: number | null;
};
export type Table = {
  /** The kind of entity, in the singular. */
  readonly entity: string;
  /** The worst first; their cells have the same columns. */
  readonly rows: readonly Row[];
};
/** Maximum number of rows that are shown. */
export const maxRows = 30;

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

type Entity = {
  readonly state: string | null;
  readonly missing: readonly Input[];
  readonly since_timestamp_seconds: number | null;
  readonly found_on?: Place | null;
};
type Description = Omit<Row, "state" | "since" | "fix">;

/** Returns a function that makes the table of entities of one kind. `node`: the name of the node that shows them. */
const tableFor =
  (node: string) =>
  <T extends Entity>(
    entity: string,
    all: readonly T[],
    order: states.StateTable,
    describe: (one: T) => Description,
  ): Table => {
    const rows = all.map((one) => ({
      ...describe(one),
      state: stateText(order, one.state, one.missing),
      fix: one.found_on ? placeFix(one.found_on, node) : undefined,
      since: one.since_timestamp_seconds,
    }));
    return { entity, rows: bySeverity(rows) };
  };

type Chain = StatusDocument["chains"][number];
/** `error`: that of the health check of the chain. */
function chainOutlook({ state, ...chain }: Chain, error = "") {
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

const describeChain = (chain: Chain, error: string | undefined): Description => ({
  name: nameOf(chain.alias, chain.chain),
  cells: {
    Height: orNone(chain.height, formatCount),
    "Last block": orNone(chain.block_age_seconds, (age) => `${formatSpan(age)} ago`),
    Connected: formatPercent(chain.connected_ratio),
  },
  outlook: chainOutlook(chain, error),
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

function describeValidator(status: StatusDocument, validator: Validator, now: number): Description {
  const { node_id, subnet_id, alias, own, auto_renew: isRenewing, end_timestamp_seconds: end } = validator;
  const on = subnet_id === primaryNetwork ? "" : ` on ${subnetName(status, subnet_id)}`;
  const timeLeft = (time: number) =>
    time > now ? `${isRenewing ? "renews in " : ""}${formatSpan(time - now)}` : "ended";
  return {
    name: `${nameOf(alias, node_id)}${own ? " (this node)" : ""}${on}`,
    cells: {
      Connected: formatFlag(validator.connected),
      Uptime: formatPercent(validator.uptime_ratio),
      Required: formatPercent(validator.uptime_required_ratio),
      "Offline budget": `${formatSeconds(validator.offline_budget_seconds)}${hasSafeReward(validator, now) ? " (safe)" : ""}`,
      "Ends in": orNone(end, timeLeft),
    },
    outlook: validatorOutlook(validator, now),
  };
}

const describeSubnet = ({ subnet_id, alias, validators }: StatusDocument["subnets"][number]): Description => ({
  name: nameOf(alias, subnet_id),
  cells: { Validators: orNone(validators, formatCount) },
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

const describeL1 = (l1: L1, now: number): Description => ({
  name: nameOf(l1.alias, l1.subnet_id),
  cells: {
    "Active weight": formatPercent(l1.weight_active_ratio),
    [`In ${forecastDays} days`]: formatPercent(l1.weight_active_forecast_ratio),
    "Lowest runway": formatSeconds(
      l1.top_up.some((one) => one.balance_runway_seconds === 0) ? 0 : l1.balance_runway_seconds,
    ),
    "Halts in": formatSeconds(haltOf(l1)),
    "Top up": listOfTopUps(l1.top_up, 1) || none,
  },
  outlook: l1Outlook(l1, now),
  steps: l1Steps(l1),
});

type L1Validator = StatusDocument["l1_validators"][number];
function l1ValidatorOutlook(validator: L1Validator, now: number): string | undefined {
  const { state, balance_runway_seconds: runway, top_up_avax: amount } = validator;
  const needs = amount === null ? "" : `needs ${formatAvax(amount)} for 30 days`;
  if (state === "inactive") return needs || undefined;
  if (state !== "low_balance" || runway === null) return undefined;
  return `runs out of balance ${formatMoment(runway, now)}${needs && `, and ${needs}`}`;
}

function describeL1Validator(status: StatusDocument, validator: L1Validator, now: number): Description {
  const { subnet_id, validation_id, alias } = validator;
  return {
    name: `${nameOf(alias, validation_id)}${subnet_id === "" ? "" : ` of ${subnetName(status, subnet_id)}`}`,
    cells: {
      Connected: formatFlag(validator.connected),
      Balance: formatAvax(validator.balance_avax),
      Runway: formatSeconds(validator.balance_runway_seconds),
    },
    outlook: l1ValidatorOutlook(validator, now),
  };
}

/** Returns the tables of a node. */
export function tablesOf(status: StatusDocument, now: number): readonly Table[] {
  const { name, node, chains, validators, subnets, l1s, l1_validators } = status;
  const errors = new Map(node.failing_checks.map(({ check, error }) => [check, error]));
  const table = tableFor(name);
  return [
    table("chain", chains, states.chainStates, (one) => describeChain(one, errors.get(one.chain))),
    table("validator", validators, states.validatorStates, (one) => describeValidator(status, one, now)),
    table("subnet", subnets, states.subnetStates, describeSubnet),
    table("L1", l1s, states.l1States, (one) => describeL1(one, now)),
    table("L1 validator", l1_validators, states.l1ValidatorStates, (one) => describeL1Validator(status, one, now)),
  ];
}

/** Returns the title of a table. */
export const titleOf = ({ entity }: Table): string => `${capitalize(entity)}s`;

/** Returns flags to watch something with, if nothing is watched. An own validator is watched as soon as it is known. */
export function flagsToWatch({
  up,
  watching,
  node,
  validators,
  l1s,
  l1_validators,
}: StatusDocument): readonly string[] {
  const hasEntities = validators.length + l1s.length + l1_validators.length > 0;
  if (!up || watching || node.validates !== false || hasEntities) return [];
  return ["--watch.node-id NodeID-…", "--watch.subnet-id ID", "--watch.validation-id ID"];
}
