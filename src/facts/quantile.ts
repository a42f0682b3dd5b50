/** Quantiles of values with weights. */

export type Weighted = { readonly value: number; readonly weight: bigint };

/** Returns the smallest value of which this share (0 to 1) of the weight is not above; undefined without any weight. */
export function weightedQuantile(items: readonly Weighted[], share: number): number | undefined {
  const total = items.reduce((sum, { weight }) => sum + weight, 0n);
  const inOrder = items.filter(({ weight }) => weight > 0n).toSorted((a, b) => a.value - b.value);
  let sum = 0n;
  for (const { value, weight } of inOrder) {
    sum += weight;
    if (Number(sum) >= share * Number(total)) return value;
  }
  return undefined;
}
