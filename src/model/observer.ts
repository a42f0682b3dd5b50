/** The observer of a model: the queried node at a time. */

/** Facts about the node that are not in its samples. */
export type Observer = {
  /** Undefined until the first call has ended. */
  readonly isReachable: boolean | undefined;
  /** The collector health has not run yet, or fails. */
  readonly awaitsChecks: boolean;
  readonly network: string | undefined;
  /** ID of the node; undefined until it has responded. */
  readonly nodeId: string | undefined;
  /** Unix seconds. */
  readonly now: number;
};

/** An observer, with the facts that limit which samples are evidence about others. */
export type View = Observer & {
  readonly connectedRatio: number | undefined;
  /** The node is connected to less than the quorum: what it sees of others is no evidence. */
  readonly isIsolated: boolean;
  readonly isCurrent: boolean;
};
