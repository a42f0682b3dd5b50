/** Ranking of validators by weight. */
export type Ranked<V> = {
  readonly validator: V;
  readonly weight: bigint;
  /** Share of the total weight (0 to 1). */
  readonly share: number;
};
export type Ranking<V> = { readonly total: bigint; readonly ranked: readonly Ranked<V>[] };

/** Returns the validators by descending weight, and by node ID for equal weights. */
export function rank<V extends { readonly nodeID: string }>(
  validators: readonly V[],
  weightOf: (validator: V) => bigint,
): Ranking<V> {
  const weights = validators.map(weightOf);
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const totalWeight = Number(total) || 1;
  const ranked = validators.map((validator, i): Ranked<V> => {
    const weight = weights[i] as bigint;
    return { validator, weight, share: Number(weight) / totalWeight };
  });
  // shares are numbers and compare faster than bigint weights
  return { total, ranked: ranked.sort((a, b) => b.share - a.share || compareByWeight(a, b)) };
}
function compareByWeight<V extends { readonly nodeID: string }>(a: Ranked<V>, b: Ranked<V>): number {
  if (a.weight !== b.weight) return a.weight > b.weight ? -1 : 1;
  return a.validator.nodeID < b.validator.nodeID ? -1 : 1;
}

/** Returns the smallest number of validators that together hold more than a third of the weight. */
export function superminority({ total, ranked }: Ranking<unknown>): number {
  let held = 0n;
  let count = 0;
  for (const { weight } of ranked) {
    if (held * 3n > total) break;
    held += weight;
    count++;
  }
  return count;
}

type Detail = { readonly detail: "watched" | "top" | "all"; readonly top: number };

/** Selects the validators to export individually, in addition to the watched ones. `ids` are sorted by descending weight. A
 *  validator of the `previous` selection is removed only when it ranks below 1.25 times `top` (hysteresis). */
export function selectDetailed(
  ids: readonly string[],
  { detail, top }: Detail,
  previous: ReadonlySet<string>,
): ReadonlySet<string> {
  if (detail === "watched") return new Set();
  if (detail === "all") return new Set(ids);
  return new Set(ids.filter((id, rank) => rank < top || (rank < 1.25 * top && previous.has(id))));
}
