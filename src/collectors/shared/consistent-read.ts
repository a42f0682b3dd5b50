/** A value together with the state it is measured against, both of one moment. */
export type Consistent<V, T> = { readonly version: V; readonly value: T };

/** Reads `value` between two readings of `version`, and again while these differ, `tries` times at most: then the earlier
 *  version stands, which the value is at most one step ahead of. */
export async function readConsistently<V, T>(
  version: () => Promise<V>,
  key: (version: V) => unknown,
  value: (version: V) => Promise<T>,
  maxAttempts = 3,
): Promise<Consistent<V, T>> {
  let before = await version();
  for (let left = maxAttempts; ; left--) {
    const read = { version: before, value: await value(before) };
    const after = await version();
    if (key(before) === key(after) || left <= 1) return read;
    before = after;
  }
}
