import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { shareTask, systemClock } from "../../src/lib/clock.ts";

const day = 86_400_000;

test("a sleep lasts as long as asked", async () => {
  const start = systemClock.now();
  await systemClock.sleep(20, new AbortController().signal);
  expect(systemClock.now() - start).toBeGreaterThan(18);
});

test("a sleep that no timer can hold does not end at once, and ends when the signal is aborted", async () => {
  const stop = new AbortController();
  let isOver = false;
  const sleep = systemClock.sleep(25 * day, stop.signal).finally(() => {
    isOver = true;
  });
  await systemClock.sleep(20, new AbortController().signal);
  expect(isOver).toBe(false);
  stop.abort();
  await expect(sleep).rejects.toThrow("aborted");
});

test("a sleep leaves no listener behind", async () => {
  const { signal } = new AbortController();
  await systemClock.sleep(0, signal);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test.each([
  [0, ["a", "b", "a"]],
  [60_000, ["a", "b"]],
])("calls during a task share it, and those of the next %i ms", async (keepMs, runs) => {
  const begun: string[] = [];
  const shared = shareTask(async (key) => {
    begun.push(key);
    await Promise.resolve();
    throw new Error(key);
  }, keepMs);
  await Promise.allSettled(["a", "b", "a"].map(shared));
  await expect(shared("a")).rejects.toThrow("a");
  expect(begun).toEqual(runs);
});
