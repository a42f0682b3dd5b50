/** Time that stands still while there is anything to do and then leaps to what is waited for next: an hour passes in seconds.
 *  Network, files and the thread pool are real; setTimeout and performance.now are in place of Node's own until it is
 *  disposed of. Chance always gives the middle, so that each hour is the same. */
import { setImmediate } from "node:timers/promises";

/** Whoever runs the process sleeps by an alarm, who answers takes a pause; timers beside them are the libraries' own. */
type Timer = { readonly at: number; readonly end: () => void; kind: "alarm" | "pause" | "beside" };

/** Turns of the event loop without an event, after which nothing is on its way from one side to the other. */
const quietTurns = 3;

export function createVirtualTime() {
  const { setTimeout, clearTimeout } = globalThis;
  const { now: realNow } = performance;
  const { random } = Math;
  const timers = new Set<Timer>();
  let now = 0;

  function add(kind: Timer["kind"], ms: number, end: () => void): Timer {
    const timer = { at: now + ms, end, kind };
    timers.add(timer);
    return timer;
  }
  const count = (kind: Timer["kind"]) => [...timers].filter((timer) => timer.kind === kind).length;
  const next = () => [...timers].sort((a, b) => a.at - b.at)[0];

  Object.assign(globalThis, {
    setTimeout(end: (...values: unknown[]) => void, ms = 0, ...values: unknown[]) {
      const timer = add("alarm", ms, () => end(...values));
      const unref = () => {
        timer.kind = "beside"; // nobody waits for it
      };
      return Object.assign(timer, { unref });
    },
    clearTimeout: (timer: Timer) => timers.delete(timer),
  });
  performance.now = () => now;
  Math.random = () => 0.5;

  /** Until all are asleep, or nothing goes on but for a pause. */
  async function settle(sleepers: number) {
    let events: number | undefined;
    for (let quiet = 0; count("alarm") < sleepers && quiet < quietTurns; ) {
      await setImmediate();
      const before = events;
      ({ events } = performance.nodeTiming.uvMetricsInfo);
      quiet = events === before && count("pause") > 0 ? quiet + 1 : 0;
    }
  }

  return {
    /** All times in milliseconds. */
    pause: (ms: number) => new Promise<void>((resolve) => void add("pause", ms, resolve)),
    /** Lets it pass until then, for so many as each sleep or have something to do. */
    async pass(until: number, sleepers: number) {
      for (;;) {
        await settle(sleepers);
        const timer = next();
        if (!timer || timer.at >= until) break;
        timers.delete(timer);
        now = timer.at;
        timer.end();
      }
      now = until;
    },
    [Symbol.dispose]() {
      Object.assign(globalThis, { setTimeout, clearTimeout });
      performance.now = realNow;
      Math.random = random;
    },
  };
}
