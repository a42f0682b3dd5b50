/** Examines nodes: the problems that the command status shows, and the checks that only the doctor makes. */
import { pTime } from "../../collectors/fees.ts";
import type { FinishedRun } from "../../engine/runner.ts";
import { collectionOf } from "../../entities/collection.ts";
import { failingCalls } from "../../entities/evidence.ts";
import { type Issue, issuesOf } from "../../entities/issues.ts";
import { compareNodes, type StatusDocument } from "../../entities/status.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { showUrl } from "../../lib/redaction.ts";
import { readStatus } from "../exporter.ts";
import type { Plan } from "../plan.ts";
import { runOnce, type Target } from "../target.ts";
import { checkApis, checkClock, checkCollectors, checkCost, checkNetwork, type Finding, isProblem } from "./checks.ts";
import { checkConnection } from "./connection.ts";
import { checkWatched } from "./watched.ts";

/** A node with its name, which is empty for the node of node.url. */
type PlannedNode = { readonly name: string; readonly plan: Plan };

/** Returns the state of the collection without failures, which are findings. */
function withoutFailures(runs: readonly FinishedRun[], clockDifference: number | null) {
  const all = runs.map(({ job: { collector }, after: { status } }) => ({
    collector: collector.name,
    required: collector.required === true,
    state: status.kind === "failed" ? ({ kind: "ok" } as const) : status,
  }));
  const { state, collectors } = collectionOf(all, clockDifference ?? undefined);
  return { state, collectors: [...collectors], cause: null };
}

/** Returns the seconds by which the last P-Chain block was in the future when it was read. */
function readAhead({ observations }: Target): number {
  const [last] = observations(pTime);
  return last ? last.value.timestamp.getTime() / 1000 - last.readAt : 0;
}

/** Examines one node. There is no status if the connection has a problem. */
async function examineNode({ name, plan }: PlannedNode, signal: AbortSignal, clock: Clock) {
  const { node, network } = plan.config;
  const url = showUrl(node.url);
  const ofConnection = await checkConnection(node, signal);
  if (ofConnection.some(isProblem)) return { name, url, status: undefined, findings: ofConnection };
  const last = new Map<string, FinishedRun>();
  const onRun = (finished: FinishedRun) => void last.set(finished.job.collector.name, finished);
  const read = (target: Target) => ({ whole: readStatus(target), ahead: readAhead(target) });
  const { whole, ahead } = await runOnce({ name, plan, clock, onRun }, signal, read);
  const runs = plan.jobs.flatMap(({ collector }) => last.get(collector.name) ?? []);
  const status = { ...whole, collection: withoutFailures(runs, whole.node.clock_difference_seconds) };
  const watched = await checkWatched(plan.config, status, signal);
  const findings = [
    ...ofConnection,
    ...checkNetwork(status, network),
    ...checkClock(status, ahead),
    ...checkCollectors(runs, url, watched),
    ...checkApis(runs, url),
    ...watched,
    ...checkCost(runs),
  ];
  return { name, url, status, findings };
}

/** Returns the issues of a node. A fix that refers to the doctor refers to the problems that it has found. */
function ownIssues(status: StatusDocument, findings: readonly Finding[], now: number): readonly Issue[] {
  const reference = findings.some(isProblem) ? "See the problems below." : "";
  return issuesOf(status, now).map((issue) => ({
    ...issue,
    fix: issue.fix?.replaceAll(failingCalls, reference).trim() || undefined,
  }));
}

/** Returns a report on each node. Throws the reason of an aborted signal. */
export async function examine(nodes: readonly PlannedNode[], signal: AbortSignal, clock: Clock = systemClock) {
  const reports = await Promise.all(nodes.map((node) => examineNode(node, signal, clock)));
  const compared = compareNodes(reports.flatMap(({ status }) => status ?? []));
  return reports.map((report) => {
    const status = report.status && compared.find(({ name }) => name === report.name);
    return { ...report, status, issues: status ? ownIssues(status, report.findings, clock.date() / 1000) : [] };
  });
}
export type NodeReport = Awaited<ReturnType<typeof examine>>[number];
