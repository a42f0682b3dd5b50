/** Examines nodes: the problems that the command status shows, and the checks that only the doctor makes. */

import type { Settings } from "../../collectors/collector.ts";
import { pTime } from "../../collectors/fees.ts";
import type { FinishedRun } from "../../engine/runner.ts";
import { compareNodes } from "../../entities/across-nodes.ts";
import { collectionOf } from "../../entities/collection.ts";
import { failingCalls } from "../../entities/evidence.ts";
import { type Issue, issuesOf } from "../../entities/issues.ts";
import type { StatusDocument } from "../../entities/status.ts";
import { type Clock, systemClock } from "../../lib/clock.ts";
import { showUrl } from "../../lib/redaction.ts";
import { createNodeClient } from "../../node-api/client.ts";
import { attempt } from "../../node-api/errors.ts";
import type { Plan } from "../plan.ts";
import { readStatus, runOnce, type Target } from "../target.ts";
import * as checks from "./checks.ts";
import { type Finding, isProblem } from "./checks.ts";
import { checkConnection } from "./connection.ts";

export type NodeReport = {
  /** Empty for the node of node.url. */
  readonly name: string;
  readonly url: string;
  /** Undefined if the connection has a problem. */
  readonly status: StatusDocument | undefined;
  readonly issues: readonly Issue[];
  readonly findings: readonly Finding[];
};
type PlannedNode = { readonly name: string; readonly plan: Plan; readonly watch: Settings["watch"] };

/** Returns the state of the collection without failures, which are findings. */
function withoutFailures(runs: readonly FinishedRun[], clockDifference: number | null) {
  const all = runs.map(({ job: { collector }, after: { status } }) => ({
    ...{ collector: collector.name, required: collector.required === true },
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

async function examineNode({ name, plan, watch }: PlannedNode, signal: AbortSignal, clock: Clock) {
  const { node, network } = plan.config;
  const url = showUrl(node.url);
  const ofConnection = await checkConnection(node, signal);
  if (ofConnection.some(isProblem)) return { name, url, status: undefined, findings: ofConnection };
  const runs = new Map<string, FinishedRun>();
  const onRun = (finished: FinishedRun) => void runs.set(finished.job.collector.name, finished);
  const read = (target: Target) => ({ status: readStatus(target), ahead: readAhead(target) });
  const { status: whole, ahead } = await runOnce({ name, plan, clock, onRun }, signal, read);
  const all = plan.jobs.flatMap(({ collector }) => runs.get(collector.name) ?? []);
  const status = { ...whole, collection: withoutFailures(all, whole.node.clock_difference_seconds) };
  const client = createNodeClient(node);
  try {
    const ask: checks.Ask = (method, params, ...selector) =>
      attempt(client.call({ signal }, method, params, ...selector).then(({ result }) => result));
    const watched = await checks.checkWatched(ask, watch, status);
    const findings = [
      ...ofConnection,
      ...checks.checkNetwork(status, network),
      ...checks.checkClock(status, ahead),
      ...checks.checkCollectors(all, url, watched),
      ...checks.checkApis(all, url),
      ...watched,
      ...checks.checkCost(all),
    ];
    return { name, url, status, findings };
  } finally {
    await client.close();
  }
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
export async function examine(
  nodes: readonly PlannedNode[],
  signal: AbortSignal,
  clock: Clock = systemClock,
): Promise<readonly NodeReport[]> {
  const reports = await Promise.all(nodes.map((node) => examineNode(node, signal, clock)));
  const compared = compareNodes(reports.flatMap(({ status }) => status ?? []));
  return reports.map((report) => {
    const status = report.status && compared.find(({ name }) => name === report.name);
    return { ...report, status, issues: status ? ownIssues(status, report.findings, clock.date() / 1000) : [] };
  });
}
