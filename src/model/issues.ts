/** What is not ok about a node, in one list: the node, its collection, its chains and the watched entities. */
import * as states from "../facts/states.ts";
import { formatSpan } from "../lib/span.ts";
import { capitalize, joinList, pluralize } from "../lib/text.ts";
import { collectionStates } from "./collection.ts";
import { bySeverity, needsAttention, stateText } from "./state-text.ts";
import type { StatusDocument } from "./status.ts";
import { chainName, formatPercent, type Row, type Table, tablesOf } from "./status-tables.ts";

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
  /** The first steps of the fix with full IDs, which are data from outside; empty if there are none. */
  readonly steps: string;
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
  states.networkStates,
  states.nodeStates,
  collectionStates,
  { lacksUpgrade },
  states.chainStates,
  states.validatorStates,
  states.subnetStates,
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
  steps: "",
  isOfCollectors,
});

function networkIssues({ network, node }: StatusDocument): Issue[] {
  if (network.state === null) return [];
  const state = stateText(states.networkStates, network.state);
  const share = node.connected_ratio !== null && `${formatPercent(node.connected_ratio)} of the stake is connected.`;
  return [{ ...ofNode(state, share), entity: "network", names: node.network === null ? [] : [node.network] }];
}

/** Returns the failing checks with their errors. A check of a chain has its alias. */
function failingChecks(status: StatusDocument): string {
  const texts = status.node.failing_checks.map(({ check, error }) => {
    const name = chainName(status, check);
    return error === "" ? name : `${name}: ${error}`;
  });
  return `Failing: ${joinList(texts, maxNames)}.`;
}

/** Returns the number of the state of a node, as a sentence. */
function numberOf({ node, chains }: StatusDocument): string | false {
  if (node.state === "isolated")
    return node.connected_ratio !== null && `It is connected to ${formatPercent(node.connected_ratio)}.`;
  if (node.state !== "behind") return false;
  const ages = chains.flatMap(({ chain, block_age_seconds: age }) =>
    (chain === "P" || chain === "C") && age !== null ? `of ${chain} ${formatSpan(age)}` : [],
  );
  return ages.length > 0 && `Ages of the last blocks: ${ages.join(", ")}.`;
}

function nodeIssues(status: StatusDocument): Issue[] {
  const { node, collection } = status;
  const state = stateText(states.nodeStates, node.state, node.missing);
  const isUnreachable = node.state === "unreachable";
  const collecting = stateText(collectionStates, collection.state);
  const isKnown = node.state !== null || collection.state === "ok";
  const { upgrade_unknown: isMissing, upgrade_unknown_seconds: seconds } = node;
  // in another state, failing checks are its consequence
  const checks = node.state === "unhealthy" && node.failing_checks.length > 0 && failingChecks(status);
  const cause = collection.cause === null ? "" : ` The first error: ${collection.cause}`;
  const { clock_difference_seconds: difference } = node;
  const isClock = collection.state === "clocks_differ" && difference !== null;
  const affected = isClock
    ? `The clock of the node is ${formatSpan(Math.abs(difference))} ${difference > 0 ? "ahead" : "behind"}.`
    : needsAttention(collecting) && `Affected: ${joinList(collection.collectors, maxNames)}.${cause}`;
  const when = seconds !== null && seconds > 0 && `It activates in ${formatSpan(seconds)}.`;
  const details = [numberOf(status), checks].filter((text) => text !== false).join(" ");
  return [
    ...(isKnown ? [ofNode(state, details, isUnreachable)] : []),
    ...(isUnreachable ? [] : [ofNode(collecting, affected, true)]),
    ...(isMissing && !isUnreachable ? [ofNode(lacksUpgrade, when)] : []),
  ];
}

/** Returns a sentence with the numbers of entities in the same state; empty if there are none. */
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
  const groups = Map.groupBy(rows, ({ state: { text, meaning } }) => `${text}: ${meaning}`);
  return [...groups.values()].map((same) => {
    const { state = states.nodeStates.ok } = same[0] ?? {};
    const meaning = [state.meaning, outlookOf(same)].filter(Boolean).join(" ");
    const steps = same.flatMap((row) => row.steps ?? []).join(" ");
    const names = same.map(({ name }) => name);
    return { entity, names, state, meaning, fix: state.fix, steps, isOfCollectors: false };
  });
}

/** Returns what is not ok, the worst first. */
export function issuesOf(status: StatusDocument, now: number): readonly Issue[] {
  const all = [...networkIssues(status), ...nodeIssues(status), ...tablesOf(status, now).flatMap(tableIssues)];
  return sortBySeverity(all.filter(({ state }) => state.tone !== "ok"));
}

/** Returns whether each state is known and ok. */
export const isAllOk = (status: StatusDocument, now: number): boolean =>
  status.up && issuesOf(status, now).every(({ state }) => state.tone === "none");

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
