/** Renders the status of nodes for a terminal. */
import { quorum } from "../facts/consensus.ts";
import type { StateText, Tone } from "../facts/states.ts";
import * as states from "../facts/states.ts";
import { formatDate, formatMoment, formatSpan } from "../lib/span.ts";
import { type Issue, issuesOf, subjectOf } from "../model/issues.ts";
import { needsAttention, stateText } from "../model/state-text.ts";
import type { StatusDocument } from "../model/status.ts";
import {
  formatAvax,
  formatFlag,
  formatPercent,
  formatSeconds,
  haltOf,
  isRewardSafe,
  subnetName,
  type Table,
  tablesOf,
  topUpText,
} from "../model/status-tables.ts";
import { paint } from "./colors.ts";

const symbols: Readonly<Record<Tone, string>> = { bad: "✖", warn: "!", wait: "…", none: "–", ok: "✔" };

type Options = { readonly hasColor: boolean /** Unix seconds. */; readonly now: number };

const label = ({ tone, text }: StateText) => `${symbols[tone]} ${text}`;

/** Maximum number of rows of a table. */
const maxRows = 30;

function tableText({ title, entity, columns, rows }: Table, hasColor: boolean): string {
  if (rows.length === 0) return "";
  const shown = rows.slice(0, maxRows);
  const cells = [["", entity, ...columns], ...shown.map(({ state, name, cells }) => [label(state), name, ...cells])];
  const widths = ["", entity, ...columns].map((_, index) => Math.max(...cells.map((row) => row[index]?.length ?? 0)));
  const lines = cells.map((row) => row.map((cell, index) => cell.padEnd(widths[index] ?? 0)));
  const painted = lines.map(([first = "", ...rest], index) => {
    const state = shown[index - 1]?.state;
    return `  ${[state ? paint(first, state.tone, hasColor) : first, ...rest].join("  ")}`.trimEnd();
  });
  const more = rows.length > maxRows ? `  and ${rows.length - maxRows} more in better states\n` : "";
  return `\n${title}\n${painted.join("\n")}\n${more}`;
}

const nothingWatched = `
Nothing is watched, and this node does not validate. Watch a validator, an L1 or an L1 validator:
  --watch.node-id NodeID-…
  --watch.subnet-id ID
  --watch.validation-id ID
`;

function issueText(issue: Issue, hasColor: boolean): string {
  const { entity, state, meaning, fix } = issue;
  const who = entity === "" ? "" : ` ${subjectOf(issue)}.`;
  const arrow = fix === undefined ? "" : `    → ${fix}\n`;
  return `  ${paint(label(state), state.tone, hasColor)}:${who} ${meaning}\n${arrow}`;
}

function nodeOk({ node }: StatusDocument, hasColor: boolean): string {
  const state = stateText(states.nodeStates, node.state);
  const facts = [
    ...(node.connected_ratio === null ? [] : [`connected to ${formatPercent(node.connected_ratio)} of the stake`]),
    ...(node.pchain_block_age_seconds === null
      ? []
      : [`last P-Chain block ${formatSpan(node.pchain_block_age_seconds)} ago`]),
  ];
  return `  ${paint(label(state), state.tone, hasColor)}${facts.length > 0 ? `: ${facts.join(", ")}` : ""}\n`;
}

/** Returns the status of one node. */
export function statusText(status: StatusDocument, { hasColor, now }: Options): string {
  const { node, name, url } = status;
  const about = [node.network, node.version, node.node_id].filter((text) => text !== null).join(", ");
  const hasEntities = status.validators.length + status.l1s.length + status.l1_validators.length > 0;
  return [
    `${name === "" ? "Node" : `Node ${name} at`} ${url}${about === "" ? "" : ` (${about})`}\n`,
    node.state === "ok" ? nodeOk(status, hasColor) : "",
    ...issuesOf(status, now).map((issue) => issueText(issue, hasColor)),
    ...tablesOf(status, now).map((table) => tableText(table, hasColor)),
    status.up && !status.watching && !hasEntities ? nothingWatched : "",
  ].join("");
}

type Subject = {
  readonly title: string;
  readonly state: StateText;
  readonly facts: readonly (readonly [name: string, value: string] | undefined)[];
};

const withAlias = (id: string, alias: string) => (alias === "" ? id : `${id} (${alias})`);

function validatorSubject(status: StatusDocument, one: StatusDocument["validators"][number], now: number): Subject {
  const { offline_budget_seconds: budget, offline_budget_ratio: ratio, end_timestamp_seconds: end } = one;
  const isSafe = isRewardSafe(one, now);
  return {
    title: `Validator ${withAlias(one.node_id, one.alias)} on ${subnetName(status, one.subnet_id)}`,
    state: stateText(states.validatorStates, one.state),
    facts: [
      ["Connected", formatFlag(one.connected)],
      one.uptime_ratio === null
        ? undefined
        : ["Uptime", `${formatPercent(one.uptime_ratio)}, required ${formatPercent(one.uptime_required_ratio)}`],
      budget === null
        ? undefined
        : [
            "Offline budget",
            isSafe
              ? "until the period ends"
              : `${formatSeconds(budget)}, ${formatPercent(ratio)} of the budget of the period`,
          ],
      isSafe ? ["Reward", "safe: the uptime so far is enough for the whole period"] : undefined,
      budget !== null && one.state === "offline" && budget > 0 && !isSafe
        ? ["Reward", `lost ${formatMoment(budget, now)}, if the validator stays offline`]
        : undefined,
      end === null
        ? undefined
        : ["Period", end > now ? `ends ${formatMoment(end - now, now)}` : `ended at ${formatDate(end)}`],
    ],
  };
}

function l1Subject(l1: StatusDocument["l1s"][number], now: number): Subject {
  const { balance_runway_seconds: runway, top_up: topUps } = l1;
  const halt = haltOf(l1);
  return {
    title: `L1 ${withAlias(l1.subnet_id, l1.alias)}`,
    state: stateText(states.l1States, l1.state),
    facts: [
      ["Active weight", `${formatPercent(l1.weight_active_ratio)}, needed ${formatPercent(quorum)}`],
      ["In 7 days", `${formatPercent(l1.weight_active_forecast_ratio)} without top-ups`],
      runway === null ? undefined : ["Next balance", `runs out ${formatMoment(runway, now)}`],
      halt === null ? undefined : ["L1", `halts ${formatMoment(halt, now)}, without top-ups`],
      topUps.length === 0 ? undefined : ["Top up first", topUps.map(topUpText).join(", ")],
    ],
  };
}

function l1ValidatorSubject(
  status: StatusDocument,
  one: StatusDocument["l1_validators"][number],
  now: number,
): Subject {
  const runway = one.balance_runway_seconds;
  return {
    title: `L1 validator ${withAlias(one.validation_id, one.alias)}`,
    state: stateText(states.l1ValidatorStates, one.state),
    facts: [
      one.subnet_id === "" ? undefined : ["L1", subnetName(status, one.subnet_id)],
      one.node_id === "" ? undefined : ["Node", one.node_id],
      one.connected === null ? undefined : ["Connected", formatFlag(one.connected)],
      ["Balance", formatAvax(one.balance_avax)],
      runway === null || runway <= 0 ? undefined : ["Balance", `runs out ${formatMoment(runway, now)}`],
    ],
  };
}

/** Returns all entities of a status that an ID or an alias names. */
function subjectsOf(status: StatusDocument, id: string, now: number): readonly Subject[] {
  const is = (...names: readonly string[]) => names.includes(id);
  return [
    ...status.validators.filter((one) => is(one.node_id, one.alias)).map((one) => validatorSubject(status, one, now)),
    ...status.l1s.filter((l1) => is(l1.subnet_id, l1.alias)).map((l1) => l1Subject(l1, now)),
    ...status.l1_validators
      .filter((one) => is(one.validation_id, one.node_id, one.subnet_id, one.alias))
      .map((one) => l1ValidatorSubject(status, one, now)),
  ];
}

function subjectText({ title, state, facts }: Subject, hasColor: boolean): string {
  const known = facts.filter((fact) => fact !== undefined);
  const width = Math.max(...known.map(([name]) => name.length));
  const lines = known.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join("");
  const fix = state.fix === undefined ? "" : `  → ${state.fix}\n`;
  const meaning = state.tone === "ok" ? "" : `: ${state.meaning}`;
  return `${title}\n  ${paint(label(state), state.tone, hasColor)}${meaning}\n${lines}${fix}`;
}

type ExplainOptions = Options & { readonly isOneOfSeveral?: boolean };
/** Returns the explanation of the entities that an ID or an alias names, and whether one asks for attention; undefined without such
 *  an entity. */
export function explain(status: StatusDocument, id: string, { hasColor, now, isOneOfSeveral = false }: ExplainOptions) {
  const subjects = subjectsOf(status, id, now);
  if (subjects.length === 0) return undefined;
  const observer = stateText(states.nodeStates, status.node.state);
  const facts = [
    isOneOfSeveral ? ([["Seen by", status.name || status.url]] as const) : [],
    needsAttention(observer) ? ([["Observer", `${observer.text}: ${observer.meaning}`]] as const) : [],
  ].flat();
  const text = subjects.map((one) => subjectText({ ...one, facts: [...facts, ...one.facts] }, hasColor));
  return {
    text: text.join("\n"),
    needsAttention: subjects.some(({ state }) => needsAttention(state)),
  };
}
