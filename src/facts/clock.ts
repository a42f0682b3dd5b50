/** The clocks of the node and of the exporter. */

/** Difference in seconds above which the clocks disagree. */
export const maxClockDifference = 30;

/** Times of a call in milliseconds since 1970 by the clock of the exporter, and the header Date of the response. */
type Times = { readonly sent: number; readonly received: number; readonly date: string | undefined };

/** Returns the time in a header Date, in milliseconds since 1970; undefined without a valid one. */
function timeOfHeader(date: string | undefined): number | undefined {
  const time = Date.parse(date ?? "");
  return Number.isNaN(time) ? undefined : time;
}

/** Returns the minimum number of seconds by which the clock of the node is ahead of that of the exporter, negative if it is behind.
 *  The header has whole seconds, and was written between sending and receiving. */
export function clockDifference({ sent, received, date }: Times): number | undefined {
  const time = timeOfHeader(date);
  if (time === undefined) return undefined;
  const [min, max] = [time - received, time + 1000 - sent];
  return (min > 0 ? min : max < 0 ? max : 0) / 1000;
}
