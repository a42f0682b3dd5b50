/** Sums by a label whose values the network chooses: only the largest ones become series. */

/** Returns the sum of each key that is known. */
export function sumBy<T>(
  items: Iterable<T>,
  entryOf: (item: T) => readonly [key: string | undefined, amount: bigint],
): ReadonlyMap<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const item of items) {
    const [key, amount] = entryOf(item);
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0n) + amount);
  }
  return sums;
}

const other = "other";

/** Returns the largest sums above 0 in descending order, at most `max`, and the sum of the remaining ones as "other". */
export function largestSums(sums: ReadonlyMap<string, bigint>, max: number): readonly (readonly [string, bigint])[] {
  const named = [...sums].filter(([key, sum]) => key !== other && sum > 0n);
  const ranked = named.toSorted(([a, left], [b, right]) => (left === right ? (a < b ? -1 : 1) : left > right ? -1 : 1));
  const rest = ranked.slice(max).reduce((sum, [, more]) => sum + more, sums.get(other) ?? 0n);
  return rest > 0n ? [...ranked.slice(0, max), [other, rest]] : ranked;
}
