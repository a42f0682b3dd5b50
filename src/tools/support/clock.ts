/** Clocks for tests and previews. */
import { setImmediate } from "node:timers/promises";
import { type Clock, systemClock } from "../../lib/clock.ts";

type Sleeper = { readonly at: number; readonly wake: () => void };

/** Turns of the event loop without an event, after which no more data is on its way between the two sides. */
const quietTurns = 3;

/** A clock that runs so many times faster than the system's. */
export const fastClock = (factor: number): Clock => ({
  now: () => systemClock.now() * factor,
  date: systemClock.date,
  sleep: (ms, signal) => systemClock.sleep(ms / factor, signal),
});

/** A clock that stops while there is work, and then skips to the next sleeper: an hour passes in seconds.
 *  All times in milliseconds. */
export function createManualClock() {
  let now = 0;
  const sleepers = new Set<Sleeper>();
  /** Waiters in place of the simulated node. */
  const pauses = new Set<Sleeper>();

  function add(group: Set<Sleeper>, ms: number, end: () => void): Sleeper {
    const sleeper = {
      at: now + ms,
      wake() {
        group.delete(sleeper);
        end();
      },
    };
    group.add(sleeper);
    return sleeper;
  }
  const earliest = () => [...sleepers, ...pauses].sort((a, b) => a.at - b.at)[0];

  const sleep: Clock["sleep"] = (ms, signal) =>
    new Promise((resolve, reject) => {
      const sleeper = add(sleepers, ms, () => {
        signal.removeEventListener("abort", abort);
        resolve();
      });
      function abort() {
        sleepers.delete(sleeper);
        reject(signal.reason);
      }
      signal.addEventListener("abort", abort, { once: true });
      if (signal.aborted) abort();
    });

  /** Waits until `count` sleepers sleep, or nothing but a pause is in progress. */
  async function settle(count: number, signal?: AbortSignal) {
    let events: number | undefined;
    let quiet = 0;
    do {
      await setImmediate();
      signal?.throwIfAborted();
      const before = events;
      ({ events } = performance.nodeTiming.uvMetricsInfo);
      quiet = events === before && pauses.size > 0 ? quiet + 1 : 0;
    } while (sleepers.size < count && quiet < quietTurns);
  }

  return {
    now: () => now,
    date: () => now,
    sleep,
    pause: (ms: number) => new Promise<void>((resolve) => void add(pauses, ms, resolve)),
    /** Lets `ms` pass, for `count` sleepers: each of them sleeps or has something to do. Rejects with the reason of an aborted signal. */
    async pass(ms: number, count = 0, signal?: AbortSignal) {
      const until = now + ms;
      await settle(count, signal);
      for (let next = earliest(); next && next.at <= until; next = earliest()) {
        now = next.at;
        next.wake();
        await settle(count, signal);
      }
      now = until;
    },
  };
}
export type ManualClock = ReturnType<typeof createManualClock>;
