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
