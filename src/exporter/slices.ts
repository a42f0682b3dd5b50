/** Long work in slices, so that the event loop is never blocked for long. */
import { setImmediate } from "node:timers/promises";

const sliceMs = 5;

/** Work in slices, between which other work may pass. */
export function createSlices(signal: AbortSignal) {
  let end = performance.now() + sliceMs;
  return {
    over: () => performance.now() >= end,
    async next() {
      // the first comes in the same turn of the event loop that read an answer
      for (let turn = 0; turn < 2; turn++) await setImmediate(undefined, { signal });
      end = performance.now() + sliceMs;
    },
  };
}
export type Slices = ReturnType<typeof createSlices>;

/** Items that are sorted without a pause: a few milliseconds. */
const runLength = 4096;

/** Returns the items in order. A hostile node chooses their number and their names. */
export async function sortInSlices<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  slices: Slices,
): Promise<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let i = 0; i < items.length; i += runLength) {
    runs.push(items.slice(i, i + runLength).sort(compare));
    if (slices.over()) await slices.next();
  }
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let i = 0; i < runs.length; i += 2)
      merged.push(await merge(runs[i] ?? [], runs[i + 1] ?? [], compare, slices));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge<T>(
  some: readonly T[],
  others: readonly T[],
  compare: (a: T, b: T) => number,
  slices: Slices,
): Promise<readonly T[]> {
  const merged = new Array<T>(some.length + others.length);
  let next = 0;
  for (let i = 0; i < some.length; i++) {
    const item = some[i] as T;
    for (; next < others.length && compare(others[next] as T, item) < 0; next++) merged[i + next] = others[next] as T;
    merged[i + next] = item;
    if (slices.over()) await slices.next();
  }
  for (; next < others.length; next++) merged[some.length + next] = others[next] as T;
  return merged;
}
