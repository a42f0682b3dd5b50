/** Use of the locks of a node by calls, as observed by the node. */
import { isMethodName, lockOf, methodOf } from "../../src/node-api/contract.ts";
import type { Call } from "../../src/simulator/simulator.ts";

type Span = Pick<Call, "start" | "end">;
export type Lock = {
  readonly calls: number;
  /** Time with at least one call. */
  readonly seconds: number;
  /** Maximum number of calls at one time. */
  readonly atOnce: number;
};

function lockUse(spans: readonly Span[]): Lock {
  const steps = spans.flatMap(({ start, end }) => [
    { at: start, by: 1 },
    { at: end, by: -1 },
  ]);
  let [calls, atOnce, busy, since] = [0, 0, 0, 0];
  // at the same time, ends are counted before starts
  for (const { at, by } of steps.sort((a, b) => a.at - b.at || a.by - b.by)) {
    if (calls > 0) busy += at - since;
    calls += by;
    atOnce = Math.max(atOnce, calls);
    since = at;
  }
  return { calls: spans.length, seconds: busy / 1000, atOnce };
}

/** By chain of the lock; calls without a lock are omitted. */
export function locksOf(
  calls: readonly Pick<Call, "method" | "selector" | "start" | "end">[],
): ReadonlyMap<string, Lock> {
  const byLock = Map.groupBy(calls, ({ method = "", selector }) =>
    isMethodName(method) ? lockOf(methodOf(method), selector) : undefined,
  );
  return new Map(
    [...byLock].flatMap(([lock, spans]) => (lock === undefined ? [] : [[lock, lockUse(spans)] as const])).sort(),
  );
}
