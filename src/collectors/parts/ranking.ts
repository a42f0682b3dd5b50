/** Validators by weight. */
export type Ranked<V> = {
  readonly validator: V;
  readonly weight: bigint;
  /** Part of the whole set's weight, 0 to 1. */
  readonly share: number;
};
export type Ranking<V> = { readonly total: bigint; readonly ranked: readonly Ranked<V>[] };

/** The heaviest first; equal ones by node ID, so that the order is the same each time. */
export function rank<V extends { readonly nodeID: string }>(
  validators: readonly V[],
  weightOf: (validator: V) => bigint,
): Ranking<V> {
  const weighed = validators.map((validator) => ({ validator, weight: weightOf(validator) }));
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0n);
  const whole = Number(total) || 1;
  const ranked = weighed
    .sort((a, b) =>
      a.weight === b.weight ? (a.validator.nodeID < b.validator.nodeID ? -1 : 1) : a.weight > b.weight ? -1 : 1,
    )
    .map(({ validator, weight }) => ({ validator, weight, share: Number(weight) / whole }));
  return { total, ranked };
}

/** How many of the heaviest together hold more than a third. */
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

/** Who is told one by one beside the watched. `ids` from the heaviest down; `before`: who was told last time: of the `top` one
 *  leaves only when it ranks below 1.25 times that number. */
export function shownOf(
  ids: readonly string[],
  { detail, top }: Detail,
  before: ReadonlySet<string>,
): ReadonlySet<string> {
  if (detail === "watched") return new Set();
  if (detail === "all") return new Set(ids);
  return new Set(ids.filter((id, rank) => rank < top || (rank < 1.25 * top && before.has(id))));
}
