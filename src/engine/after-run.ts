/** The state of one collector on one node, and how a run changes it: the delay until the next run, and the retention of the data.
 *  Pure. Times in milliseconds. */
import { maxDurationMs, milliseconds } from "../lib/duration.ts";
import type { NodeError, Reason, UnavailableReason } from "../node-api/errors.ts";
import type { RunResult } from "./collect.ts";
import type { Job, MinimumInterval } from "./job.ts";

/** The outcome of a collector's last run. */
export type RunStatus =
  | { readonly kind: "starting" }
  | { readonly kind: "ok" }
  /** Responses came from several nodes: the run is discarded. */
  | { readonly kind: "multipleNodes" }
  | { readonly kind: "unavailable"; readonly reason: UnavailableReason; readonly error: NodeError }
  /** `canRetry`: false for heavy calls that the node may have executed. They are not retried before the interval.
   *  `retryAfter`: minimum delay that a proxy in front of the node asks for. */
  | {
      readonly kind: "failed";
      readonly reason: Reason;
      readonly consecutiveFailures: number;
      readonly canRetry: boolean;
      readonly retryAfter?: number | undefined;
      readonly error: NodeError;
    };

export type RunnerState = {
  readonly status: RunStatus;
  /** The interval in effect. */
  readonly interval: number;
  /** The reason for an interval above the configured one; undefined without an increase. */
  readonly increaseReason: string | undefined;
  /** Number of series that the limit dropped from the last run. */
  readonly dropped: number;
  /** The next run can start early once the node or a chain has recovered. */
  readonly canRunEarly: boolean;
};

export type Run = RunResult & {
  readonly durationMs: number;
  /** The minimum interval that the collector asks for. */
  readonly minInterval: MinimumInterval | undefined;
  readonly isIncomplete: boolean;
};

export const initialState = ({ interval }: Job): RunnerState => ({
  status: { kind: "starting" },
  interval,
  increaseReason: undefined,
  dropped: 0,
  canRunEarly: false,
});

/** Returns the state after a run, the retention of its samples (undefined if they are discarded), and the delay until
 *  the next run. */
export function afterRun(before: RunnerState, run: Run, job: Job) {
  const status = statusAfter(before.status, run, job.isHeavy);
  const { interval, increaseReason } = updateInterval(before, run, job);
  const state: RunnerState = {
    status,
    interval,
    increaseReason,
    dropped: run.dropped,
    canRunEarly:
      status.kind === "failed" ? status.canRetry && status.retryAfter === undefined : status.kind === "unavailable",
  };
  const isThrottled = run.minInterval !== undefined;
  const soon = effectiveInterval(incompleteMs, run.callMs);
  return {
    state,
    staleAfter: status.kind === "multipleNodes" ? undefined : staleAfter(job.staleAfter, interval, status, isThrottled),
    delay: delayAfterRun(status, run.isIncomplete ? Math.min(interval, soon) : interval, run.durationMs),
  };
}

function statusAfter(before: RunStatus, run: Run, isHeavy: boolean): RunStatus {
  if (run.nodeIds.size > 1) return { kind: "multipleNodes" };
  const after = classifyRun(run, isHeavy);
  if (after.kind !== "failed" || before.kind !== "failed") return after;
  return { ...after, consecutiveFailures: before.consecutiveFailures + 1 };
}

/** Returns "failed" if an item failed, and "unavailable" if all items are. */
export function classifyRun({ items, failed, unavailable }: RunResult, isHeavy = false): RunStatus {
  const [failure] = failed;
  if (failure) {
    const canRetry = !(isHeavy && failed.some(({ mayHaveExecuted }) => mayHaveExecuted));
    const delays = failed.flatMap((error) => error.failure.retryAfterMs ?? []);
    const retryAfter = delays.length > 0 ? Math.max(...delays) : undefined;
    return { kind: "failed", reason: failure.reason, consecutiveFailures: 1, canRetry, retryAfter, error: failure };
  }
  if (unavailable.length < items) return { kind: "ok" };
  // prefers an error that can end without a restart of the node, since it determines the retry delay
  const error = unavailable.find(({ endsAlone }) => endsAlone) ?? unavailable[0];
  return error?.unavailable ? { kind: "unavailable", reason: error.unavailable, error } : { kind: "ok" };
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

/** Returns the interval at which the calls of a collector take at most a tenth of the time. */
export const effectiveInterval = (configured: number, callMs: number) =>
  Math.min(Math.max(configured, 10 * callMs), maxDurationMs);

const initialBackoffMs = 15_000;
const maxBackoffMs = 60_000;
const incompleteMs = 60_000;
const unavailableRetryMs = 5 * 60_000;
const minStaleAfterMs = 60_000;
/** Share of a delay. */
const maxJitter = 0.05;

/** Returns the delay from the start of a run to the start of the next; after a failure, from its end. */
export function nextDelay(status: RunStatus, interval: number): number {
  switch (status.kind) {
    case "starting":
      return 0;
    case "ok":
    case "multipleNodes":
      return interval;
    case "unavailable":
      return status.error.endsAlone ? interval : unavailableRetryMs;
    case "failed":
      return Math.max(backoff(status, interval), (status.retryAfter ?? 0) / (1 - maxJitter));
  }
}

function backoff({ canRetry, consecutiveFailures }: Extract<RunStatus, { kind: "failed" }>, interval: number): number {
  if (!canRetry) return interval;
  const delay = Math.min(interval, initialBackoffMs) * 2 ** (consecutiveFailures - 1);
  return Math.min(delay, Math.max(interval, maxBackoffMs));
}

/** Returns the delay from the end of a run of `durationMs` to the start of the next. */
export function delayAfterRun(status: RunStatus, interval: number, durationMs: number): number {
  const delay = nextDelay(status, interval);
  return status.kind === "failed" ? delay : Math.max(delay - durationMs, delay / 10);
}

/** Returns the retention of the samples of a run: as configured, otherwise three intervals and at least a minute. It is at least
 *  twice the delay before the next run in these cases:
 *  the collector throttles itself;
 *  the API is disabled;
 *  other items failed, and the retention is not configured. */
export function staleAfter(
  configured: number | undefined,
  interval: number,
  status: RunStatus,
  isThrottled = false,
): number {
  const base = configured ?? Math.max(3 * interval, minStaleAfterMs);
  const outlivesNextRun =
    isThrottled || status.kind === "unavailable" || (status.kind === "failed" && configured === undefined);
  return outlivesNextRun ? Math.max(base, 2 * nextDelay(status, interval)) : base;
}

/** Returns a delay up to a twentieth shorter or longer, so that collectors do not synchronize. `random` from 0 to 1. */
export const withJitter = (delay: number, random: number) => delay * (1 - maxJitter + 2 * maxJitter * random);
