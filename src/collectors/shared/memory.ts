/** Values that hardly ever change. */

/** Returns a function that reads the value of a key, and returns the same value in the next runs. Each key is to be read once per run,
 *  and the node is called in every `runs`-th one. An error is not remembered. */
export function createMemory<T>(runs: number) {
  const known = new Map<string, { readonly value: T; left: number }>();
  return async (key: string, read: () => Promise<T>): Promise<T> => {
    const last = known.get(key);
    if (last && last.left-- > 0) return last.value;
    const value = await read();
    known.set(key, { value, left: runs - 1 });
    return value;
  };
}
