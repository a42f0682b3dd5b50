/** What is not ok about a node, in one list: the node, its collection, its chains and the watched entities. */
import * as states from "../facts/states.ts";
import { formatSpan } from "../lib/span.ts";
import { capitalize, joinList, pluralize } from "../lib/text.ts";
import { collectionStates } from "./collection.ts";
import { bySeverity, needsAttention, stateText } from "./state-text.ts";
import type { StatusDocument } from "./status.ts";
import { type Row, type Table, tablesOf } from "./status-tables.ts";

/** Entities of one kind in the same state. */
export type Issue = {
  /** Kind of entity in the singular; empty for the node. */
  readonly entity: string;
  /** Names of the entities. */
  readonly names: readonly string[];
  readonly state: states.StateText;
  /** In sentences. */
  readonly meaning: string;
  readonly fix: string | undefined;
  /** The failures of collectors have its cause. */
  readonly isOfCollectors: boolean;
};

export const lacksUpgrade: states.StateText = {
  tone: "warn",
  text: "upgrade missing",
  meaning: "The majority of the stake announces an upgrade that the node does not know.",
  fix: "Upgrade AvalancheGo to its latest release.",
};
/** States of the node, of its collection and of the entities, in the order in which they are shown. */
const order: readonly states.StateTable[] = [
  states.nodeStates,
  collectionStates,
  { lacksUpgrade },
  states.chainStates,
  states.validatorStates,
  states.l1States,
  states.l1ValidatorStates,
];

const maxNames = 5;

const ofNode = (state: states.StateText, detail: string | false, isOfCollectors = false): Issue => ({
  entity: "",
  names: [],
  state,
  meaning: [state.meaning, detail].filter(Boolean).join(" "),
  fix: state.fix,
  isOfCollectors,
});

function nodeIssues({ node, collection }: StatusDocument): Issue[] {
  const state = stateText(states.nodeStates, node.state);
  const isUnreachable = node.state === "unreachable";
  const collecting = stateText(collectionStates, collection.state);
  const isKnown = node.state !== null || collection.state === "ok";
  const { upgrade_unknown: isMissing, upgrade_unknown_seconds: seconds } = node;
  const checks = node.failing_checks.length > 0 && `Failing: ${joinList(node.failing_checks, maxNames)}.`;
  const affected = needsAttention(collecting) && `Affected: ${joinList(collection.collectors, maxNames)}.`;
  const when = seconds !== null && seconds > 0 && `It activates in ${formatSpan(seconds)}.`;
  return [
    ...(isKnown ? [ofNode(state, !isUnreachable && checks, isUnreachable)] : []),
    ...(isUnreachable ? [] : [ofNode(collecting, affected, true)]),
    ...(isMissing && !isUnreachable ? [ofNode(lacksUpgrade, when)] : []),
  ];
}

/** Returns a sentence about the time that is left to entities in the same state; empty if there is none. */
function outlookOf(rows: readonly Row[]): string {
  const known = rows.flatMap(({ name, outlook }) => (outlook === undefined ? [] : { name, outlook }));
  if (known.length === 0) return "";
  if (rows.length === 1) return `It ${known[0]?.outlook}.`;
  return `${known
    .slice(0, maxNames)
    .map(({ name, outlook }) => `${name} ${outlook}`)
    .join("; ")}.`;
}

function tableIssues({ entity, rows }: Table): Issue[] {
  const groups = [...Map.groupBy(rows, ({ state }) => state)];
  return groups.map(([state, same]) => {
    const meaning = [state.meaning, outlookOf(same)].filter(Boolean).join(" ");
    return { entity, names: same.map(({ name }) => name), state, meaning, fix: state.fix, isOfCollectors: false };
  });
}

/** Returns what is not ok, the worst first. */
export function issuesOf(status: StatusDocument, now: number): readonly Issue[] {
  const all = [...nodeIssues(status), ...tablesOf(status, now).flatMap(tableIssues)];
  return sortBySeverity(all.filter(({ state }) => state.tone !== "ok"));
}

/** Returns whether the state of a node asks for attention. */
export const asksForAttention = (status: StatusDocument, now: number): boolean =>
  !status.up || issuesOf(status, now).some(({ state }) => needsAttention(state));

/** Sorts by the severity of states. */
export const sortBySeverity = <T extends { readonly state: states.StateText }>(items: readonly T[]): readonly T[] =>
  bySeverity(items, ...order);

/** Returns the worst state of issues that are sorted. */
export const worstOf = (issues: readonly Issue[]): states.StateText => issues[0]?.state ?? states.nodeStates.ok;
/** Returns an issue as a phrase: "unreachable", "validator demo-1 offline", "2 L1s halted". */
export function phraseOf({ entity, names, state }: Issue): string {
  if (entity === "") return state.text;
  return names.length === 1
    ? `${entity} ${names[0]} ${state.text}`
    : `${pluralize(names.length, entity)} ${state.text}`;
}

/** Returns who has an issue: "Node", "Validator demo-1", "L1s a, b". */
export const subjectOf = ({ entity, names }: Issue): string =>
  entity === "" ? "Node" : `${capitalize(entity)}${names.length > 1 ? "s" : ""} ${joinList(names, maxNames)}`;

const maxShown = 3;

/** Returns the state of a node with its entities in sentences. */
export function verdictOf(status: StatusDocument, now: number): string {
  const issues = issuesOf(status, now);
  if (issues.length === 0) {
    const parts = tablesOf(status, now).flatMap(({ entity, rows }) =>
      rows.length > 0 ? pluralize(rows.length, entity) : [],
    );
    return parts.length === 0 ? "Node ok." : `Node ok, with ${parts.join(", ")}.`;
  }
  const urgent = issues.filter(({ state }) => needsAttention(state));
  const all = urgent.length > 0 ? urgent : issues;
  const sentences = all.slice(0, maxShown).map((issue) => {
    if (issue.entity === "") return issue.meaning;
    return `${subjectOf(issue)}: ${issue.state.text}.`;
  });
  const more = all.length - maxShown;
  return [...sentences, ...(more > 0 ? [`And ${more} more below.`] : [])].join(" ");
}
