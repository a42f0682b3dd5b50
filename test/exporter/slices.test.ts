import fc from "fast-check";
import { expect, onTestFinished, test, vi } from "vitest";
import { createSlices, sortInSlices } from "../../src/exporter/slices.ts";

const compare = (a: number, b: number) => a - b;

test("a list is sorted, whatever its length", async () => {
  const slices = createSlices(new AbortController().signal);
  const lengths = fc.oneof(fc.nat(10), fc.nat(20_000));
  await fc.assert(
    fc.asyncProperty(lengths, fc.integer({ min: 1, max: 1e6 }), async (length, range) => {
      const items = Array.from({ length }, (_, i) => (i * 7919) % range);
      expect(await sortInSlices(items, compare, slices)).toEqual(items.toSorted(compare));
    }),
    { numRuns: 50 },
  );
});

test("a long list is sorted in slices of 5 ms", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const slices = createSlices(new AbortController().signal);
  let longest = 0;
  let last = performance.now();
  const measured = {
    ...slices,
    async next() {
      longest = Math.max(longest, performance.now() - last);
      await slices.next();
      last = performance.now();
    },
  };
  const slowly = (a: number, b: number) => {
    vi.advanceTimersByTime(1e-4); // 100 ns
    return a - b;
  };
  const items = Array.from({ length: 50_000 }, (_, i) => (i * 7919) % 50_021);
  await sortInSlices(items, slowly, measured);
  // a run that is sorted at once: 4,096 items, 12 comparisons each
  expect(longest).toBeLessThan(5 + 5);
});
