/** A value and the version of the state that it refers to. */
export type Consistent<V, T> = { readonly version: V; readonly value: T };

/** Reads `value` between two reads of `version`, and again while the versions differ, up to `maxAttempts` times. After that the
 *  earlier version is returned. */
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
