/** The state of one collector on one node, and how a run changes it. Pure. Times in milliseconds. */
import type { MinimumInterval } from "../collectors/collector.ts";
import { milliseconds } from "../prometheus/duration.ts";
import { type Collected, classifyRun } from "./collect.ts";
import type { Job } from "./plan.ts";
import { delayAfterRun, effectiveInterval, type Status, staleAfter } from "./schedule.ts";

export type RunnerState = {
  readonly status: Status;
  /** The interval in effect. */
  readonly interval: number;
  /** The reason for an interval above the configured one; undefined without an increase. */
  readonly increaseReason: string | undefined;
  /** Clock time of the last run that read everything. */
  readonly lastCompleteAt: number | undefined;
  /** Number of series that the limit dropped from the last run. */
  readonly dropped: number;
  /** The next run can start early once the node or a chain has recovered. */
  readonly canRunEarly: boolean;
};

/** The end of one run. */
export type Run = Collected & {
  readonly startedAt: number;
  readonly endedAt: number;
  /** The minimum interval that the collector asks for. */
  readonly minInterval: MinimumInterval | undefined;
};

export const initialState = ({ interval }: Job): RunnerState => ({
  status: { kind: "starting" },
  interval,
  increaseReason: undefined,
  lastCompleteAt: undefined,
  dropped: 0,
  canRunEarly: false,
});

/** Returns the state after a run, the retention of its samples on the page (undefined if they are discarded), and the delay until
 *  the next run. */
export function afterRun(before: RunnerState, run: Run, job: Job) {
  const status = statusAfter(before.status, run);
  const { interval, increaseReason } = updateInterval(before, run, job);
  const { dropped, minInterval, startedAt, endedAt } = run;
  const canRetry = status.kind === "failed" && !(job.heavy && status.mayHaveExecuted);
  const state: RunnerState = {
    status,
    interval,
    increaseReason,
    lastCompleteAt: status.kind === "ok" ? endedAt : before.lastCompleteAt,
    dropped,
    canRunEarly: canRetry || status.kind === "unavailable",
  };
  return {
    state,
    staleAfter:
      status.kind === "multipleNodes"
        ? undefined
        : staleAfter(job.staleAfter, interval, status, minInterval !== undefined),
    delay: delayAfterRun(status, interval, endedAt - startedAt, job.heavy),
  };
}

function statusAfter(before: Status, run: Run): Status {
  if (run.nodeIds.size > 1) return { kind: "multipleNodes" };
  const after = classifyRun(run);
  if (after.kind !== "failed" || before.kind !== "failed") return after;
  return { ...after, consecutiveFailures: before.consecutiveFailures + 1 };
}

const slowNodeReason = "node responses take more than 10 % of the interval";

/** Increases the interval for a slow node. A call that did not end gives no measurement: then the interval is not reduced. */
function updateInterval(
  { status, ...before }: RunnerState,
  { callMs, failed, minInterval }: Run,
  { interval: configured }: Job,
) {
  const isFirst = status.kind === "starting"; // slow only because this process has just started
  const minIntervalMs = minInterval ? milliseconds(minInterval.interval) : 0;
  const wanted = Math.max(effectiveInterval(configured, isFirst ? 0 : callMs), minIntervalMs);
  const isUnknown = failed.some(({ reason }) => reason === "timeout" || reason === "connect");
  const interval = isUnknown ? Math.max(wanted, before.interval) : wanted;
  const reason = minInterval && interval === minIntervalMs ? minInterval.reason : slowNodeReason;
  return { interval, increaseReason: interval > configured ? reason : undefined };
}
