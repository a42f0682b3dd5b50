/** Validators by weight. */
export type Ranked<V> = { readonly validator: V; readonly weight: bigint };

/** The heaviest first; equal ones by node ID, so that the order is the same each time. */
export function byWeight<V extends { readonly nodeID: string }>(
  validators: readonly V[],
  weightOf: (validator: V) => bigint,
): Ranked<V>[] {
  return validators
    .map((validator) => ({ validator, weight: weightOf(validator) }))
    .sort((a, b) =>
      a.weight === b.weight ? (a.validator.nodeID < b.validator.nodeID ? -1 : 1) : a.weight > b.weight ? -1 : 1,
    );
}

/** How many of the heaviest together hold more than a third. `weights` from the largest down. */
export function superminority(weights: readonly bigint[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  let held = 0n;
  let count = 0;
  for (const weight of weights) {
    if (held * 3n > total) break;
    held += weight;
    count++;
  }
  return count;
}

/** Who is among the `top` heaviest. Who was there before leaves only below 1.25 times that rank. From the heaviest down. */
export function topOf(ids: readonly string[], top: number, before: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(ids.filter((id, rank) => rank < top || (rank < 1.25 * top && before.has(id))));
}

/** Part of the whole, 0 to 1. */
export const shareOf = (weight: bigint, total: bigint): number => (total > 0n ? Number(weight) / Number(total) : 0);
