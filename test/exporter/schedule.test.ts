import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  createAlarm,
  effectiveInterval,
  jittered,
  loop,
  nextDelay,
  pauseAfter,
  type State,
  staleAfter,
} from "../../src/exporter/schedule.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const minute = 60_000;
const failed = (times: number): State => ({ kind: "failed", reason: "connect", times, worked: false });

test.each([
  [10_000, [10_000, 20_000, 40_000, minute, minute]],
  [minute, [15_000, 30_000, minute, minute]],
  [10 * minute, [15_000, 30_000, minute, 2 * minute, 4 * minute, 8 * minute, 10 * minute, 10 * minute]],
])("after failures a collector of %i ms is tried again soon, then twice as late each time", (interval, delays) => {
  expect(delays.map((_, i) => nextDelay(failed(i + 1), interval))).toEqual(delays);
});

test.each([
  [true, true, 10 * minute],
  [true, false, 15_000],
  [false, true, 15_000],
])("after a failure heavy=%j work that the node has begun=%j is asked for again in %i ms", (heavy, worked, delay) => {
  expect(nextDelay({ kind: "failed", reason: "timeout", times: 1, worked }, 10 * minute, heavy)).toBe(delay);
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

test("no interval is stretched beyond the longest that there can be", () => {
  expect(effectiveInterval(10_000, 10 * 86_400_000)).toBe(24 * 86_400_000);
});

const ok: State = { kind: "ok" };

test("data lives for three intervals and a minute at least, unless configured", () => {
  expect([staleAfter(undefined, 10_000, ok), staleAfter(undefined, minute, ok), staleAfter(5000, minute, ok)]).toEqual([
    minute,
    3 * minute,
    5000,
  ]);
});

test("what a round said lives until the next one even where that comes late", () => {
  const off: State = { kind: "unavailable", what: "api_off" };
  expect([
    staleAfter(undefined, 30_000, off),
    staleAfter(5000, 30_000, off),
    staleAfter(undefined, 10_000, failed(5)),
    staleAfter(5000, 10_000, failed(5)),
    staleAfter(5000, 5 * minute, ok, true),
  ]).toEqual([10 * minute, 10 * minute, 2 * minute, 5000, 10 * minute]);
});

test("the time that a good round took counts towards its interval, and a tenth of that is left at least", () => {
  expect([pauseAfter(ok, 10_000, 3000), pauseAfter(ok, 10_000, 9500)]).toEqual([7000, 1000]);
});

test("after a failure the pause is whole, however long the node was waited for", () => {
  expect(pauseAfter(failed(1), minute, 25_000)).toBe(15_000);
});

test("jitter is a twentieth at most, in both directions", () => {
  expect([jittered(1000, 0), jittered(1000, 0.5), jittered(1000, 1)]).toEqual([950, 1000, 1050]);
});

/** Rounds that take `took` ms, with a pause after each. */
function startLoop(took: number, pause: number) {
  const stop = new AbortController();
  const alarm = createAlarm(stop.signal);
  const begun: number[] = [];
  const start = performance.now();
  const done = loop(
    async () => {
      begun.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, took));
      return pause;
    },
    alarm,
    stop.signal,
  );
  return { stop, alarm, begun, done };
}

test("rounds follow one another with a pause, never two at once", async () => {
  const { begun } = startLoop(300, 700);
  await vi.advanceTimersByTimeAsync(3000);
  expect(begun).toEqual([0, 1000, 2000, 3000]);
});

test("a pause that no timer can hold is as long as one can", async () => {
  const { begun } = startLoop(0, 25 * 86_400_000);
  await vi.advanceTimersByTimeAsync(24 * 86_400_000);
  expect(begun).toEqual([0]);
});

test("an alarm during a round cuts the pause after it, unless it is silenced", async () => {
  const { alarm, begun } = startLoop(100, 1000);
  await vi.advanceTimersByTimeAsync(50);
  alarm.ring();
  await vi.advanceTimersByTimeAsync(100);
  alarm.ring();
  alarm.silence();
  await vi.advanceTimersByTimeAsync(500);
  expect(begun).toEqual([0, 100]);
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

test("heavy work keeps to its interval also in the pause after a failure", () => {
  const state: State = { kind: "failed", reason: "timeout", times: 1, worked: true };
  expect([pauseAfter(state, 10 * minute, 0, true), pauseAfter(state, 10 * minute, 0)]).toEqual([10 * minute, 15_000]);
});

test("the good items of a round of which others failed live for three intervals where that is longer", () => {
  expect(staleAfter(undefined, 10 * minute, failed(1))).toBe(30 * minute);
});

test("an alarm leaves no listener behind", async () => {
  vi.useRealTimers();
  const { signal } = new AbortController();
  await createAlarm(signal).sleep(0);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
