import type * as states from "../../facts/states.ts";
import { factsOf } from "../../model/facts.ts";
import { type Issue, issuesOf, subjectOf, verdictOf } from "../../model/issues.ts";
import { nothing, remember } from "../../model/known.ts";
import { needsAttention } from "../../model/state-text.ts";
import { statusOf } from "../../model/status.ts";
import { type Finding, type Findings, note, ok, stateProblem } from "../check.ts";
import { type CollectorRun, type NodeQueries, observationsOf, timeOf } from "../node-queries.ts";

const findingOf = (issue: Issue): Finding => {
  const { meaning, fix, steps, state } = issue;
  const withSteps = fix === undefined ? {} : { fix: [fix, steps].join(" ").trim() };
  return stateProblem(subjectOf(issue), { ...state, meaning, ...withSteps }, {});
};

/** Returns the facts about the node, and their time in Unix seconds. */
async function readFacts(node: NodeQueries, runs: readonly CollectorRun[]) {
  const of = observationsOf(runs);
  const identity = await node.call("info.getNodeID", {});
  const now = timeOf(identity) / 1000;
  const network = (await node.call("info.getNetworkName", {})).value?.networkName;
  const nodeId = identity.value?.nodeID;
  const known = { isReachable: true, awaitsChecks: false, awaitsIdentity: false, clockDifference: undefined };
  const given = { network, nodeId, now, watched: node.watch };
  return { facts: factsOf(of, { ...known, ...given, remembered: remember(nothing, of, nodeId) }), now };
}

/** Returns the status of the node, and its time in Unix seconds. */
export async function readStatus(node: NodeQueries) {
  const { facts, now } = await readFacts(node, await node.allRuns());
  const collection = { state: "ok", collectors: [] } as const;
  return { status: statusOf({ name: node.name, url: node.url, up: true, watching: true, collection }, facts), now };
}

/** Checks the states of the node and of its entities. `reported`: those that other checks report. */
export async function checkStates(node: NodeQueries, reported: ReadonlySet<states.StateText>): Promise<Findings> {
  const { status, now } = await readStatus(node);
  const issues = issuesOf(status, now);
  const found = issues.filter(({ state }) => needsAttention(state) && !reported.has(state)).map(findingOf);
  // without their inputs, these states are unknown
  const unknown = issues.flatMap((issue) => {
    const { state, fix, meaning } = issue;
    if (state.tone !== "wait" || fix === undefined || reported.has(state)) return [];
    return note(`${subjectOf(issue)}: ${state.text}. ${meaning}`, "No alert about it can fire.", fix);
  });
  if (found.length + unknown.length > 0) return [...found, ...unknown];
  const verdict = verdictOf(status, now);
  return issues.length === 0
    ? ok(verdict)
    : note(verdict, "The status page shows the same states.", "See the findings above.");
}
