/** Time since the height of a chain increased. */

/** The height that was observed last. Times in milliseconds of the node's clock. */
export type ObservedHeight = {
  readonly height: bigint;
  /** The first observation of this height. */
  readonly since: number;
  /** The last observation. */
  readonly at: number;
};

/** Returns the observation after another one. A height below the previous one is new, because the node has another database. */
export const observeHeight = (before: ObservedHeight | undefined, height: bigint, at: number): ObservedHeight =>
  before?.height === height ? { ...before, at: Math.max(at, before.at) } : { height, since: at, at };

/** Returns the seconds from the first to the last observation of the height: at most the age of the last block. */
export const heightAge = ({ since, at }: ObservedHeight): number => (at - since) / 1000;
