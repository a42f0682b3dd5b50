/** Runs all checks on one node, sequentially. */
import * as states from "../facts/states.ts";
import { createSecretMask, cutText, minMaskedLength } from "../lib/redaction.ts";
import { compareNodes, placeFix } from "../model/across-nodes.ts";
import { issuesOf, sharesNode } from "../model/issues.ts";
import type { StatusDocument } from "../model/status.ts";
import { requestHeaders, type TransportOptions } from "../rpc/transport.ts";
import { type Check, type Finding, problem, stateProblem } from "./check.ts";
import { checkCollectorFailures, checkIntervals, checkSeries } from "./checks/collectors.ts";
import { checkApis } from "./checks/features.ts";
import { checkClock, checkIdentity, checkReachability } from "./checks/node.ts";
import { checkStates, readStatus } from "./checks/states.ts";
import * as watched from "./checks/watched.ts";
import { createNodeQueries, type NodeContext, type NodeQueries } from "./node-queries.ts";

const { nodeStates, validatorStates, l1ValidatorStates } = states;

/** The checks of details, from connectivity to cost. Cheap checks come first: on an overloaded node the later calls can time out. */
const detailChecks: readonly Check[] = [
  { name: "reachability", run: checkReachability, stopsOnProblem: true },
  { name: "identity", run: checkIdentity, stopsOnProblem: true },
  { name: "clock", run: checkClock },
  { name: "apis", run: checkApis, reports: [nodeStates.unchecked] },
  { name: "watched-nodes", run: watched.checkNodes, reports: [validatorStates.missing, validatorStates.absent] },
  { name: "watched-subnets", run: watched.checkSubnets },
  { name: "watched-l1-validators", run: watched.checkL1Validators, reports: [l1ValidatorStates.missing] },
  { name: "watched-blockchains", run: watched.checkBlockchains },
  { name: "watched-addresses", run: watched.checkAddresses },
  { name: "watched-evm-addresses", run: watched.checkEvmAddresses },
  { name: "collectors", run: checkCollectorFailures },
  { name: "interval", run: checkIntervals },
  { name: "series", run: checkSeries },
];
const reported = new Set(detailChecks.flatMap(({ reports = [] }) => reports));

/** All checks, in their order. */
export const checks: readonly Check[] = [
  ...detailChecks,
  { name: "states", run: (node) => checkStates(node, reported), readsStatus: true },
];

export type CheckedFinding = Finding & { readonly check: string };
export type NodeReport = {
  /** Empty for the node of node.url. */
  readonly name: string;
  readonly url: string;
  readonly findings: readonly CheckedFinding[];
  /** Undefined if a problem has skipped the check of the states. */
  readonly status?: StatusDocument;
};
type Options = { readonly checks: readonly Check[]; readonly now: () => number; readonly signal: AbortSignal };

/** Runs one check. An exception in it becomes a finding and does not affect the others. */
async function runCheck({ name, run }: Check, node: NodeQueries, signal: AbortSignal): Promise<readonly Finding[]> {
  try {
    return [await run(node)].flat();
  } catch (error) {
    signal.throwIfAborted();
    const what = `The check "${name}" failed with an error: ${error instanceof Error ? error.message : error}.`;
    return [problem(what, "Its result is unknown.", "This is a bug: please report it with the node's version.")];
  }
}

const maxTextLength = 1000;

/** Returns a function that removes secrets from a text. Short secrets are kept, because they occur in other words by chance. */
async function createRedactor(node: TransportOptions) {
  const { secrets } = await requestHeaders(node).catch(() => ({ secrets: [] })); // unreadable secrets are not sent
  const { mask } = createSecretMask(secrets.filter((secret) => secret.trim().length >= minMaskedLength));
  return (text: string) => cutText(mask(text, maxTextLength + 1), maxTextLength);
}

/** Returns the findings of these checks. Throws the reason of an aborted signal. */
export async function runChecks(context: NodeContext, { checks, now, signal }: Options): Promise<NodeReport> {
  const node = createNodeQueries(context, now, signal);
  const findings: CheckedFinding[] = [];
  let status: StatusDocument | undefined;
  try {
    const redact = await createRedactor(context.node);
    for (const check of checks) {
      const found = await runCheck(check, node, signal);
      for (const { what, why, fix, ...one } of found)
        findings.push({ check: check.name, ...one, what: redact(what), why: redact(why), fix: fix.map(redact) });
      if (check.stopsOnProblem && found.some(({ level }) => level === "problem")) break;
      if (check.readsStatus) ({ status } = await readStatus(node).catch(() => ({ status: undefined })));
    }
  } finally {
    await node.close();
  }
  return { name: context.name, url: context.url, findings, ...(status && { status }) };
}

/** Returns the reports of the nodes of a configuration, with what they show together. */
export function compareReports(reports: readonly NodeReport[]): readonly NodeReport[] {
  const statuses = compareNodes(reports.flatMap(({ status }) => status ?? []));
  return reports.map(({ findings, status, ...report }) => {
    const compared = statuses.find(({ name }) => status && name === report.name);
    const placed = [...(compared?.validators ?? []), ...(compared?.subnets ?? []), ...(compared?.l1_validators ?? [])];
    const fixOf = (id: string) => {
      const place = placed.find((one) => Object.values(one).includes(id) && one.found_on)?.found_on;
      return place ? `${id}: ${placeFix(place, report.name)}` : [];
    };
    const own = findings.map(({ missing = [], ...finding }) => {
      const fixes = missing.flatMap(fixOf);
      const fix = fixes.length > 0 ? [...fixes, ...(fixes.length < missing.length ? finding.fix : [])] : finding.fix;
      return { ...finding, fix };
    });
    const shared = (compared ? issuesOf(compared, 0) : []).filter(({ state }) => state === sharesNode);
    const others = shared.map((issue) => ({
      check: "same-node",
      ...stateProblem("Node", { ...sharesNode, meaning: issue.meaning }, {}),
    }));
    return { ...report, findings: [...own, ...others] };
  });
}
