/** What is logged after a collector run: one line per change, one line for the node while its collectors fail for the same reason or
 *  while it bootstraps, and one line for the collectors that have no data for the same reason. Pure. */
import type { NodeError } from "../rpc/errors.ts";
import type { FailureCode } from "../rpc/failure-texts.ts";
import { codeOf, isNodeWide } from "../rpc/failures.ts";
import type { RunStatus } from "./after-run.ts";

/** `error` has the reason and the fix. `collector` is absent in a line for the node. */
export type LogLine = {
  readonly level: "debug" | "info" | "warn";
  readonly msg: string;
  readonly collector?: string;
  /** Several collectors, if the line is about them. */
  readonly collectors?: readonly string[];
  readonly error?: NodeError;
};

type Failures = ReadonlyMap<string, NodeError>;
type FailureState = {
  /** undefined until the first run has ended. */
  readonly isReachable: boolean | undefined;
  /** The failure that is logged for the node. */
  readonly nodeFailure: FailureCode | undefined;
  /** Collectors whose failure is logged for the node, and not for them. */
  readonly covered: ReadonlySet<string>;
  /** Failures by collector that are not logged yet, of the same code: the next run shows whether the node has them. */
  readonly held: Failures;
};
export type LogState = FailureState & {
  /** Collectors that have run. */
  readonly seen: ReadonlySet<string>;
  /** Collectors without data that are not logged yet: they are logged by reason once all have run. */
  readonly lacking: Failures;
  /** Collectors that wait for the node, which bootstraps. */
  readonly waiting: ReadonlySet<string>;
};
export type RunEnd = {
  readonly collector: string;
  readonly before: RunStatus;
  readonly after: RunStatus;
  /** The run made no call. */
  readonly isIdle: boolean;
  /** Number of collectors of the node. */
  readonly collectors: number;
};
type Logged<S = FailureState> = { readonly state: S; readonly lines: readonly LogLine[] };

export const initialLogState: LogState = {
  isReachable: undefined,
  nodeFailure: undefined,
  covered: new Set(),
  held: new Map(),
  seen: new Set(),
  lacking: new Map(),
  waiting: new Set(),
};

const errorOf = (status: RunStatus) => ("error" in status ? status.error : undefined);
/** Returns a text that is equal for statuses that are logged once. */
function keyOf(status: RunStatus): string {
  const error = errorOf(status);
  return error ? `${status.kind} ${codeOf(error.failure)}` : status.kind;
}

const failedLine = (collector: string, error: NodeError, level: "debug" | "warn" = "warn"): LogLine => ({
  level,
  msg: "collector failed",
  collector,
  error,
});
const linesOf = (failures: Failures) => [...failures].map(([collector, error]) => failedLine(collector, error));
const without = (collectors: ReadonlySet<string>, ...gone: readonly string[]) => collectors.difference(new Set(gone));

/** Returns the state and the lines after the end of a collector run. */
export function linesAfter(before: LogState, run: RunEnd): Logged<LogState> {
  const { collector, after, collectors } = run;
  const { state, lines } =
    after.kind === "failed" ? afterFailure(before, run, after.error) : afterResponse(before, run);
  const own = new Set([collector]);
  const isBootstrapping = after.kind === "unavailable" && after.reason === "bootstrapping";
  const waiting = isBootstrapping ? before.waiting.union(own) : before.waiting.difference(own);
  const seen = before.seen.union(own);
  const lacking = new Map([...before.lacking].filter(([name]) => name !== collector || after.kind === "unavailable"));
  const others = lines.flatMap((line): LogLine[] => {
    if (line.msg === "collector ok" && before.waiting.has(collector)) return [{ ...line, level: "debug" }];
    if (line.msg !== unavailableMessage || !line.error) return [line];
    if (isBootstrapping)
      return [before.waiting.size === 0 ? bootstrappingLine(line.error) : { ...line, level: "debug" }];
    lacking.set(collector, line.error);
    return [];
  });
  const hasResponse = after.kind === "ok" || after.kind === "unavailable";
  const hasBootstrapped = hasResponse && before.waiting.size > 0 && waiting.size === 0;
  const ends: LogLine[] = hasBootstrapped ? [{ level: "info", msg: "node bootstrapped" }] : [];
  const isComplete = seen.size >= collectors;
  return {
    state: { ...state, seen, waiting, lacking: isComplete ? new Map() : lacking },
    lines: [...others, ...ends, ...(isComplete ? lackingLines(lacking) : [])],
  };
}

const unavailableMessage = "collector unavailable";
const bootstrappingLine = (error: NodeError): LogLine => ({ level: "info", msg: "node bootstrapping", error });

/** Returns a line for each reason. */
const lackingLines = (lacking: Failures): LogLine[] =>
  [...Map.groupBy(lacking, ([, { failure }]) => codeOf(failure)).values()].flatMap((same): LogLine[] => {
    const [[collector, error] = []] = same;
    if (collector === undefined || error === undefined) return [];
    if (same.length === 1) return [{ level: "info", msg: unavailableMessage, collector, error }];
    return [{ level: "info", msg: "collectors unavailable", collectors: same.map(([name]) => name), error }];
  });

/** `at`: time of the last line about an interval in monotonic milliseconds. `omitted`: number of changes since without a line. */
export type IntervalLog = { readonly at: number; readonly omitted: number };
export const initialIntervalLog: IntervalLog = { at: Number.NEGATIVE_INFINITY, omitted: 0 };
const minIntervalLineMs = 60_000;

/** Returns the level of the line for a change of an interval: collectors of a node that flaps have one line a minute together, with
 *  the number of changes omitted before it. */
export const intervalLine = ({ at, omitted }: IntervalLog, now: number) =>
  now - at < minIntervalLineMs
    ? ({ state: { at, omitted: omitted + 1 }, level: "debug", omitted: 0 } as const)
    : ({ state: { at: now, omitted: 0 }, level: "info", omitted } as const);

function afterFailure(state: FailureState, run: RunEnd, error: NodeError): Logged {
  const { collector, collectors } = run;
  const { nodeFailure, covered, held } = state;
  const code = codeOf(error.failure);
  const isChanged = keyOf(run.before) !== keyOf(run.after);
  if (code === nodeFailure) {
    const lines = [...linesOf(held), ...(isChanged ? [failedLine(collector, error, "debug")] : [])];
    return { state: { ...state, held: new Map(), covered: covered.union(new Set([collector])) }, lines };
  }
  if (held.has(collector) && !isChanged)
    // it alone fails again: the others have not run meanwhile
    return { state: { ...state, held: new Map(), covered: without(covered, ...held.keys()) }, lines: linesOf(held) };
  if (!isChanged && !covered.has(collector)) return { state, lines: [] };
  if (!isNodeWide(error.failure) || error.isOfVm)
    return { state: { ...state, covered: without(covered, collector) }, lines: [failedLine(collector, error)] };
  const isSame = [...held.values()].every((one) => codeOf(one.failure) === code);
  const others = isSame ? [] : linesOf(held);
  const failing: Failures = new Map([...(isSame ? held : []), [collector, error]]);
  if (failing.size < Math.min(2, collectors)) {
    const stillCovered = isSame ? covered : without(covered, ...held.keys());
    return { state: { ...state, held: failing, covered: stillCovered }, lines: others };
  }
  const isUnreachable = error.reason === "connect" || code === "connect_timeout";
  const line: LogLine = { level: "warn", msg: isUnreachable ? "node unreachable" : "node failing", error };
  return {
    state: { isReachable: false, nodeFailure: code, covered: covered.union(new Set(failing.keys())), held: new Map() },
    lines: [...others, line],
  };
}

function afterResponse(state: FailureState, { collector, before, after, isIdle }: RunEnd): Logged {
  const { isReachable, covered, held } = state;
  const others = new Map([...held].filter(([name]) => name !== collector));
  const isFailureUnlogged = covered.has(collector) || held.has(collector);
  const error = errorOf(after);
  const own: LogLine = {
    level: after.kind === "ok" && (before.kind === "starting" || isFailureUnlogged) ? "debug" : "info",
    msg: after.kind === "multipleNodes" ? "collector run discarded" : `collector ${after.kind}`,
    collector,
    ...(error && { error }),
  };
  const ownLines = keyOf(before) === keyOf(after) ? [] : [own];
  // without a call, the run shows nothing about the node and the failures of others
  if (isIdle) return { state: { ...state, covered: without(covered, collector), held: others }, lines: ownLines };
  return {
    state: {
      isReachable: true,
      nodeFailure: undefined,
      covered: without(covered, collector, ...others.keys()),
      held: new Map(),
    },
    lines: [
      ...(isReachable ? [] : [{ level: "info", msg: "node reachable" } as const]),
      ...linesOf(others),
      ...ownLines,
    ],
  };
}
