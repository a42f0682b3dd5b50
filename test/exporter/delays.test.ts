import { expect, test } from "vitest";
import {
  delayAfterRun,
  effectiveInterval,
  nextDelay,
  type Status,
  staleAfter,
  withJitter,
} from "../../src/exporter/after-run.ts";

const minute = 60_000;
const failed = (consecutiveFailures: number): Status => ({
  kind: "failed",
  reason: "connect",
  consecutiveFailures,
  canRetry: true,
});

test.each([
  [10_000, [10_000, 20_000, 40_000, minute, minute]],
  [minute, [15_000, 30_000, minute, minute]],
  [10 * minute, [15_000, 30_000, minute, 2 * minute, 4 * minute, 8 * minute, 10 * minute, 10 * minute]],
])("after failures a collector with an interval of %i ms is retried with exponential backoff", (interval, delays) => {
  expect(delays.map((_, i) => nextDelay(failed(i + 1), interval))).toEqual(delays);
});

test.each([
  [true, 15_000],
  [false, 10 * minute],
])("after a failure work that can be retried=%j is retried in %i ms", (canRetry, delay) => {
  const status: Status = { kind: "failed", reason: "timeout", consecutiveFailures: 1, canRetry };
  expect(nextDelay(status, 10 * minute)).toBe(delay);
});

test("unavailable data is requested every five minutes", () => {
  expect(nextDelay({ kind: "unavailable", reason: "api_off" }, 10_000)).toBe(5 * minute);
});

test.each(["bootstrapping", "empty_index"] as const)(
  "%s ends without intervention and is requested at each interval",
  (reason) => {
    expect(nextDelay({ kind: "unavailable", reason }, 30_000)).toBe(30_000);
  },
);

test("a successful run is followed by one after the interval, and the first run starts at once", () => {
  expect([nextDelay({ kind: "ok" }, 10_000), nextDelay({ kind: "starting" }, 10_000)]).toEqual([10_000, 0]);
});

test("calls that take more than a tenth of the interval increase it, and shorter ones decrease it again", () => {
  expect([effectiveInterval(10_000, 3000), effectiveInterval(10_000, 1000), effectiveInterval(10_000, 5)]).toEqual([
    30_000, 10_000, 10_000,
  ]);
});

test("no interval is increased beyond the maximum", () => {
  expect(effectiveInterval(10_000, 10 * 86_400_000)).toBe(24 * 86_400_000);
});

const ok: Status = { kind: "ok" };

test("data is retained for three intervals and at least a minute, unless configured", () => {
  expect([staleAfter(undefined, 10_000, ok), staleAfter(undefined, minute, ok), staleAfter(5000, minute, ok)]).toEqual([
    minute,
    3 * minute,
    5000,
  ]);
});

test("the data of a run is retained until the next run, even if that is late", () => {
  const off: Status = { kind: "unavailable", reason: "api_off" };
  expect([
    staleAfter(undefined, 30_000, off),
    staleAfter(5000, 30_000, off),
    staleAfter(undefined, 10_000, failed(5)),
    staleAfter(5000, 10_000, failed(5)),
    staleAfter(5000, 5 * minute, ok, true),
  ]).toEqual([10 * minute, 10 * minute, 2 * minute, 5000, 10 * minute]);
});

test("the duration of a successful run counts towards its interval, and at least a tenth of the interval remains", () => {
  expect([delayAfterRun(ok, 10_000, 3000), delayAfterRun(ok, 10_000, 9500)]).toEqual([7000, 1000]);
});

test("after a failure the backoff is not reduced by the duration of the run", () => {
  expect(delayAfterRun(failed(1), minute, 25_000)).toBe(15_000);
});

test("jitter is at most a twentieth, in both directions", () => {
  expect([withJitter(1000, 0), withJitter(1000, 0.5), withJitter(1000, 1)]).toEqual([950, 1000, 1050]);
});

test("successful items of a partly failed run are retained for three intervals if that is longer", () => {
  expect(staleAfter(undefined, 10 * minute, failed(1))).toBe(30 * minute);
});
