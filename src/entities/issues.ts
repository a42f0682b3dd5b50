/** What is not ok about a node, in one list: the node, its collection, its chains and the watched entities. */
import { formatPercent } from "../engine/field.ts";
import { needsAttention, type StateTable, type StateText, bySeverity as sortBySeverity } from "../engine/states.ts";
import { formatSpan } from "../lib/duration.ts";
import { capitalize, joinList, pluralize, pluralOf } from "../lib/text.ts";
import { allStateTables } from "./all.ts";
import { chainNotes } from "./chain/state.ts";
import { upgradesText } from "./chain/words.ts";
import { collectionStates } from "./collection.ts";
import { stateText } from "./evidence.ts";
import { networkStates } from "./network/network.ts";
import { nodeNotes, nodeStates } from "./node/state.ts";
import { nodeDetail } from "./node/words.ts";
import type { StatusDocument } from "./status.ts";
import { tablesOf } from "./status-tables.ts";
import { maxNames, nameOf, type Row, type Table } from "./words.ts";

/** Entities of one kind in the same state. */
export type Issue = {
  /** Kind of entity in the singular; empty for the node. */
  readonly entity: string;
  readonly names: readonly string[];
  readonly state: StateText;
  /** The name of the state, and how long it has lasted: "offline for 14 min". */
  readonly label: string;
  /** In sentences. */
  readonly meaning: string;
  readonly fix: string | undefined;
  /** The first steps of the fix with full IDs, which are data from outside; empty if there are none. */
  readonly steps: string;
  /** The failures of collectors have its cause. */
  readonly isOfCollectors: boolean;
};

/** Returns the name of a state that asks for attention, with the time that it has lasted, in whole minutes from one minute on. */
export function labelOf(state: StateText, since: readonly (number | null)[], now: number): string {
  if (!needsAttention(state) || since.length === 0 || since.includes(null)) return state.text;
  const seconds = now - Math.min(...since.map(Number));
  if (seconds < 1) return state.text;
  const span = formatSpan(seconds < 60 ? seconds : seconds - (seconds % 60));
  return `${state.text} for ${since.length > 1 ? "up to " : ""}${span}`;
}

/** Tables of states in the order in which their entities are shown. */
const tables: readonly StateTable[] = [
  networkStates,
  nodeStates,
  collectionStates,
  nodeNotes,
  ...Object.values(allStateTables),
  chainNotes,
];
/** Sorts by tone, then by the order of the states, which is that of severity; otherwise keeps the order. */
export const bySeverity = <T extends { readonly state: StateText }>(items: readonly T[]): readonly T[] =>
  sortBySeverity(items, ...tables);

const ofNode = (
  state: StateText,
  detail: string | false,
  { isOfCollectors = false, label = state.text } = {},
): Issue => ({
  entity: "",
  names: [],
  state,
  label,
  meaning: [state.meaning, detail].filter(Boolean).join(" "),
  fix: state.fix,
  steps: "",
  isOfCollectors,
});

function networkIssues({ network, node }: StatusDocument, now: number): Issue[] {
  if (network.state === null) return [];
  const state = stateText(networkStates, network.state);
  const share = node.connected_ratio !== null && `${formatPercent(node.connected_ratio)} of the stake is connected.`;
  const label = labelOf(state, [network.since_timestamp_seconds], now);
  return [
    { ...ofNode(state, share, { label }), entity: "network", names: node.network === null ? [] : [node.network] },
  ];
}

function nodeIssue({ node, chains, collection }: StatusDocument, now: number): Issue {
  const state = stateText(nodeStates, node.state, node.missing);
  const label = labelOf(state, [node.since_timestamp_seconds], now);
  const isUnreachable = node.state === "unreachable";
  const detail = isUnreachable ? causeOf(collection) : nodeDetail(node, chains);
  return ofNode(state, detail, { isOfCollectors: isUnreachable, label });
}

const causeOf = ({ cause }: StatusDocument["collection"]) => cause !== null && `The first error: ${cause}`;

function collectionIssue({ node, collection }: StatusDocument): Issue {
  const state = stateText(collectionStates, collection.state);
  const { clock_difference_seconds: difference } = node;
  if (collection.state === "clocks_differ" && difference !== null) {
    const detail = `The clock of the node is ${formatSpan(Math.abs(difference))} ${difference > 0 ? "ahead" : "behind"}.`;
    return ofNode(state, detail, { isOfCollectors: true });
  }
  const affected = [`Affected: ${joinList(collection.collectors, maxNames)}.`, causeOf(collection)];
  return ofNode(state, needsAttention(state) && affected.filter(Boolean).join(" "), { isOfCollectors: true });
}

function nodeIssues(status: StatusDocument, now: number): Issue[] {
  const { node, collection } = status;
  const isReachable = node.state !== "unreachable";
  const isKnown = node.state !== null || collection.state === "ok";
  const { upgrade_unknown: isMissing, upgrade_unknown_seconds: seconds, same_node: others } = node;
  const when = seconds !== null && seconds > 0 && `It activates in ${formatSpan(seconds)}.`;
  return [
    ...(isKnown ? [nodeIssue(status, now)] : []),
    ...(isReachable ? [collectionIssue(status)] : []),
    ...(isMissing && isReachable ? [ofNode(nodeNotes.lacksUpgrade, when)] : []),
    ...(others.length > 0 ? [ofNode(nodeNotes.sharesNode, `Entries: ${joinList(others, maxNames)}.`)] : []),
  ];
}

/** Returns a sentence with the numbers of entities in the same state; empty if there are none. */
function outlookOf(rows: readonly Row[]): string {
  const known = rows.flatMap(({ name, outlook }) => (outlook === undefined ? [] : { name, outlook }));
  if (known.length === 0) return "";
  if (rows.length === 1) return `It ${known[0]?.outlook}.`;
  const first = known.slice(0, maxNames).map(({ name, outlook }) => `${name} ${outlook}`);
  return `${first.join("; ")}.`;
}

function tableIssues({ entity, rows }: Table, now: number): Issue[] {
  const groups = [...Map.groupBy(rows, ({ state, fix = "" }) => `${state.text} ${state.meaning} ${fix}`).values()];
  return groups.flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { state, fix = state.fix } = first;
    const meaning = [state.meaning, outlookOf(same)].filter(Boolean).join(" ");
    const steps = same.flatMap((row) => row.steps ?? []).join(" ");
    const names = same.map(({ name }) => name);
    const since = same.map((row) => row.since);
    return { entity, names, state, label: labelOf(state, since, now), meaning, fix, steps, isOfCollectors: false };
  });
}

const upgradeIssues = ({ chains }: StatusDocument, now: number): Issue[] =>
  chains.flatMap((one) => {
    const text = upgradesText(one, now);
    if (text === undefined) return [];
    const { upgradesDiffer, upgradeAhead } = chainNotes;
    const issue = ofNode(one.upgrades_on?.others.length ? upgradesDiffer : upgradeAhead, `On this node: ${text}.`);
    return { ...issue, entity: "chain", names: [nameOf(one.alias, one.chain)] };
  });

/** Returns what is not ok, the worst first. */
export function issuesOf(status: StatusDocument, now: number): readonly Issue[] {
  const tables = tablesOf(status, now).flatMap((table) => tableIssues(table, now));
  const all = [...networkIssues(status, now), ...nodeIssues(status, now), ...upgradeIssues(status, now), ...tables];
  return bySeverity(all.filter(({ state }) => state.tone !== "ok"));
}

/** Returns whether each state is known and ok. */
export const isAllOk = (status: StatusDocument, now: number): boolean =>
  status.up && issuesOf(status, now).every(({ state }) => state.tone === "none");

/** An entity that the node does not see is no verdict about the node. */
const isVerdict = ({ entity, state }: Issue): boolean => entity === "" || state.tone !== "none";
/** Returns the worst state of issues that are sorted. */
export const worstOf = (issues: readonly Issue[]): StateText => issues.find(isVerdict)?.state ?? nodeStates.ok;

/** Returns who has an issue: "Node", "Validator demo-1", "L1s a, b". */
export const subjectOf = ({ entity, names }: Issue): string =>
  entity === "" ? "Node" : `${capitalize(names.length > 1 ? pluralOf(entity) : entity)} ${joinList(names, maxNames)}`;

const maxShown = 3;

/** Returns the state of a node with its entities in sentences. */
export function verdictOf(status: StatusDocument, now: number): string {
  const issues = issuesOf(status, now).filter(isVerdict);
  if (issues.length === 0) {
    const parts = tablesOf(status, now).flatMap(({ entity, rows }) =>
      rows.length > 0 ? pluralize(rows.length, entity) : [],
    );
    return parts.length === 0 ? "Node ok." : `Node ok, with ${parts.join(", ")}.`;
  }
  const urgent = issues.filter(({ state }) => needsAttention(state));
  const all = urgent.length > 0 ? urgent : issues;
  const sentences = all.slice(0, maxShown).map((issue) => {
    if (issue.state === nodeStates.unreachable) return issue.state.meaning; // the page has its cause below
    if (issue.entity === "") return issue.meaning;
    return `${subjectOf(issue)}: ${issue.state.text}.`;
  });
  const more = all.length - maxShown;
  return [...sentences, ...(more > 0 ? [`And ${more} more below.`] : [])].join(" ");
}
