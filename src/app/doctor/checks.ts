/** Findings of the doctor, and its checks after the collectors have run: of all that the states do not show. */
import { effectiveInterval } from "../../engine/after-run.ts";
import type { CollectorData } from "../../engine/job.ts";
import type { FinishedRun } from "../../engine/runner.ts";
import { collectionStates } from "../../entities/collection.ts";
import type { StatusDocument } from "../../entities/status.ts";
import { formatDuration, formatLatency, formatSpan } from "../../lib/duration.ts";
import { formatCount, joinList, sentence } from "../../lib/text.ts";
import { fixOf, isExpected, type NodeError } from "../../node-api/errors.ts";
import { limitFix } from "../plan.ts";

/** `problem`: metrics are missing or wrong. `note`: worth knowing, without an effect on the exit status. */
type Level = "ok" | "note" | "problem";

/** The result of a check, in sentences. Text between backticks is a command or a setting. */
export type Finding = {
  /** Name of the check: short, in kebab case and stable, because scripts read it. */
  readonly check: string;
  readonly level: Level;
  readonly what: string;
  readonly why: string;
  /** Possible fixes, the most likely first. */
  readonly fix: readonly string[];
};

const findingOf =
  (level: Level) =>
  (check: string, what: string, why = "", ...fix: string[]): Finding => ({ check, level, what, why, fix });
export const ok = findingOf("ok");
const note = findingOf("note");
export const problem = findingOf("problem");

export const isProblem = ({ level }: Finding): boolean => level === "problem";

export function checkNetwork({ node: { network } }: StatusDocument, configured: string | undefined): Finding[] {
  if (configured === undefined || network === null || network === configured) return [];
  const what = `node.network is ${configured}, but the node is on ${network}.`;
  const why = "The series have the network of the node.";
  return [problem("network", what, why, "Correct `node.network` or `node.url`.")];
}

/** The network accepts blocks up to this far ahead of the clock of a node. */
const maxAheadSeconds = 10;

/** Returns the finding on clocks that agree. `ahead`: seconds by which the last P-Chain block was in the future when it was read. */
export function checkClock({ node, collection }: StatusDocument, ahead: number): Finding[] {
  if (collection.state === "clocks_differ") return [];
  if (ahead > maxAheadSeconds) {
    const what = `The last P-Chain block is ${formatSpan(ahead)} in the future.`;
    const why = "Times count by the clock of the exporter, and are off by this amount.";
    return [problem("clock", what, why, collectionStates.clocks_differ.fix)];
  }
  if (node.clock_difference_seconds === null) return [];
  return [ok("clock", "The clocks of the exporter and of the node agree.")];
}

type Failure = { readonly collector: CollectorData; readonly error: NodeError };
/** Maximum number of errors in a finding. */
const maxErrors = 3;

/** Returns a sentence on all errors with the same fix, the fix, and their collectors. */
function groupByFix(errors: readonly Failure[], url: string) {
  const groups = Map.groupBy(errors, ({ error }) => sentence(fixOf(error.failure, url)));
  return [...groups].map(([fix, same]) => {
    const collectors = [...new Set(same.map(({ collector }) => collector))];
    const names = joinList(collectors.map(({ name }) => name));
    const texts = new Set(same.map(({ error: { message, detail } }) => (same.length === 1 ? message : detail)));
    return { what: `${names}: ${joinList([...texts], maxErrors)}.`, fix, collectors };
  });
}

/** Returns whether a finding on the watched IDs has the cause of a failure. */
const isOfWatched = ({ collector, error: { failure } }: Failure, watched: readonly Finding[]) =>
  watched.some(({ what }) => {
    const isOfAddresses = what.startsWith("watch.addresses");
    return ["addresses", "exports"].includes(collector.name)
      ? isOfAddresses && failure.code === "rpc_error"
      : !isOfAddresses && failure.code === "wrong_id";
  });

/** Returns the failures of the collectors. `watched`: the findings on the watched IDs, which replace failures. */
export function checkCollectors(runs: readonly FinishedRun[], url: string, watched: readonly Finding[]): Finding[] {
  if (runs.every(({ after }) => after.status.kind === "ok")) {
    const count = formatCount(runs.length);
    return [ok("collectors", `${count} of ${count} collectors have data.`)];
  }
  // states and the check of the APIs show why a collector without a failure has no data
  const failures = runs.flatMap(({ job: { collector }, run }) => run.failed.map((error) => ({ collector, error })));
  const others = failures.filter((failure) => !isOfWatched(failure, watched));
  return groupByFix(others, url).map(({ what, fix, collectors }) => {
    const why = collectors.some(({ required }) => required) ? "avax_up is 0, because a required collector fails." : "";
    return problem("collectors", what, why, fix);
  });
}

/** Returns the collectors whose data the node does not provide: states show the entities that need it. A node that bootstraps has a state
 *  of its own. */
export function checkApis(runs: readonly FinishedRun[], url: string): Finding[] {
  const all = runs.flatMap(({ job: { collector }, after: { status } }) =>
    status.kind === "unavailable" && status.reason !== "bootstrapping" ? { collector, error: status.error } : [],
  );
  const off = all.filter(({ error: { failure } }) => failure.code === "api_off" && isExpected(failure));
  const offNames = joinList(off.map(({ collector }) => collector.name));
  const byDefault = off.length === 0 ? [] : [note("apis", `Disabled by default on the node: the API of ${offNames}.`)];
  const others = groupByFix(
    all.filter((one) => !off.includes(one)),
    url,
  );
  return [...byDefault, ...others.map(({ what, fix }) => note("apis", what, "", fix))];
}

function limitFinding({ job: { collector }, run: { dropped } }: FinishedRun): Finding[] {
  if (dropped === 0) return [];
  const what = `${collector.name}: ${formatCount(dropped)} series are dropped.`;
  const why = "Validators with the smallest weight are not exported.";
  return [problem("cost", what, why, limitFix)];
}

function intervalFinding({ job: { collector, interval }, run: { callMs } }: FinishedRun): Finding[] {
  const effective = effectiveInterval(interval, callMs);
  if (effective <= interval) return [];
  const what = `${collector.name}: the calls of a run take ${formatLatency(callMs / 1000)}, but the interval is ${formatDuration(interval)}.`;
  const shown = formatDuration(Math.ceil(effective / 1000) * 1000);
  const why = `They may take at most 10 % of it: the interval in effect is ${shown}. Calls take longer right after the start of the node.`;
  return [note("cost", what, why, `Increase \`collectors.${collector.name}.interval\`.`)];
}

/** Returns the collectors that have more series than the limit, and those whose heavy calls are slow. The others only wait for each other
 *  when all run at once. */
export function checkCost(runs: readonly FinishedRun[]): Finding[] {
  const heavy = runs.filter(({ job }) => job.isHeavy);
  const found = [...runs.flatMap(limitFinding), ...heavy.flatMap(intervalFinding)];
  const [slowest] = heavy.toSorted((a, b) => b.run.callMs - a.run.callMs);
  if (found.length > 0 || !slowest) return found;
  const { job, run } = slowest;
  const duration = formatLatency(run.callMs / 1000);
  return [ok("cost", `The slowest heavy calls, those of ${job.collector.name}, took ${duration} for one run.`)];
}
