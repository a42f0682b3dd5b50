/** When the next run of a collector is, and how long its data lives. Pure. Times in milliseconds. */
import type { NodeError, Reason, UnavailableReason } from "../node/errors.ts";
import { maxDurationMs } from "../prometheus/duration.ts";

/** The outcome of a collector's last run. */
export type Status =
  | { readonly kind: "starting" }
  | { readonly kind: "ok" }
  /** Several nodes answered in one run: its samples describe none of them. */
  | { readonly kind: "multipleNodes" }
  | { readonly kind: "unavailable"; readonly what: UnavailableReason; readonly error?: NodeError }
  /** `times`: consecutive failed runs. `worked`: the node has worked on a call that failed. */
  | {
      readonly kind: "failed";
      readonly reason: Reason;
      readonly consecutiveFailures: number;
      readonly mayHaveExecuted: boolean;
      readonly error?: NodeError;
    };

const initialBackoffMs = 15_000;
const maxBackoffMs = 60_000;
const unavailableRetryMs = 5 * 60_000;
const minStaleAfterMs = 60_000;

/** Returns the delay from the start of a run to the start of the next; after a failure, from its end. Heavy work is not
 *  retried early once the node has begun it. */
export function nextDelay(status: Status, interval: number, isHeavy = false): number {
  switch (status.kind) {
    case "starting":
      return 0;
    case "ok":
    case "multipleNodes":
      return interval;
    case "unavailable":
      // the other kinds end only when the node is restarted
      return status.what === "bootstrapping" || status.what === "empty_index" ? interval : unavailableRetryMs;
    case "failed":
      if (isHeavy && status.mayHaveExecuted) return interval;
      return Math.min(
        Math.min(interval, initialBackoffMs) * 2 ** (status.consecutiveFailures - 1),
        Math.max(interval, maxBackoffMs),
      );
  }
}

/** Returns the pause from the end of a run that took `took` to the start of the next. */
export function delayAfterRun(status: Status, interval: number, durationMs: number, isHeavy = false): number {
  const delay = nextDelay(status, interval, isHeavy);
  return status.kind === "failed" ? delay : Math.max(delay - durationMs, delay / 10);
}

/** The node spends at most a tenth of its time on one collector: calls that take longer stretch the interval. */
export const effectiveInterval = (configured: number, callMs: number) =>
  Math.min(Math.max(configured, 10 * callMs), maxDurationMs);

/** Returns how long the samples of a run stay on the page: as configured, else three intervals and at least a minute. They
 *  also outlive a long delay before the next run: if the interval is stretched by the collector, if the API is off, and,
 *  unless configured, if other items failed. */
export function staleAfter(
  configured: number | undefined,
  interval: number,
  status: Status,
  isThrottled = false,
): number {
  const base = configured ?? Math.max(3 * interval, minStaleAfterMs);
  const outlivesNextRun =
    isThrottled || status.kind === "unavailable" || (status.kind === "failed" && configured === undefined);
  return outlivesNextRun ? Math.max(base, 2 * nextDelay(status, interval)) : base;
}

/** Returns a delay up to a twentieth shorter or longer, so that collectors do not run in step. `random` from 0 to 1. */
export const withJitter = (delay: number, random: number) => delay * (0.95 + random / 10);
