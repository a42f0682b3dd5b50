/** Weighted sampling without replacement of weight units, as in AvalancheGo. */
import type { Random } from "../random.ts";

/** From 0 up to but not including `n`, which has at most 64 bits. */
function below(random: Random, n: bigint): bigint {
  const word = () => BigInt(random.below(2 ** 32));
  return (((word() << 32n) | word()) * n) >> 64n;
}

/** Returns `count` different integers from 0 up to but not including `n`, sorted. */
function distinct(random: Random, count: number, n: bigint): bigint[] {
  const drawn = new Set<bigint>();
  for (let maximum = n - BigInt(count); maximum < n; maximum++) {
    const one = below(random, maximum + 1n);
    drawn.add(drawn.has(one) ? maximum : one);
  }
  return [...drawn].sort((left, right) => (left < right ? -1 : 1));
}

/** Returns undefined if the total weight is below `count`. */
export function sampleByWeight<T extends { readonly weight: bigint }>(
  all: readonly T[],
  count: number,
  random: Random,
): T[] | undefined {
  const total = all.reduce((sum, { weight }) => sum + weight, 0n);
  if (BigInt(count) > total) return undefined;
  const units = distinct(random, count, total);
  let before = 0n;
  let next = 0;
  return all.flatMap((one) => {
    before += one.weight;
    const from = next;
    while (next < count && (units[next] as bigint) < before) next++;
    return Array<T>(next - from).fill(one);
  });
}
