/** The clock of the node, from the header Date of its responses. */
import { clockDifference, maxClockDifference } from "../facts/clock.ts";
import type { Clock } from "../lib/clock.ts";
import type { CallRecord } from "../rpc/errors.ts";

/** Creates the clock by which observations are read: that of the exporter, or that of the node if they differ too much. */
export function createNodeClock({ date }: Pick<Clock, "date">) {
  let difference: number | undefined;
  return {
    /** Uses the responses of successful calls: a proxy can send the others. */
    onCall({ response, seconds, error }: CallRecord) {
      if (error) return;
      const received = date();
      const header = response?.headers["date"];
      const times = { sent: received - 1000 * seconds, received, date: header?.toString() };
      difference = clockDifference(times) ?? difference;
    },
    /** Returns the clock of the node minus that of the exporter in seconds; undefined until it is known. */
    difference: () => difference,
    /** Returns milliseconds since 1970. */
    date: () => date() + (Math.abs(difference ?? 0) > maxClockDifference ? 1000 * (difference ?? 0) : 0),
    /** Forgets the difference, because another node responds. */
    forget() {
      difference = undefined;
    },
  };
}
