/** The simulated clock. All times in milliseconds. */
export type Clock = ReturnType<typeof createClock>;

/** Returns a clock that runs `scale` times as fast as `now`, starting at the same time. */
export function createClock(now: () => number, scale: number) {
  const start = now();
  let ahead = 0;
  return {
    start,
    scale,
    now: (): number => start + (now() - start) * scale + ahead,
    advance(by: number) {
      ahead += by;
    },
  };
}
