/** The time since the height of a chain increased, and the difference of the clocks of the node and of the exporter. */

/** The height that was observed last. Times in milliseconds of the node's clock. */
export type ObservedHeight = {
  readonly height: bigint;
  /** The first observation of this height. */
  readonly since: number;
  /** The last observation. */
  readonly seenAt: number;
  /** There was no earlier observation, so that nothing is known about the age. */
  readonly isFirst: boolean;
  /** The last observation of the height before: the block was accepted after it. Undefined if this height was the first. */
  readonly after?: number | undefined;
};

/** Returns the observation after another one. A height below the previous one is new, because the node has another database. */
export function heightAfter(before: ObservedHeight | undefined, height: bigint, time: number): ObservedHeight {
  if (before?.height === height) return { ...before, seenAt: Math.max(time, before.seenAt), isFirst: false };
  return { height, since: time, seenAt: time, isFirst: before === undefined, after: before?.seenAt };
}

/** Returns the seconds from the first to the last observation of the height, at most the age of the last block; undefined after the
 *  first observation. */
export const heightAge = ({ since, seenAt, isFirst }: ObservedHeight): number | undefined =>
  isFirst ? undefined : (seenAt - since) / 1000;

/** Maximum age in seconds of a block that proves that its chain accepts blocks: three intervals of the health checks. */
const maxProofAge = 90;
/** Returns whether a block was accepted lately for certain: at most this number of seconds ago. */
export const isAdvancing = ({ seenAt, after }: ObservedHeight, within = maxProofAge): boolean =>
  after !== undefined && (seenAt - after) / 1000 <= within;

/** Difference in seconds above which the clocks disagree. */
export const maxClockDifference = 30;

/** Times of a call in milliseconds since 1970 by the clock of the exporter, and the header Date of the response. */
type Times = { readonly sent: number; readonly received: number; readonly date: string | undefined };

/** Returns the minimum number of seconds by which the clock of the node is ahead of that of the exporter, negative if it is behind.
 *  The header has whole seconds, and was written between sending and receiving. Undefined without a valid one. */
export function clockDifference({ sent, received, date }: Times): number | undefined {
  const time = Date.parse(date ?? "");
  if (Number.isNaN(time)) return undefined;
  const [min, max] = [time - received, time + 1000 - sent];
  return (min > 0 ? min : max < 0 ? max : 0) / 1000;
}
