/** A clock that starts with `now` and runs so many times as fast; in milliseconds. */
export function fastClock(factor: number, now: () => number = Date.now): () => number {
  const begin = now();
  return () => begin + (now() - begin) * factor;
}
