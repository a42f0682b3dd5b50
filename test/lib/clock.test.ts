import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { systemClock } from "../../src/lib/clock.ts";

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
