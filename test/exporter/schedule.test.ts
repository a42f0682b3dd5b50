import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createAlarm,
  effectiveInterval,
  jittered,
  loop,
  nextDelay,
  type State,
  staleAfter,
} from "../../src/exporter/schedule.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const failed = (times: number): State => ({ kind: "failed", reason: "connect", times });

test.each([
  [10_000, [10_000, 20_000, 40_000, minute, minute]],
  [minute, [15_000, 30_000, minute, minute]],
  [10 * minute, [15_000, 30_000, minute, 2 * minute, 4 * minute, 8 * minute, 10 * minute, 10 * minute]],
])("after failures a collector of %i ms is tried again soon, then twice as late each time", (interval, delays) => {
  expect(delays.map((_, i) => nextDelay(failed(i + 1), interval))).toEqual(delays);
});

test("what the node does not offer is asked for every five minutes", () => {
  expect(nextDelay({ kind: "unavailable", what: "api_off" }, 10_000)).toBe(5 * minute);
});

test.each(["bootstrapping", "empty_index"] as const)("%s ends by itself and is asked for at each interval", (what) => {
  expect(nextDelay({ kind: "unavailable", what }, 30_000)).toBe(30_000);
});

test("a good round is followed by one after the interval, a first one comes at once", () => {
  expect([nextDelay({ kind: "ok" }, 10_000), nextDelay({ kind: "starting" }, 10_000)]).toEqual([10_000, 0]);
});

test("calls that take more than a tenth of the interval stretch it, and shorter ones let it shrink back", () => {
  expect([effectiveInterval(10_000, 3000), effectiveInterval(10_000, 1000), effectiveInterval(10_000, 5)]).toEqual([
    30_000, 10_000, 10_000,
  ]);
});

test("data lives for three intervals and a minute at least, unless configured", () => {
  expect([staleAfter(undefined, 10_000), staleAfter(undefined, minute), staleAfter(5000, minute)]).toEqual([
    minute,
    3 * minute,
    5000,
  ]);
});

test("jitter is a twentieth at most, in both directions", () => {
  expect([jittered(1000, 0), jittered(1000, 0.5), jittered(1000, 1)]).toEqual([950, 1000, 1050]);
});

/** Rounds that take `took` ms and want the next one after `delay`. */
function startLoop(took: number, delay: number) {
  const stop = new AbortController();
  const alarm = createAlarm(stop.signal);
  const begun: number[] = [];
  const start = performance.now();
  const done = loop(
    async () => {
      begun.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, took));
      return delay;
    },
    alarm,
    stop.signal,
  );
  return { stop, alarm, begun, done };
}

test("rounds begin an interval apart, however long each takes", async () => {
  const { begun } = startLoop(300, 1000);
  await vi.advanceTimersByTimeAsync(3000);
  expect(begun).toEqual([0, 1000, 2000, 3000]);
});

test("a round that takes longer than its interval is still followed by a pause", async () => {
  const { begun } = startLoop(2000, 1000);
  await vi.advanceTimersByTimeAsync(4000);
  expect(begun).toEqual([0, 2100]);
});

test("an alarm brings the next round forward, once", async () => {
  const { alarm, begun } = startLoop(0, 1000);
  await vi.advanceTimersByTimeAsync(400);
  alarm.ring();
  await vi.advanceTimersByTimeAsync(1000);
  expect(begun).toEqual([0, 400, 1400]);
});

test("a loop that is stopped ends without another round", async () => {
  const { stop, begun, done } = startLoop(0, 1000);
  await vi.advanceTimersByTimeAsync(400);
  stop.abort();
  await done;
  expect(begun).toEqual([0]);
});

test("a round that throws because it was stopped ends the loop quietly", async () => {
  const stop = new AbortController();
  const round = async () => {
    stop.abort(new Error("stopped"));
    throw stop.signal.reason;
  };
  await expect(loop(round, createAlarm(stop.signal), stop.signal)).resolves.toBeUndefined();
});

test("a round that throws by itself is a bug and ends the loop with it", async () => {
  const { signal } = new AbortController();
  const round = async () => {
    throw new Error("bug");
  };
  await expect(loop(round, createAlarm(signal), signal)).rejects.toThrow("bug");
});
