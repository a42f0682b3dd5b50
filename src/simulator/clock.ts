/** The simulated time. All in milliseconds. */
export type Clock = ReturnType<typeof createClock>;

/** Runs `scale` times as fast as `now`, from the same time on. */
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
