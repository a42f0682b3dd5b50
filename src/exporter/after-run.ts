/** The state of one collector on one node, and how a run changes it. Pure. Times in milliseconds. */
import type { MinimumInterval } from "../collectors/collector.ts";
import { milliseconds } from "../prometheus/duration.ts";
import { type Collected, verdict } from "./collect.ts";
import type { Job } from "./plan.ts";
import { effectiveInterval, pauseAfter, type Status, staleAfter } from "./schedule.ts";

export type RunnerState = {
  readonly status: Status;
  /** The interval in effect. */
  readonly interval: number;
  /** The reason that the interval is longer than configured; undefined if it is not. */
  readonly stretchReason: string | undefined;
  /** Clock time of the last run that read everything. */
  readonly completeAt: number | undefined;
  /** Series that the limit left out of the last run. */
  readonly dropped: number;
  /** The next run may come early, because the node works again. */
  readonly canRunEarly: boolean;
  /** The last run failed because a chain had not answered an earlier call. */
  readonly isWaitingForChain: boolean;
};

/** The end of one run. `seldom`: the minimum interval that the collector asks for. */
export type Run = Collected & {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly seldom: MinimumInterval | undefined;
};

type AfterRun = {
  readonly state: RunnerState;
  /** How long the samples of the run stay on the page; undefined if they are discarded. */
  readonly staleAfter: number | undefined;
  /** The delay until the next run. */
  readonly delay: number;
};

export const initialState = ({ interval }: Job): RunnerState => ({
  status: { kind: "starting" },
  interval,
  stretchReason: undefined,
  completeAt: undefined,
  dropped: 0,
  canRunEarly: false,
  isWaitingForChain: false,
});

/** Returns the state after a run, and what to do until the next one. */
export function afterRun(before: RunnerState, run: Run, job: Job): AfterRun {
  const status = statusAfter(before.status, run);
  const { interval, stretchReason } = stretch(before, run, job);
  const { dropped, seldom, startedAt, endedAt } = run;
  const canRetry = status.kind === "failed" && !(job.heavy && status.worked);
  return {
    state: {
      status,
      interval,
      stretchReason,
      completeAt: status.kind === "ok" ? endedAt : before.completeAt,
      dropped,
      canRunEarly: canRetry || status.kind === "unavailable",
      isWaitingForChain: canRetry && run.failed.some(({ unsent }) => unsent),
    },
    staleAfter:
      status.kind === "mixed" ? undefined : staleAfter(job.staleAfter, interval, status, seldom !== undefined),
    delay: pauseAfter(status, interval, endedAt - startedAt, job.heavy),
  };
}

function statusAfter(before: Status, run: Run): Status {
  if (run.nodeIds.size > 1) return { kind: "mixed" };
  const outcome = verdict(run);
  if (outcome.kind !== "failed") return outcome;
  return { ...outcome, times: before.kind === "failed" ? before.times + 1 : 1 };
}

const slowness = "node responses take more than 10 % of the interval";

/** A slow node makes runs rarer. A call without an end does not show how slow the node is: then runs get no more frequent. */
function stretch({ status, ...before }: RunnerState, { callMs, failed, seldom }: Run, { interval: configured }: Job) {
  const isFirst = status.kind === "starting"; // its calls are slow because this process is cold
  const minInterval = seldom ? milliseconds(seldom.interval) : 0;
  const wanted = Math.max(effectiveInterval(configured, isFirst ? 0 : callMs), minInterval);
  const isUnknown = failed.some(({ reason }) => reason === "timeout" || reason === "connect");
  const interval = isUnknown ? Math.max(wanted, before.interval) : wanted;
  const reason = seldom && interval === minInterval ? seldom.reason : slowness;
  return { interval, stretchReason: interval > configured ? reason : undefined };
}
