/** Delay until the next run of a collector, and retention of its data. Pure. Times in milliseconds. */
import type { NodeError, Reason, UnavailableReason } from "../node/errors.ts";
import { maxDurationMs } from "../prometheus/duration.ts";

/** The outcome of a collector's last run. */
export type Status =
  | { readonly kind: "starting" }
  | { readonly kind: "ok" }
  /** Responses came from several nodes: the run is discarded. */
  | { readonly kind: "multipleNodes" }
  | { readonly kind: "unavailable"; readonly reason: UnavailableReason; readonly error?: NodeError }
  /** `mayHaveExecuted`: the node may have executed a call that failed. */
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

/** Returns the delay from the start of a run to the start of the next; after a failure, from its end. Heavy calls
 *  that may have been executed are not retried before the interval. */
export function nextDelay(status: Status, interval: number, isHeavy = false): number {
  switch (status.kind) {
    case "starting":
      return 0;
    case "ok":
    case "multipleNodes":
      return interval;
    case "unavailable":
      // all other kinds require a restart of the node
      return status.reason === "bootstrapping" || status.reason === "empty_index" ? interval : unavailableRetryMs;
    case "failed":
      if (isHeavy && status.mayHaveExecuted) return interval;
      return Math.min(
        Math.min(interval, initialBackoffMs) * 2 ** (status.consecutiveFailures - 1),
        Math.max(interval, maxBackoffMs),
      );
  }
}

/** Returns the delay from the end of a run of `durationMs` to the start of the next. */
export function delayAfterRun(status: Status, interval: number, durationMs: number, isHeavy = false): number {
  const delay = nextDelay(status, interval, isHeavy);
  return status.kind === "failed" ? delay : Math.max(delay - durationMs, delay / 10);
}

/** Returns the interval at which the calls of a collector take at most a tenth of the time. */
export const effectiveInterval = (configured: number, callMs: number) =>
  Math.min(Math.max(configured, 10 * callMs), maxDurationMs);

/** Returns the retention of the samples of a run: as configured, otherwise three intervals and at least a minute. It is
 *  extended beyond a long delay before the next run: if the collector throttles itself, if the API is disabled, and, unless
 *  configured, if other items failed. */
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

/** Returns a delay up to a twentieth shorter or longer, so that collectors do not synchronize. `random` from 0 to 1. */
export const withJitter = (delay: number, random: number) => delay * (0.95 + random / 10);
