type Store<K, R> = { readonly get: (of: K) => R | undefined; readonly set: (of: K, result: R) => unknown };

/** Returns a function that calls `make` once per argument. */
export function memo<K, R extends NonNullable<unknown>>(
  make: (of: K) => R,
  made: Store<K, R> = new Map<K, R>(),
): (of: K) => R {
  return (of) => {
    const known = made.get(of);
    if (known !== undefined) return known;
    const result = make(of);
    made.set(of, result);
    return result;
  };
}
