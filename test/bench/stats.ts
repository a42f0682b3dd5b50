/** The two figures of one repetition, measured one after the other. */
export type Pair = { readonly reference: number; readonly ours: number };
/** Medians over the repetitions. `ratio`: median of the ratios; `min` and `max`: their minimum and maximum. */
export type Comparison = Pair & { readonly ratio: number; readonly min: number; readonly max: number };

/** The smallest value that a share of all is not above. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
const median = (values: readonly number[]) => quantile(values, 0.5);

export function compare(pairs: readonly Pair[]): Comparison {
  const ratios = pairs.map(({ reference, ours }) => ours / reference);
  return {
    reference: median(pairs.map(({ reference }) => reference)),
    ours: median(pairs.map(({ ours }) => ours)),
    ratio: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
  };
}
