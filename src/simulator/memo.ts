type Store<K, R> = { readonly get: (of: K) => R | undefined; readonly set: (of: K, result: R) => unknown };

/** What `make` gave the first time for the same. */
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
