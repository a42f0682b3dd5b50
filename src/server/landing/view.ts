/** Model of the landing page. Durations in milliseconds. */
import type { Exporter } from "../../exporter/exporter.ts";
import { readAll, type Target } from "../../exporter/target.ts";
import type { StateText } from "../../facts/states.ts";
import { formatCount, sentence } from "../../lib/text.ts";
import { chainBootstrapped, upgrade } from "../../metrics/node.ts";
import { peerStake } from "../../metrics/peers.ts";
import { issuesOf, sortBySeverity, worstOf } from "../../model/issues.ts";
import type { StatusDocument } from "../../model/status.ts";
import { tablesOf } from "../../model/status-tables.ts";
import { hasOwner, repositoryUrl } from "../../repository.ts";
import type { NodeError } from "../../rpc/errors.ts";
import { fixOf, isExpected, type Reason, type UnavailableReason } from "../../rpc/failures.ts";

/** Fixes of the problems that are not failures of calls. Text between backticks is code. */
export const problemAdvice = {
  load_balancer: "point the exporter at one node instead of a load balancer",
  series_limit: "increase `series_limit`, or track fewer subnets",
} as const;
/** Returns the path in the repository of the document on a problem. */
export const documentFor = (problem: Problem["name"]) =>
  problem === "series_limit" ? "docs/metrics.md#cardinality" : "docs/troubleshooting.md";

/** Text of a state. The tone is a color and a symbol. */
export type StateLabel = Pick<StateText, "tone" | "text">;

/** Labels of the states of a collector, and of its problems, the worst first. */
export const collectorLabels = {
  failed: { tone: "bad", text: "failing" },
  multipleNodes: { tone: "warn", text: "discarded" },
  dropped: { tone: "warn", text: "dropped" },
  unavailable: { tone: "none", text: "unavailable" },
  starting: { tone: "wait", text: "pending" },
  ok: { tone: "ok", text: "ok" },
  idle: { tone: "none", text: "idle" },
} as const satisfies Readonly<Record<string, StateLabel>>;

/** Returns data about a node that is on the page only. */
function detailsOf({ observations }: Target) {
  const stakes = observations(peerStake)[0]?.value.byVersion ?? [];
  const total = stakes.reduce((sum, [, stake]) => sum + Number(stake), 0);
  return {
    bootstrapped: observations(chainBootstrapped).map(({ value }) => value),
    /** Versions of the connected validators with their shares of the connected stake. */
    stakeByVersion: stakes.map(([version, stake]) => ({ version, share: Number(stake) / total })),
    /** Upgrades with a date, in their order. */
    upgrades: observations(upgrade).map(({ value }) => value),
  };
}

const reportOf = (target: Target, status: StatusDocument) => ({
  status,
  states: target.collectorStates(),
  unused: target.unused,
  details: detailsOf(target),
});

const programOf = (exporter: Exporter, telemetryPath: string) => ({
  ...exporter.build,
  nodeVersion: process.version,
  /** Since the epoch. */
  at: Date.now(),
  runningFor: process.uptime() * 1000,
  hasReloadFailed: exporter.process.hasReloadFailed(),
  telemetryPath,
  readme: hasOwner ? repositoryUrl : undefined,
});

export type ProcessInfo = ReturnType<typeof programOf>;
export type NodeReport = ReturnType<typeof reportOf>;
export type CollectorState = NodeReport["states"][number];
/** A problem that one or more collectors have. */
export type Problem = {
  readonly kind: keyof typeof collectorLabels;
  readonly name: Reason | UnavailableReason | keyof typeof problemAdvice;
  readonly collectors: readonly string[];
  /** Distinct error messages. */
  readonly texts: readonly string[];
  readonly fix: string;
};
export type NodeView = ReturnType<typeof nodeView>;
export type PageView = ReturnType<typeof viewOf>;

/** Returns the model of the page, with the nodes by severity, then in the order of the configuration. */
export const viewOf = (program: ProcessInfo, reports: readonly NodeReport[]) => ({
  ...program,
  nodes: sortBySeverity(reports.map((report) => nodeView(report, program.at / 1000))),
});

/** Returns the model of the page for the present state. */
export function readView(exporter: Exporter, telemetryPath: string): PageView {
  const targets = exporter.targets();
  const statuses = readAll(targets);
  const reports = targets.flatMap((target, i) => (statuses[i] ? reportOf(target, statuses[i]) : []));
  return viewOf(programOf(exporter, telemetryPath), reports);
}

function nodeView(report: NodeReport, now: number) {
  const issues = issuesOf(report.status, now);
  return {
    ...report,
    name: report.status.name,
    issues,
    /** The worst state of the node and of its entities. */
    state: worstOf(issues),
    tables: tablesOf(report.status, now),
    problems: problemsOf(report),
    lacking: lackingIn(report),
    series: report.states.reduce((sum, { series }) => sum + series, 0),
  };
}

/** Returns the name of the problem of a collector, if there is one. */
export function causeOf(state: CollectorState["state"]): Problem["name"] | undefined {
  if (state.kind === "multipleNodes") return "load_balancer";
  return state.kind === "failed" || state.kind === "unavailable" ? state.reason : undefined;
}

/** Returns the error of a collector that is a problem. */
function errorOf({ state }: CollectorState): NodeError | undefined {
  if (state.kind !== "failed" && state.kind !== "unavailable") return undefined;
  return isExpected(state.error.failure) ? undefined : state.error;
}

/** Returns the problems of the collectors, the worst first: one for each fix. */
function problemsOf({ status: { url }, states }: NodeReport): readonly Problem[] {
  type Found = Pick<Problem, "kind" | "name" | "fix"> & { readonly collector: string; readonly error: Described };
  const found: Found[] = [];
  for (const one of states) {
    const { collector, state, dropped } = one;
    const error = errorOf(one);
    const name = causeOf(state);
    if (error && name) found.push({ kind: state.kind, name, fix: fixOf(error.failure, url), collector, error });
    if (state.kind === "multipleNodes") {
      const fix = problemAdvice.load_balancer;
      found.push({ kind: state.kind, name: "load_balancer", fix, collector, error: undefined });
    }
    if (dropped > 0) {
      const error = describing(`${formatCount(dropped)} series are dropped`);
      found.push({ kind: "dropped", name: "series_limit", fix: problemAdvice.series_limit, collector, error });
    }
  }
  const groups = Map.groupBy(found, ({ kind, name, fix }) => JSON.stringify([kind, name, fix]));
  const all = [...groups.values()].flatMap(([first, ...more]): Problem[] => {
    if (!first) return [];
    const same = [first, ...more];
    const collectors = same.map(({ collector }) => collector);
    const texts = textsOf(same.flatMap(({ error }) => error ?? []));
    return [{ kind: first.kind, name: first.name, fix: first.fix, collectors, texts }];
  });
  return Object.keys(collectorLabels).flatMap((kind) => all.filter((problem) => problem.kind === kind));
}

/** A collector without data that is no problem: the message of the node, and what changes it, in sentences. */
type Lacking = { readonly collector: string; readonly message?: string; readonly advice: string };

/** Returns the collectors that have no data, although nothing is wrong, and those that do not run. */
function lackingIn({ status: { url }, states, unused }: NodeReport): readonly Lacking[] {
  const waiting = states.flatMap(({ collector, state }): Lacking[] => {
    if (state.kind !== "unavailable" || !isExpected(state.error.failure)) return [];
    const { detail, failure } = state.error;
    return [{ collector, message: sentence(detail), advice: sentence(fixOf(failure, url)) }];
  });
  const idle = unused.map(({ collector, lists }): Lacking => {
    if (!lists) return { collector, advice: `Disabled. Enable it with \`--collector.${collector}\`.` };
    const settings = lists.map((list) => `\`watch.${list}\``).join(" or ");
    return { collector, advice: `Nothing to collect: set ${settings}.` };
  });
  return [...waiting, ...idle];
}
type Described = Pick<NodeError, "message" | "detail"> | undefined;
const describing = (detail: string) => ({ message: detail, detail });

/** Returns the distinct texts. An error of several methods is shown once, without method and path. */
function textsOf(errors: readonly NonNullable<Described>[]): string[] {
  const byDetail = Map.groupBy(errors, ({ detail }) => detail);
  return [...byDetail].map(([detail, same]) => (same.length === 1 ? (same[0]?.message ?? detail) : detail));
}
