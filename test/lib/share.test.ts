import { expect, test } from "vitest";
import { shareTask } from "../../src/lib/clock.ts";

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
